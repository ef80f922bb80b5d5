// What a filter's keys ask for.

import ArgumentParsing
import Storage

extension FilterTerm {
  package static let keys =
    ItemPart.filterKeys.map(\.typedName) + [belowKey, stateKey, wordsKey, "attr.NAME"]

  /// The key of what an item is where and when somebody asks.
  package static let stateKey = "is"

  /// The states, in the order in which they are named.
  static let states: [(name: String, filter: ItemFilter, meaning: String)] = [
    ("overdue", .overdue, "open, and due before today or before now"),
    ("waiting", .waiting, "starts later"),
    ("blocked", .blocked, "open, and waits for an open item"),
    ("blocking", .blocking, "open, and an open item waits for it"),
  ]

  private func state() throws(FilterTermError) -> ItemFilter {
    let states = FilterTerm.states
    let part = try only()
    guard let state = states.first(where: { $0.name == part.text }) else {
      let names = Set((states.map(\.name) + FilterView.builtIn.map(\.name))).sorted()
      let guess = suggestion(for: part.text, among: names).map { "Did you mean '\($0)'?" }
      throw FilterTermError(
        reason: "'\(part.text)' is no view. " + (guess ?? "The views are \(names.quotedList)"),
        range: part.range
      )
    }
    return try equality(state.filter)
  }

  /// The key of items under others, at whatever level.
  package static let belowKey = "below"

  /// The key of words to look for.
  private static let wordsKey = "text"

  /// The part of an item that the key names.
  var part: ItemPart? { ItemPart.byFilterKey[key] }

  /// The condition that the term stands for.
  func filter(_ calendar: LocalCalendar) throws(FilterTermError) -> ItemFilter {
    if let attribute { return try condition(onAttribute: attribute) }
    if key == FilterTerm.wordsKey { return try equality(.text(try text())) }
    if key == FilterTerm.stateKey { return try state() }
    if key == FilterTerm.belowKey {
      return try equality(.below(try references(), levels: 1...Int.max))
    }
    guard let part else { throw unknownKey }
    if part == .parent {
      if let has = asksForPresence { return try equality(has ? .not(.top) : .top) }
      return try equality(.below(try references(), levels: 1...1))
    }
    if part == .blockers {
      if let has = asksForPresence { return try equality(.field(part, .exists(has))) }
      return try equality(.blockedBy(try references()))
    }
    if part.isOptional, let has = asksForPresence {
      return try equality(.field(part, .exists(has)))
    }
    switch part.form {
    case .id where part == .id: return try equality(.any(try ids()))
    case .number where part == .number: return try equality(.numbers(Set(try numbers())))
    case .number: return try comparison(on: part, numbers().map { .integer(Int64($0)) })
    case .text:
      return try equality(
        .any(try parts().map { .field(part, .compared(.equal, .string($0.text))) })
      )
    case .names: return try equality(.tags(.any, Set(try parts().map(\.text))))
    case .time, .dayOrTime: return try date(part, calendar)
    case .choice(let names) where part.isRanked:
      if let range = try range(of: part, names) { return try equality(range) }
      guard ordering != nil else { throw incomparable }
      return try comparison(on: part, choices(names).map { .string($0) })
    case .choice(let names):
      let chosen = value == "any" ? names : try choices(names, or: ", any")
      return try equality(
        .field(part, .oneOf(names.filter(chosen.contains).map { .string($0) }))
      )
    case .rule:
      throw FilterTermError(reason: "only 'any' or 'none' can follow '\(key)'")
    case .id, .ids, .object, .nominalDate: throw unknownKey
    }
  }

  private var unknownKey: FilterTermError {
    let guess = suggestion(for: key, among: FilterTerm.keys).map { ". Did you mean '\($0)'?" }
    let text = "write 'text:\(key)\(comparison.rawValue)\(value)'"
    return FilterTermError(
      reason: "there is no key '\(key)'" + (guess ?? "; \(text)"),
      range: 0..<key.count
    )
  }

  // MARK: - Values

  private func each<Value>(
    _ read: (String) -> Value?,
    else reason: (String) -> String
  ) throws(FilterTermError) -> [Value] {
    var result: [Value] = []
    for part in try parts() {
      guard let value = read(part.text) else {
        throw FilterTermError(reason: reason(part.text), range: part.range)
      }
      result.append(value)
    }
    return result
  }

  private func text() throws(FilterTermError) -> String {
    let part = try only()
    guard part.text.isSearchable else {
      throw FilterTermError(reason: FilterError.nothingToLookFor, range: part.range)
    }
    return part.text
  }

  private func choices(
    _ names: [String],
    or end: String = ""
  ) throws(FilterTermError) -> [String] {
    try each(
      { names.word(meantBy: $0) },
      else: { "'\($0)' is none of \(names.joined(separator: ", "))\(end)" }
    )
  }

  /// `medium..`, `low..medium`: from the one rank to the other, both included; nil for another value.
  private func range(of part: ItemPart, _ names: [String]) throws(FilterTermError) -> ItemFilter? {
    guard let dots = value.firstRange(of: "..") else { return nil }
    let ends: [(text: String, comparison: ItemFilter.Comparison)] = [
      (String(value[..<dots.lowerBound]), .atLeast), (String(value[dots.upperBound...]), .atMost),
    ].filter { !$0.0.isEmpty }
    var conditions: [ItemFilter] = []
    for end in ends {
      guard let name = names.word(meantBy: end.text) else {
        throw FilterTermError(
          reason: "'\(end.text)' is none of \(names.joined(separator: ", "))",
          range: valueStart..<valueStart + value.count
        )
      }
      conditions.append(.field(part, .compared(end.comparison, .string(name))))
    }
    return conditions.isEmpty ? nil : conditions.count == 1 ? conditions[0] : .and(conditions)
  }

  /// Whether items with a value are asked for (true) or without one (false); nil for another value.
  private var asksForPresence: Bool? { ["any": true, "none": false][value] }

  private func numbers() throws(FilterTermError) -> [Int] {
    try each({ Int($0) }, else: { "'\($0)' is not a whole number" })
  }

  private func ids() throws(FilterTermError) -> [ItemFilter] {
    try each(
      { ItemReference.idRange($0).map { .idRange($0) } },
      else: { _ in "at least four hexadecimal digits of an id must follow" }
    )
  }

  /// Items that are named; a number wins over an id that begins alike.
  private func references() throws(FilterTermError) -> ItemFilter {
    let references = try each(
      { ItemReference($0) },
      else: { "'\($0)' is neither the number nor the beginning of the id of an item" }
    )
    let numbers = Set(references.compactMap(\.number))
    let ranges = references.filter { $0.number == nil }.compactMap(\.range)
    return .any((numbers.isEmpty ? [] : [.numbers(numbers)]) + ranges.map { .idRange($0) })
  }

  func equality(_ filter: ItemFilter) throws(FilterTermError) -> ItemFilter {
    switch comparison {
    case .colon, .equalSign: return filter
    case .notEqual: return .not(filter)
    default: throw FilterTermError(reason: "'\(key)' can only be compared by ':', '=' and '!='")
    }
  }

  /// How the key cannot be compared.
  var incomparable: FilterTermError {
    FilterTermError(reason: "'\(key)' cannot be compared by '\(comparison.rawValue)'")
  }

  /// A comparison with one value, or equality with some.
  private func comparison(
    on part: ItemPart,
    _ values: [JSONValue]
  ) throws(FilterTermError) -> ItemFilter {
    guard let ordering else { throw incomparable }
    guard values.count == 1 else {
      return try equality(.or(values.map { .field(part, .compared(.equal, $0)) }))
    }
    return .field(part, .compared(ordering, values[0]))
  }

  var ordering: ItemFilter.Comparison? {
    switch comparison {
    case .colon, .equalSign: .equal
    case .notEqual: .notEqual
    case .below: .below
    case .atMost: .atMost
    case .above: .above
    case .atLeast: .atLeast
    case .contains, .doesNotContain, .beginsWith: nil
    }
  }
}

extension ItemFilter {
  /// Holds where one of the conditions does; a single one stands for itself.
  fileprivate static func any(_ filters: [ItemFilter]) -> ItemFilter {
    filters.count == 1 ? filters[0] : .or(filters)
  }
}
