import Storage
import Testing

@testable import Phrases
@testable import itemsctl

/// A file of another program, and what it means.
struct ProgramExport: Sendable, CustomTestStringConvertible {
  let program: String
  let text: String
  let items: [String]
  /// Parts of what is told, beside what was read as what.
  var told: [String] = []

  var testDescription: String { program + " " + text.prefix(40) }

  static let all = [
    todoist, tickTick, microsoftToDo, things, googleTasks, outlook, asana, trello, rememberTheMilk,
    wunderlist,
  ].flatMap(\.self)

  /// An item in words: its title, and whatever else it has.
  static func text(of item: Item, among items: [Item]) -> String {
    var words = [item.title]
    if item.status != .open { words.append(item.status.name) }
    if item.priority != .none { words.append("!\(item.priority.name)") }
    if item.list != Item.defaultList { words.append("list:\(item.list)") }
    words += item.tags.sorted().map { "+\($0)" }
    for (name, date) in [("start", item.start), ("due", item.due)] {
      switch date {
      case .day(let day)?: words.append("\(name):\(day)")
      case .instant(let date)?:
        words.append(
          "\(name):\(ISO8601.string(milliseconds: date.millisecondsSince1970).prefix(16))"
        )
      case nil: break
      }
    }
    if let rule = item.repeat {
      words.append("repeat:\(RepeatPhrase(rule: rule.rule, origin: rule.origin).text)")
    }
    if let parent = items.first(where: { $0.id == item.parent }) {
      words.append("< \(parent.title)")
    }
    if !item.notes.isEmpty { words.append("/ " + item.notes.replacing("\n", with: "|")) }
    words += item.attributes.sorted { $0.key < $1.key }.map {
      "\($0.key)=\($0.value.string ?? $0.value.description)"
    }
    return words.joined(separator: " ")
  }
}
