import CommandKit
package import Phrases
package import Storage

/// Items as a document: a heading for each list, and under each task those that stand under it.
///
/// It is put together from all items, which come in another order.
package struct MarkdownDocument {
  package let calendar: LocalCalendar

  package init(calendar: LocalCalendar) {
    self.calendar = calendar
  }

  /// The whole text; what it cannot say is noted.
  package func text(of items: [Item], losses: FormatLosses) -> String {
    let tree = ItemTree(items)
    var lists: [String] = []
    var top: [String: [Item]] = [:]
    for item in tree.top {
      if top[item.list] == nil { lists.append(item.list) }
      top[item.list, default: []].append(item)
    }
    // What is in no list of its own needs no heading where it comes first.
    if let usual = lists.firstIndex(of: Item.defaultList) {
      lists.swapAt(0, usual)
      lists[1...].sort(by: utf8Less)
    } else {
      lists.sort(by: utf8Less)
    }
    return lists.map { list in
      let heading = MarkdownLine.heading(named: list.onOneLine)
      let isUsual = list == Item.defaultList
      let name = isUsual ? list : MarkdownDocument.list(of: heading)
      var lines = isUsual ? [] : [heading, ""]
      for item in top[list] ?? [] {
        append(item, under: nil, of: tree, below: name, level: 0, to: &lines, losses)
      }
      return lines.map { "\($0)\n" }.joined()
    }.joined(separator: "\n")
  }

  /// The list that a heading is read as.
  private static func list(of heading: String) -> String {
    guard case .heading(let title)? = MarkdownLine(heading)?.kind, !title.isEmpty else {
      return Item.defaultList
    }
    return title.nfc
  }

  private func append(
    _ item: Item,
    under parent: ItemID?,
    of tree: ItemTree,
    below list: String,
    level: Int,
    to lines: inout [String],
    _ losses: FormatLosses
  ) {
    let indent = String(repeating: "  ", count: level)
    let task = MarkdownTask(item, below: list, calendar).lines(calendar)
    for (index, line) in task.enumerated() {
      lines.append(indent + (index == 0 ? "- " : "  ") + line)
    }
    note(item, task, under: parent, below: list, losses)
    for child in tree.children(of: item.id) {
      append(child, under: item.id, of: tree, below: list, level: level + 1, to: &lines, losses)
    }
  }

  /// Notes what the item would come back as.
  private func note(
    _ item: Item,
    _ task: [String],
    under parent: ItemID?,
    below list: String,
    _ losses: FormatLosses
  ) {
    guard let line = MarkdownLine("- \(task[0])"),
      case .task(let status, let mark, let text) = line.kind
    else {
      return
    }
    var read = MarkdownTask(text, status, calendar)
    read.mark = mark
    read.notes = task.dropFirst().map { MarkdownLine.note($0) }
    var record = read.reading(below: list, calendar).record
    record.draft.parent = parent
    // A title at its place is what tells a task.
    record.draft.id = item.id
    // The order of the lines is that of the ranks.
    record.draft.rank = item.rank
    losses.note(item, comesBackAs: record)
  }
}
