import ArgumentParsing
import CommandKit

/// Words of other programs, and of people, that are no commands here.
enum CommandPhrase {
  /// What to type in their place, without the program's name; nil for any other word.
  static let meant: @Sendable (String) -> String? = { word in
    if word.utf8.count <= 9, word.isDigits { return "show \(word)" }
    return switch word {
    case "today", "overdue", "week", "upcoming", "waiting": "list \(word)"
    case "next", "tasks", "items": "list"
    case "projects": "lists"
    case "tags": "tag"
    case "summary": "stats"
    case "annotate", "note", "append": "edit <item> --append <text>"
    case "denotate": "edit <item>"
    case "postpone", "snooze", "schedule", "due": "edit <item> due:<date>"
    case "rename": "edit <item> <title>"
    case "version": "--version"
    case "settings": "config"
    default: nil
    }
  }
}
