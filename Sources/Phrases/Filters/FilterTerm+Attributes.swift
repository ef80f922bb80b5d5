// What conditions on attributes ask for.

import Storage

extension FilterTerm {
  /// The condition on the attribute of that name.
  ///
  /// A number without quotes compares with numbers, anything else with texts.
  func condition(onAttribute name: String) throws(FilterTermError) -> ItemFilter {
    guard !name.isEmpty else { throw FilterTermError(reason: "the attribute's name is missing") }
    let path = AttributePath(name)
    let part = try only()
    if comparison == .colon, !part.isQuoted {
      if part.text == "any" { return .attribute(path, .exists) }
      if part.text == "none" { return .not(.attribute(path, .exists)) }
      if let match = part.numberRange { return .attribute(path, match) }
    }
    switch comparison {
    case .contains: return .attribute(path, .contains(part.text))
    case .doesNotContain: return .not(.attribute(path, .contains(part.text)))
    case .beginsWith: return .attribute(path, .hasPrefix(part.text))
    case .colon, .equalSign: return part.equals(path)
    case .notEqual: return .not(part.equals(path))
    case .below, .atMost, .above, .atLeast:
      guard let ordering else { throw incomparable }
      guard !part.text.isEmpty || part.isQuoted else {
        throw FilterTermError(reason: "a value must follow", range: part.range)
      }
      return .attribute(path, .compared(ordering, part.number ?? .string(part.text)))
    }
  }
}

extension FilterTerm.Part {
  /// The number that it spells, unless it is quoted.
  fileprivate var number: JSONValue? { isQuoted ? nil : JSONValue(number: text) }

  /// The range of numbers that it spells, both included: `10..30`, `10..` or `..30`.
  fileprivate var numberRange: ItemFilter.AttributeMatch? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
    let numbers = ends.map { JSONValue(number: String($0)) }
    return switch (numbers[0], numbers[1]) {
    case (let lower?, let upper?): .between(lower, upper)
    case (let lower?, nil) where ends[1].isEmpty: .compared(.atLeast, lower)
    case (nil, let upper?) where ends[0].isEmpty: .compared(.atMost, upper)
    default: nil
    }
  }

  /// The text, or, unless it is quoted, the number or truth value that it spells.
  fileprivate func equals(_ path: AttributePath) -> ItemFilter {
    let text = ItemFilter.attribute(path, .equals(.string(self.text)))
    guard !isQuoted, let json = try? JSONParser.parse(self.text),
      json.kind == .number || json.kind == .bool
    else { return text }
    return .or([text, .attribute(path, .equals(json))])
  }
}

extension JSONValue {
  /// The number that a text spells as JSON does.
  fileprivate init?(number text: String) {
    guard let json = try? JSONParser.parse(text), json.kind == .number else { return nil }
    self = json
  }
}
