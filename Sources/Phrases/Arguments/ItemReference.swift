import CommandKit
package import Storage

/// A number or the beginning of an id.
package struct ItemReference: Hashable, Sendable {
  /// The word as it was typed.
  let word: String
  /// The number that it may be.
  package let number: Int?
  /// The ids that it may begin.
  let range: ClosedRange<ItemID>?

  /// Nil for a word that is neither.
  package init?(_ word: String) {
    self.word = word
    let isNumber = word.isDigits && word.utf8.first != 0x30
    number = isNumber ? Int(word) : nil
    // A word that begins with a hyphen asks for items without a tag.
    range = word.hasPrefix("-") ? nil : ItemReference.idRange(word)
    if number == nil, range == nil { return nil }
  }

  /// The shortest beginning of an id that is accepted.
  package static let minimumDigits = 4

  /// The ids that begin with the digits, without hyphens or with those that an id has.
  package static func idRange(_ prefix: String) -> ClosedRange<ItemID>? {
    for (place, character) in prefix.enumerated() where character == "-" {
      guard hyphens.contains(place) else { return nil }
    }
    let digits = prefix.filter { $0 != "-" }
    // Only then is a digit a byte, by which the places of the hyphens are counted.
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      (minimumDigits...32).contains(digits.utf8.count),
      let first = ItemID(hexadecimal: digits, filledWith: "0"),
      let last = ItemID(hexadecimal: digits, filledWith: "f")
    else { return nil }
    return first...last
  }

  /// The places of the hyphens in an id.
  fileprivate static let hyphens = [8, 13, 18, 23]

  /// The digits that exactly the ids of a range begin with; nil where there are none.
  static func prefix(of range: ClosedRange<ItemID>) -> String? {
    let (first, last) = (range.lowerBound.description, range.upperBound.description)
    let common = zip(first, last).prefix { $0 == $1 }.map { String($0.0) }.joined()
    let prefix = common.hasSuffix("-") ? String(common.dropLast()) : common
    return idRange(prefix) == range ? prefix : nil
  }
}

extension ItemID {
  /// The id of up to 32 hexadecimal digits, with another digit behind them.
  fileprivate init?(hexadecimal digits: String, filledWith digit: Character) {
    var text = digits + String(repeating: digit, count: max(0, 32 - digits.utf8.count))
    for place in ItemReference.hyphens {
      guard text.utf8.count > place else { return nil }
      text.insert("-", at: text.index(text.startIndex, offsetBy: place))
    }
    self.init(text)
  }
}
