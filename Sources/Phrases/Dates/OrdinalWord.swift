import Storage

/// A place in an order: `1st`, `first`, `15th`; `15` alone where the sentence says that it is one.
package struct OrdinalWord: Hashable, Sendable {
  let number: Int
  /// Whether it is a number without an ending.
  let isPlain: Bool

  private static let names = ["first", "second", "third", "fourth", "fifth"]

  /// The place that a word in lower case stands for, from 1 to 31.
  package init?(_ word: String) {
    if let index = OrdinalWord.names.firstIndex(of: word) {
      (number, isPlain) = (index + 1, false)
      return
    }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), let number = Int(digits), (1...31).contains(number),
      word.count == digits.count || word == OrdinalWord.digits(number)
    else { return nil }
    (self.number, isPlain) = (number, word.count == digits.count)
  }

  /// The number with its ending: `22nd`.
  package static func digits(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }
}
