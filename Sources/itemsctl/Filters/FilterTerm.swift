// One word of a filter, taken apart.

/// A key, how it is compared, and with what: `due<friday`, `attr.url~example`.
struct FilterTerm: Hashable {
  /// How a value is compared.
  enum Operator: String, CaseIterable {
    // The longer of two that begin alike comes first.
    case notEqual = "!="
    case doesNotContain = "!~"
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
    case contains = "~"
    case equalSign = "="
    case colon = ":"
  }

  /// What is compared, as typed.
  let key: String
  let comparison: Operator
  let value: String

  /// Takes a word apart; nil for one that is no key followed by a comparison.
  ///
  /// A key is made of lower-case letters; behind `attr.` it is anything.
  init?(_ word: String) {
    let isAttribute = word.hasPrefix("attr.")
    var rest = word[...]
    while let first = rest.first {
      if let comparison = Operator.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
        key = String(word[..<rest.startIndex])
        self.comparison = comparison
        value = String(rest.dropFirst(comparison.rawValue.count))
        if key.isEmpty { return nil }
        return
      }
      guard isAttribute || first.isASCII && first.isLowercase else { return nil }
      rest = rest.dropFirst()
    }
    return nil
  }
}
