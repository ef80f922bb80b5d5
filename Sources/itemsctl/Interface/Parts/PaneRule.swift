import ArgumentParsing
import CommandKit
import Phrases
import Storage

extension Look {
  /// The line above an item's pane: its number and its times.
  func rule(of item: Item, columns: Int) -> String {
    let line = usesBlocks ? "─" : "-"
    let added = calendar.shortText(of: item.createdAt)
    let changed = calendar.shortText(of: item.updatedAt)
    let times = added == changed ? "added \(added)" : "added \(added), changed \(changed)"
    let text = "\(line) \(item.number), \(times) "
    let rest = max(0, columns - text.displayWidth)
    return text.truncated(toWidth: columns) + String(repeating: line, count: rest)
  }
}
