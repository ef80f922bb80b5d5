/// A value that is typed for items that are there.
enum TypedChange: Sendable {
  case due, start, list, tag, notes

  var option: String {
    switch self {
    case .due: "--due"
    case .start: "--start"
    case .list: "--list"
    case .tag: "--tag"
    case .notes: "--append"
    }
  }

  var prompt: String {
    switch self {
    case .due: "Due"
    case .start: "Starts"
    case .list: "List"
    case .tag: "Tag"
    case .notes: "Note"
    }
  }

  /// What stands for no value; empty where there has to be one.
  var nothing: String {
    switch self {
    case .due, .start: "none"
    case .list, .tag, .notes: ""
    }
  }

  /// What is said before anything is typed.
  var hint: String {
    switch self {
    case .due, .start: "A date, such as friday, tomorrow 14:00, in 2 weeks; empty removes it."
    case .list, .tag: "A name; Tab completes it."
    case .notes: "A line below the notes."
    }
  }
}
