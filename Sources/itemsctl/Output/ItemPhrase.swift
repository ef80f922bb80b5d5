import Storage

/// How messages name an item.
enum ItemPhrase {
  /// Number, title and the beginning of the id, and when it is due.
  static func text(of item: Item, _ ids: ShortIDs, _ calendar: LocalCalendar) -> String {
    let due = item.dueAt.map { ", due \(calendar.fullText(of: $0))" } ?? ""
    return "\(name(of: item)) (\(ids[item]))\(due)"
  }

  /// How many items, or steps and whatever else has a plural with an "s".
  static func count(_ count: Int, _ noun: String = "item") -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Number and title.
  static func name(of item: Item) -> String { "\(item.number) \"\(item.title.visible)\"" }
}
