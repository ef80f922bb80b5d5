/// A filter that people have a word for: `today`, also written `is:today`.
package struct FilterView: Sendable {
  package let name: String
  /// The words that stand for its name in a filter.
  package let conditions: [String]
  /// What it is, in a few words.
  package let meaning: String

  init(_ name: String, _ conditions: [String], _ meaning: String) {
    (self.name, self.conditions, self.meaning) = (name, conditions, meaning)
  }

  /// Those that everybody has.
  package static let builtIn = [
    FilterView("today", ["due:..today"], "due today or before"),
    FilterView("overdue", ["is:overdue"], "due before today or before now"),
    FilterView("week", ["due:..6d"], "due within seven days, or before"),
    FilterView("upcoming", ["due:tomorrow.."], "due tomorrow or later"),
    FilterView("waiting", ["is:waiting"], "starts later"),
    FilterView("blocked", ["is:blocked"], "open, and waits for an open item"),
    FilterView("blocking", ["is:blocking"], "open, and an open item waits for it"),
  ]
}
