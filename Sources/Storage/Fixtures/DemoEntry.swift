/// An item of the demonstration; its days are counted from today, the earlier ones downwards from 0.
struct DemoEntry: Sendable {
  var title: String
  var list: String
  /// How many days ago it was made.
  var made: Int
  var due: Due?
  /// The day on which it was done.
  var done: Int?
  var priority = Priority.none
  var tags: Set<String> = []
  var notes = ""
  /// A rule of RFC 5545, counted from the due day.
  var rule: String?
  var origin = Repeat.Origin.due
  var attributes: [String: JSONValue] = [:]
  /// What stands under it, in its list and made with it.
  var steps: [DemoEntry] = []

  /// A day, or a time of a day.
  enum Due: Sendable {
    case day(Int)
    case time(Int, hour: Int, minute: Int = 0)
  }

  /// A part of another entry, whose list and day it takes.
  static func step(
    _ title: String,
    due: Due? = nil,
    done: Int? = nil,
    priority: Priority = .none
  ) -> DemoEntry {
    DemoEntry(title: title, list: "", made: 0, due: due, done: done, priority: priority)
  }
}
