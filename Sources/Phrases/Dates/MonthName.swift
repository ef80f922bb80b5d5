/// The months by name.
package enum MonthName {
  package static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The number of the month whose name, or the first three letters of it, is given in lower case.
  package static func number(of word: String) -> Int? {
    let index = names.firstIndex { word == $0 || word == $0.prefix(3) }
    return index.map { $0 + 1 } ?? (word == "sept" ? 9 : nil)
  }

  /// The first three letters, as tables show the month.
  package static func shortName(_ month: Int) -> String {
    let name = names[(month - 1) % 12]
    return name.prefix(1).uppercased() + String(name.dropFirst().prefix(2))
  }
}
