/// A filter that people have a word for: the first one of `list today`.
struct FilterView: Sendable {
  let name: String
  /// The condition that it stands for, as somebody would type it.
  let condition: String
  /// What it is, in a few words.
  let meaning: String

  private init(_ name: String, _ condition: String, _ meaning: String) {
    (self.name, self.condition, self.meaning) = (name, condition, meaning)
  }

  static let all = [
    FilterView("today", "due:..today", "due today or before"),
    FilterView("overdue", "is:overdue", "due before today or before now"),
    FilterView("week", "due:..6d", "due within seven days, or before"),
    FilterView("upcoming", "due:tomorrow..", "due tomorrow or later"),
    FilterView("waiting", "is:waiting", "to start later"),
  ]

  /// The words with the condition in place of a view in front of them.
  static func expanded(_ words: [String]) -> [String] {
    guard let view = all.first(where: { $0.name == words.first }) else { return words }
    return [view.condition] + words.dropFirst()
  }
}
