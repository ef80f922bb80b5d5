/// The days of the week, counted from Sunday as the C library does.
package enum Weekday: Int, CaseIterable, Sendable {
  case sunday, monday, tuesday, wednesday, thursday, friday, saturday

  /// The day whose name, or the first three letters of it, is given in lower case.
  package init?(word: String) {
    let match = Weekday.allCases.first { day in
      let name = "\(day)"
      return word == name || word == name.prefix(3)
        || (word.count == 4 || word.count == 5) && day.isAlsoShortened && name.hasPrefix(word)
    }
    guard let match else { return nil }
    self = match
  }

  /// Tuesday and Thursday are often given four or five letters.
  private var isAlsoShortened: Bool { self == .tuesday || self == .thursday }

  /// The first three letters, as tables show the day.
  package var shortName: String { ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][rawValue] }

  /// Days since Monday, on which weeks begin.
  package var daysSinceMonday: Int { (rawValue + 6) % 7 }
}
