package import Storage

/// Prints filters in the grammar that ``FilterParser`` reads.
package enum FilterPrinter {
  /// The words; nil for a condition that the command line has no words for.
  ///
  /// Read again, they hold for the same items; a filter read from a command line comes back the same.
  package static func words(of filter: ItemFilter) -> [String]? {
    if filter == .all { return [] }
    return words(of: filter, within: .nothing)
  }

  /// The surroundings of a condition, by which it may need parentheses.
  private enum Place {
    case nothing, or, and, not
  }

  private static func words(of filter: ItemFilter, within place: Place) -> [String]? {
    if let state = FilterTerm.states.first(where: { $0.filter == filter }) {
      return ["\(FilterTerm.stateKey):\(state.name)"]
    }
    switch filter {
    case .and(let filters):
      let words = joined(filters, by: nil, within: .and, none: everything)
      return grouped(words, if: filters.count > 1 && (place == .and || place == .not))
    case .or(let filters):
      if let word = spelledValue(filters) { return [word] }
      let words = joined(filters, by: "or", within: .or, none: ["not"] + everything)
      return grouped(words, if: filters.count > 1 && place != .nothing)
    case .not(let inner):
      return words(of: inner, within: .not).map { ["not"] + $0 }
    case .tags(let match, let tags):
      let words = self.words(match, tags)
      return grouped(words, if: words.count > 1 && place != .nothing && place != .or)
    default:
      return FilterPrinter.word(of: filter).map { [$0] }
    }
  }

  /// What holds for every item.
  private static let everything = ["status:any"]

  private static func joined(
    _ filters: [ItemFilter],
    by separator: String?,
    within place: Place,
    none: [String]
  ) -> [String]? {
    guard !filters.isEmpty else { return none }
    var words: [String] = []
    for (index, filter) in filters.enumerated() {
      // A single one stands for itself.
      let place = filters.count == 1 ? Place.not : place
      guard let more = FilterPrinter.words(of: filter, within: place) else { return nil }
      if index > 0, let separator { words.append(separator) }
      words += more
    }
    return words
  }

  private static func grouped(_ words: [String]?, if isGrouped: Bool) -> [String]? {
    words.map { isGrouped ? ["("] + $0 + [")"] : $0 }
  }

  // MARK: - Single words

  /// A text or what it spells, which one word asks for.
  private static func spelledValue(_ filters: [ItemFilter]) -> String? {
    guard filters.count == 2, case .attribute(let path, .equals(.string(let text))) = filters[0],
      case .attribute(path, .equals(let value)) = filters[1], !text.isQuotable,
      let spelled = try? JSONParser.parse(text), spelled == value, let key = key(path)
    else { return nil }
    return "\(key)=\(text)"
  }

  private static func words(_ match: ItemFilter.SetMatch, _ tags: Set<String>) -> [String] {
    let tags = tags.sorted(by: utf8Less)
    switch match {
    case .any: return tags.isEmpty ? ["not"] + everything : [term("tag:", tags)]
    case .all: return tags.isEmpty ? everything : tags.map { $0.isEmpty ? "tag:\"\"" : "+\($0)" }
    case .none:
      return tags.isEmpty ? everything : tags.map { $0.isEmpty ? "tag!=\"\"" : "-\($0)" }
    }
  }

  private static func word(of filter: ItemFilter) -> String? {
    switch filter {
    case .all: everything[0]
    case .field(let part, let match):
      ItemPart.filterKeys.contains(part) ? word(part, match) : nil
    case .text(let text) where !text.isSearchable: everything[0]
    case .text(let text): text.isPlainWord ? text : "text:" + QuotedText.quoting(text)
    case .attribute(let path, let match): term(path, match)
    case .ids(let ids): ids.isEmpty ? nil : term("id:", ids.sorted().map(\.description))
    case .idRange(let range): ItemReference.prefix(of: range).map { "id:\($0)" }
    case .numbers(let numbers):
      numbers.isEmpty ? nil : term("number:", numbers.sorted().map(String.init))
    case .top: ItemPart.parent.typedName + ":none"
    case .below(let above, let levels): word(below: above, levels)
    case .blockedBy(let filter): word(ItemPart.blockers.typedName, of: filter)
    case .tags, .and, .or, .not, .blocking: nil
    }
  }

  /// What stands under items of which the numbers or the beginnings of ids are given.
  private static func word(below above: ItemFilter, _ levels: ClosedRange<Int>) -> String? {
    let key: String
    switch levels {
    case 1...1: key = ItemPart.parent.typedName
    case 1...Int.max: key = FilterTerm.belowKey
    default: return nil
    }
    return word(key, of: above)
  }

  /// A key with the numbers of items, or the beginnings of their ids.
  private static func word(_ key: String, of items: ItemFilter) -> String? {
    switch items {
    case .numbers(let numbers) where numbers.min() ?? 0 > 0:
      return term(key + ":", numbers.sorted().map(String.init))
    case .idRange(let range): return ItemReference.prefix(of: range).map { key + ":\($0)" }
    default: return nil
    }
  }

  /// A condition on a part that filters have a key for.
  private static func word(_ part: ItemPart, _ match: ItemFilter.FieldMatch) -> String? {
    let key = part.typedName
    // Its key asks where items stand; what the field alone holds has no word.
    guard part != .parent else { return nil }
    switch match {
    case .exists(let isThere) where part.isOptional || part == .blockers:
      return key + (isThere ? ":any" : ":none")
    case .exists(let isThere): return isThere ? everything[0] : nil
    case .within(let range): return term(part, range)
    // The command looks for words.
    case .contains: return nil
    case .oneOf(let values):
      guard !values.isEmpty, !part.form.isDate, part != .blockers else { return nil }
      return term(key + ":", values.map { $0.string ?? $0.description })
    case .compared(let comparison, let value):
      let isOrdered = part.isRanked || part.form == .number && part != .number
      guard isOrdered || !part.form.isDate && [.equal, .notEqual].contains(comparison) else {
        return nil
      }
      guard part.form == .text else {
        return key + sign(comparison) + (value.string ?? value.description)
      }
      return term(key + sign(comparison), [value.string ?? value.description])
    }
  }

  private static func term(_ start: String, _ values: [String]) -> String {
    start + values.map { $0.isQuotable ? QuotedText.quoting($0) : $0 }.joined(separator: ",")
  }

  private static func term(_ part: ItemPart, _ range: DateRange) -> String? {
    let key = part.typedName
    switch (range.from, range.until) {
    case (let from?, let until?):
      guard let from = text(from), let last = text(lastBefore: until) else { return nil }
      return "\(key):\(from)..\(last)"
    case (let from?, nil): return text(from).map { "\(key)>=\($0)" }
    case (nil, let until?): return text(until).map { "\(key)<\($0)" }
    case (nil, nil): return part.isOptional ? "\(key):any" : everything[0]
    }
  }

  /// A bound as the grammar has it; nil for one that is relative, which words cannot give back.
  private static func text(_ bound: DateRange.Bound) -> String? {
    switch bound {
    case .instant(let date): ISO8601.string(milliseconds: date.millisecondsSince1970)
    case .day(let day): day.description
    case .now, .afterNow, .today, .edge: nil
    }
  }

  /// The last day or moment before a bound.
  private static func text(lastBefore bound: DateRange.Bound) -> String? {
    switch bound {
    case .instant(let date): ISO8601.string(milliseconds: date.millisecondsSince1970 - 1)
    case .day(let day): day.adding(days: -1).description
    case .now, .afterNow, .today, .edge: nil
    }
  }

  private static func term(_ path: AttributePath, _ match: ItemFilter.AttributeMatch) -> String? {
    guard let key = key(path) else { return nil }
    switch match {
    case .exists: return "\(key):any"
    case .contains(let part): return "\(key)~" + QuotedText.quoting(part)
    case .hasPrefix(let prefix): return "\(key)^=" + QuotedText.quoting(prefix)
    case .equals(.string(let text)): return "\(key)=" + QuotedText.quoting(text)
    case .compared(let comparison, let value):
      // Of equality, the command asks exactly.
      guard ![.equal, .notEqual].contains(comparison) else { return nil }
      if case .string(let text) = value {
        return key + sign(comparison) + QuotedText.quoting(text)
      }
      return value.kind == .number ? key + sign(comparison) + value.description : nil
    case .between(let lower, let upper):
      let areNumbers = lower.kind == .number && upper.kind == .number
      return areNumbers ? "\(key):\(lower)..\(upper)" : nil
    case .equals, .oneOf, .within: return nil
    }
  }

  /// The key of an attribute; nil for a value within one, which the command line cannot name.
  private static func key(_ path: AttributePath) -> String? {
    guard path.keys.count == 1 else { return nil }
    let name = path.keys[0]
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return FilterTerm.attributePrefix + (isPlain ? name : QuotedText.quoting(name))
  }

  private static func sign(_ comparison: ItemFilter.Comparison) -> String {
    switch comparison {
    case .equal: ":"
    case .notEqual: "!="
    case .below: "<"
    case .atMost: "<="
    case .above: ">"
    case .atLeast: ">="
    }
  }
}

extension String {
  /// Whether a value would be read as something else without quotes.
  fileprivate var isQuotable: Bool {
    isEmpty || contains { $0 == "," || $0 == "\"" || $0.isWhitespace } || self == "any"
      || self == "none"
  }

  /// Whether it is text wherever it stands.
  fileprivate var isPlainWord: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber }
      && !["and", "or", "not"].contains(lowercased())
  }
}
