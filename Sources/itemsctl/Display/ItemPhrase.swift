import Storage

/// How messages name an item.
enum ItemPhrase {
  /// Number, title and the beginning of the id, and when it is due.
  static func text(of item: Item, _ ids: ShortIDs, _ calendar: LocalCalendar) -> String {
    "\(name(of: item)) (\(ids[item]))\(due(of: item, calendar))"
  }

  /// When it is due, to end a sentence; empty without a date.
  static func due(of item: Item, _ calendar: LocalCalendar) -> String {
    item.due.map { ", due \(calendar.fullText(of: $0))" } ?? ""
  }

  /// Number and title.
  static func name(of item: Item) -> String { "\(item.number) \"\(item.title.visible)\"" }
}
