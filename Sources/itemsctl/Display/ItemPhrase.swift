import CommandKit
import Phrases
import Storage

/// How messages name an item.
enum ItemPhrase {
  /// Number and title, the beginning of the id where it is wanted, and its dates.
  static func text(of item: Item, _ ids: ShortIDs?, _ calendar: LocalCalendar) -> String {
    let id = ids.map { " (\($0[item]))" } ?? ""
    return name(of: item) + id + dates(of: item, calendar)
  }

  /// The other values that it has, to end a sentence: `, under 3 "Boat", list home, +shop`; empty for none.
  static func values(of item: Item, _ calendar: LocalCalendar, under names: ItemNames) -> String {
    let left: [ItemPart] = [.title, .notes, .status, .parent, .blockers, .attributes]
    let parent = item.parent.map { ", under \(names[$0] ?? "another item")" } ?? ""
    let blockers = item.blockers.sorted().map { names[$0] ?? "another item" }
      .joined(separator: ", ")
    return parent + (blockers.isEmpty ? "" : ", \(ItemPart.blockers.typedName) \(blockers)")
      + ItemPart.inOrder.compactMap { part -> String? in
        guard part.isTyped, !part.form.isDate, part.form != .rule, !left.contains(part),
          item.value(of: part) != Item.blank.value(of: part)
        else { return nil }
        return ItemSentence.value(of: part, item, calendar).map { ", \($0)" }
      }.joined()
  }

  /// When it is due, when it starts where that is to come, and how it comes again, to end a sentence; empty without a date.
  static func dates(of item: Item, _ calendar: LocalCalendar) -> String {
    // A list leaves it out until then, and so somebody must be told.
    let waits = item.start.map { $0.start(in: calendar.zone) > calendar.now } ?? false
    let start = waits ? item.start.map { ", starts \(calendar.spokenText(of: $0))" } : nil
    let rule = item.repeat.map { ", \(RepeatPhrase($0).text)" }
    return (item.due.map { ", due \(calendar.spokenText(of: $0))" } ?? "") + (start ?? "")
      + (rule ?? "")
  }

  /// Number and title.
  static func name(of item: Item) -> String { "\(item.number) \"\(item.title.visible)\"" }
}
