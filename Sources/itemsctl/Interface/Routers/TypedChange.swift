/// A value that is typed for items that are there.
enum TypedChange: Sendable {
  case due, start, parent, list, tag, notes

  /// True if it is another item, which a search finds.
  var isParent: Bool { self == .parent }

  var option: String {
    switch self {
    case .due: "--due"
    case .start: "--start"
    case .parent: "--parent"
    case .list: "--list"
    case .tag: "--tag"
    case .notes: "--append"
    }
  }

  var prompt: String {
    switch self {
    case .due: "Due"
    case .start: "Starts"
    case .parent: "Under"
    case .list: "List"
    case .tag: "Tag"
    case .notes: "Note"
    }
  }

  /// What stands for no value; empty where there has to be one.
  var nothing: String {
    switch self {
    case .due, .start, .parent: "none"
    case .list, .tag, .notes: ""
    }
  }

  /// What is said before anything is typed.
  var hint: String {
    switch self {
    case .due, .start: "A date, such as friday, tomorrow 14:00, in 2 weeks; empty removes it."
    case .parent: "A number, or words of a title; empty moves it to the top level."
    case .list, .tag: "A name; Tab completes it."
    case .notes: "A line below the notes."
    }
  }

  /// The sentence about a value that is refused.
  func sentence(of answer: CommandAnswer) -> String {
    let (text, ending) = (answer.summary, "is not understood.")
    let isDate = self == .due || self == .start
    guard answer.isFailure, isDate, text.hasSuffix(ending) else { return text }
    return text.dropLast(ending.count) + "is not a date."
  }
}
