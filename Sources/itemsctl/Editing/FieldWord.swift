import ArgumentParsing
import Phrases
import Storage

/// What a word says of an item, or was meant to say.
enum FieldWord {
  /// A field's value, as typed.
  case value(ItemPart, String)
  case attribute(KeyValue)
  /// Looks like such a word, and is none; why not, without a full stop.
  case mistaken(String)

  /// Nil for a title.
  ///
  /// Words between spaces make a title: a key before the first of them counts only with its value
  /// right behind its colon.
  ///
  /// - Parameters:
  ///   - word: The word as typed.
  ///   - parts: The fields that words name.
  init?(_ word: String, of parts: [ItemPart] = ItemPart.words) {
    let isOneWord = !word.contains(where: \.isWhitespace)
    if isOneWord, word.count > 1, let part = FieldWord.signedPart(word) {
      self = .value(part, String(word.dropFirst()))
      return
    }
    guard let term = FilterTerm(word) else {
      guard isOneWord, word.hasPrefix(FilterTerm.attributePrefix) else { return nil }
      self = .mistaken(FieldWord.attributeForm)
      return
    }
    if let name = term.attribute {
      guard !name.isEmpty, [.colon, .equalSign].contains(term.comparison) else {
        guard isOneWord else { return nil }
        self = .mistaken(FieldWord.attributeForm)
        return
      }
      self = .attribute(KeyValue(key: name, value: term.value))
    } else if let part = parts.first(where: { $0.typedName == term.key }),
      term.comparison == .colon
    {
      self = .value(part, term.value)
    } else {
      let isAttached = term.value.first.map { !$0.isWhitespace } ?? false
      guard isAttached, isOneWord || term.comparison == .colon,
        let reason = FieldWord.mistake(in: term, parts)
      else { return nil }
      self = .mistaken(reason)
    }
  }

  private static let attributeForm = "an attribute is written 'attr.KEY=VALUE'"

  /// Why a word with an unknown key is not a title either; nil where it may be one.
  private static func mistake(in term: FilterTerm, _ parts: [ItemPart]) -> String? {
    let names = parts.map(\.typedName)
    if names.contains(term.key) { return "write '\(term.key):\(term.value)'" }
    if term.key == "attr" { return attributeForm }
    if FilterTerm.keys.contains(term.key) {
      return "'\(term.key)' is for filters; what can be set is \(names.joined(separator: ", "))"
    }
    if let word = foreignWord(term) { return "there is no '\(term.key)'. Did you mean '\(word)'?" }
    let nearest = names.first { isNear(term.key, $0) }
    return nearest.map { "there is no '\(term.key)'. Did you mean '\($0):\(term.value)'?" }
  }

  /// Our form of one of Taskwarrior's words.
  private static func foreignWord(_ term: FilterTerm) -> String? {
    guard term.comparison == .colon, !term.value.contains(where: \.isWhitespace) else { return nil }
    switch term.key {
    case "pro", "proj", "project": return "list:\(term.value)"
    case "p", "pri", "prio":
      let priority = Priority.allCases.first { priority in
        [priority.name, String(priority.name.prefix(1))].contains(term.value.lowercased())
      }
      return priority.map { "priority:\($0.name)" }
    case "recur", "rec": return "repeat:\(term.value)"
    case "wait", "scheduled": return "start:\(term.value)"
    case "depends": return "blocked-by:\(term.value)"
    default: return nil
    }
  }

  /// Whether a key is nearly a field's name, or its beginning; `cost:5` may well be a title.
  private static func isNear(_ key: String, _ name: String) -> Bool {
    key.count > 1 && (name.hasPrefix(key) || isSlip(key, of: name))
  }
}

extension FieldWord {
  /// The name of the field, in words, if it has one value; nil for tags and blockers.
  var onlyField: String? {
    switch self {
    case .value(let part, _): [.ids, .names].contains(part.form) ? nil : part.typedName
    case .attribute(let pair): "\(FilterTerm.attributePrefix)\(pair.key.nfc)"
    case .mistaken: nil
    }
  }

  /// The words that a date or a rule goes on with, by which it was meant as a whole: `5pm` behind `due:friday`.
  ///
  /// Without quotes, only the first word of the value was taken.
  func continuation(
    in next: ArraySlice<String>,
    _ calendar: LocalCalendar
  ) -> ArraySlice<String>? {
    guard case .value(let part, let text) = self, part.form.isDate || part.form == .rule,
      !next.isEmpty
    else { return nil }
    for count in (1...min(next.count, 8)).reversed() {
      let whole = ([text] + next.prefix(count)).joined(separator: " ")
      if part.isValue(typed: whole, calendar) { return next.prefix(count) }
    }
    return nil
  }

  /// The part whose sign a word begins with.
  private static func signedPart(_ word: String) -> ItemPart? {
    ItemPart.words.first { $0.use.sign == word.first }
  }
}
