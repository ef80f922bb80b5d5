// Items as lines of values between tabs, what a pipe gets unless it asks for JSON.
//
// number, status, priority, due (UTC, empty without), list, tags (between commas), title. Tabs, line
// feeds and other controls within a value are escapes, as `\t`. It does not change once shipped.

import Storage

/// Items as values between tabs.
enum TSV {
  /// One item without the line's end.
  static func line(of item: Item) -> String {
    let due = item.dueAt.map { ISO8601.string(milliseconds: $0.millisecondsSince1970) } ?? ""
    let tags = item.tags.sorted(by: utf8Less).joined(separator: ",")
    let values = [
      String(item.number), item.status.name, item.priority.name, due, item.list, tags, item.title,
    ]
    return values.map(\.visible).joined(separator: "\t")
  }
}
