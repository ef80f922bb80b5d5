import Storage

/// A key, how it is compared, and with what: `due<friday`, `due.before:friday`, `attr.url~example`.
package struct FilterTerm: Hashable {
  /// How a value is compared.
  package enum Operator: String, CaseIterable {
    // The longer of two that begin alike comes first.
    case notEqual = "!="
    case beginsWith = "^="
    case doesNotContain = "!~"
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
    case contains = "~"
    case equalSign = "="
    case colon = ":"

    /// How each is written; those in words need no quotes in a shell.
    fileprivate static let spellings =
      [(".before:", Operator.below), (".after:", .above)] + allCases.map { ($0.rawValue, $0) }
  }

  /// What is compared, as typed.
  package let key: String
  package let comparison: Operator
  package let value: String
  /// The characters of the word in front of the value.
  let valueStart: Int

  /// Takes a word apart; nil unless it is a key followed by a comparison.
  ///
  /// A key is made of lower-case letters, or is `blocked-by`; behind `attr.` it is anything, within double quotes where
  /// it holds a comparison.
  package init?(_ word: String) {
    let isAttribute = word.hasPrefix(FilterTerm.attributePrefix)
    var rest = word[...]
    if isAttribute, let quoted = QuotedText(word.dropFirst(FilterTerm.attributePrefix.count)) {
      rest = quoted.rest
    }
    while let first = rest.first {
      if let (sign, comparison) = Operator.spellings.first(where: { rest.hasPrefix($0.0) }) {
        key = String(word[..<rest.startIndex])
        self.comparison = comparison
        value = String(rest.dropFirst(sign.count))
        valueStart = key.count + sign.count
        let isName = isAttribute || !key.contains("-") || key == ItemPart.blockers.typedName
        if key.isEmpty || !isName { return nil }
        return
      }
      guard isAttribute || first == "-" || first.isASCII && first.isLowercase else { return nil }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Whether a word has several conditions in it, and yet is one: `+shop and list:boat`.
  package static func runsTogether(_ word: String) -> Bool {
    let conditions = word.split(separator: " ").filter { part in
      if part.hasPrefix("+") || part.hasPrefix("-") { return part.count > 1 }
      return FilterTerm(String(part)).map { $0.attribute != nil || keys.contains($0.key) } ?? false
    }
    return conditions.count > 1 && !word.hasPrefix("(")
  }

  /// What stands in front of the name of an attribute.
  package static let attributePrefix = "attr."

  /// The name of the attribute that the key means, if it means one.
  package var attribute: String? {
    guard key.hasPrefix(FilterTerm.attributePrefix) else { return nil }
    let name = key.dropFirst(FilterTerm.attributePrefix.count)
    return QuotedText(name).flatMap { $0.rest.isEmpty ? $0.text : nil } ?? String(name)
  }
}
