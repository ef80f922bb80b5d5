import CommandKit
import Storage

/// Words of other programs for a status, a priority, and whether a task is done.
package enum UsualWords {
  /// Whether a word of a column about completion says that a task is done; nil for another text, such as a date, and for none.
  package static func isDone(_ text: String) -> Bool? {
    switch text.trimmed.lowercased() {
    case "true", "yes", "y", "x", "1", "1.0", "✓", "✔", "☑", "done", "completed", "complete": true
    case "false", "no", "n", "0", "0.0", "☐", "open", "incomplete": false
    default: nil
    }
  }

  /// The name here of a status or a priority; the text itself where it is none of theirs.
  static func name(_ text: String, of part: ItemPart) -> String {
    switch part {
    case .status: status[plain(text)]?.name ?? text
    case .priority: priority(text.trimmed.lowercased())?.name ?? text
    default: text
    }
  }

  private static let status: [String: Status] = [
    "completed": .done, "complete": .done, "closed": .done, "finished": .done, "resolved": .done,
    "canceled": .cancelled, "dropped": .cancelled, "abandoned": .cancelled, "wontdo": .cancelled,
    "wontfix": .cancelled, "deleted": .cancelled, "todo": .open, "inprogress": .open,
    "inprocess": .open, "notstarted": .open, "started": .open, "pending": .open, "active": .open,
    "new": .open, "waiting": .open, "needsaction": .open, "incomplete": .open,
    "notcompleted": .open,
    "deferred": .open,
  ]

  /// Numbers mean what they do in calendars: 1 to 4, 5, 6 to 9 are high, medium, low.
  private static func priority(_ word: String) -> Priority? {
    switch word {
    case "a", "h", "p1", "urgent", "highest", "critical", "important": .high
    case "b", "m", "p2", "med": .medium
    case "c", "l", "p3", "lowest", "minor": .low
    case "p4", "normal", "default": Priority.none
    default: word.count == 1 ? Int(word).flatMap(ICalendar.priority) : nil
    }
  }

  /// Small letters without blanks and signs between them.
  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace && !"-_'’.".contains($0) }
  }
}
