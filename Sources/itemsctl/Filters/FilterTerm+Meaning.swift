// What a filter's keys ask for.

import ArgumentParsing
import Storage

extension FilterTerm {
  static let keys = [
    "status", "list", "kind", "priority", "tag", "due", "created", "updated", "text", "number",
    "id", "attr.NAME",
  ]

  /// The condition that the term stands for.
  func filter(_ calendar: LocalCalendar) throws(FilterTermError) -> ItemFilter {
    if let attribute { return try condition(on: attribute) }
    switch key {
    case "status": return try equality(.status(Set(try statuses())))
    case "list": return try equality(.any(try parts().map { .list($0.text) }))
    case "kind": return try equality(.any(try parts().map { .kind($0.text) }))
    case "tag": return try equality(.tags(.any, Set(try parts().map(\.text))))
    case "text": return try equality(.text(try text()))
    case "number": return try equality(.numbers(Set(try numbers())))
    case "id": return try equality(.any(try ids()))
    case "priority": return try priority()
    case "due", "created", "updated": return try date(calendar)
    default: throw unknownKey
    }
  }

  private var unknownKey: FilterTermError {
    let guess = suggestion(for: key, among: FilterTerm.keys).map { ". Did you mean '\($0)'?" }
    let keys = FilterTerm.keys.joined(separator: ", ")
    return FilterTermError(
      reason: "there is no key '\(key)'" + (guess ?? ", only \(keys); words behind '--' are text"),
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

  private func statuses() throws(FilterTermError) -> [Status] {
    if value == "any" { return Status.allCases }
    return try each(
      Status.init(name:),
      else: { "'\($0)' is none of \(Status.names.joined(separator: ", ")), any" }
    )
  }

  private func numbers() throws(FilterTermError) -> [Int] {
    try each({ Int($0) }, else: { "'\($0)' is no whole number" })
  }

  private func ids() throws(FilterTermError) -> [ItemFilter] {
    try each(
      { ItemReference.idRange($0).map { .idRange($0) } },
      else: { _ in "at least four hexadecimal digits of an id must follow" }
    )
  }

  func equality(_ filter: ItemFilter) throws(FilterTermError) -> ItemFilter {
    switch comparison {
    case .colon, .equalSign: return filter
    case .notEqual: return .not(filter)
    default: throw FilterTermError(reason: "'\(key)' can only be compared by ':', '=' and '!='")
    }
  }

  private func priority() throws(FilterTermError) -> ItemFilter {
    guard let match = ordering else {
      throw FilterTermError(reason: "'priority' cannot be compared by '\(comparison.rawValue)'")
    }
    let values = try each(
      Priority.init(name:),
      else: { "'\($0)' is none of \(Priority.names.joined(separator: ", "))" }
    )
    if values.count > 1 { return try equality(.or(values.map { .priority(.equal, $0) })) }
    return .priority(match, values.first ?? .none)
  }

  var ordering: ItemFilter.Comparison? {
    switch comparison {
    case .colon, .equalSign: .equal
    case .notEqual: .notEqual
    case .below: .below
    case .atMost: .atMost
    case .above: .above
    case .atLeast: .atLeast
    case .contains, .doesNotContain: nil
    }
  }

  // MARK: - Attributes

  private func condition(on name: String) throws(FilterTermError) -> ItemFilter {
    guard !name.isEmpty else { throw FilterTermError(reason: "the attribute's name is missing") }
    let part = try only()
    if comparison == .colon, !part.isQuoted {
      if part.text == "any" { return .attribute(name, .exists) }
      if part.text == "none" { return .not(.attribute(name, .exists)) }
    }
    switch comparison {
    case .contains: return .attribute(name, .contains(part.text))
    case .doesNotContain: return .not(.attribute(name, .contains(part.text)))
    case .colon, .equalSign: return equal(name, part)
    case .notEqual: return .not(equal(name, part))
    default:
      throw FilterTermError(reason: "an attribute cannot be compared by '\(comparison.rawValue)'")
    }
  }

  /// The text, or, unless it is quoted, the number or truth value that it spells.
  private func equal(_ name: String, _ part: Part) -> ItemFilter {
    let text = ItemFilter.attribute(name, .equals(.string(part.text)))
    guard !part.isQuoted, let json = try? JSONParser.parse(part.text),
      json.kind == .number || json.kind == .bool
    else { return text }
    return .or([text, .attribute(name, .equals(json))])
  }
}

extension ItemFilter {
  /// Holds where one of the conditions does; a single one stands for itself.
  fileprivate static func any(_ filters: [ItemFilter]) -> ItemFilter {
    filters.count == 1 ? filters[0] : .or(filters)
  }
}
