import Storage

/// How messages name an item.
enum ItemPhrase {
  /// Number and title, the beginning of the id where it is wanted, and its dates.
  static func text(of item: Item, _ ids: ShortIDs?, _ calendar: LocalCalendar) -> String {
    let id = ids.map { " (\($0[item]))" } ?? ""
    return name(of: item) + id + dates(of: item, calendar)
  }

  /// What else it was given, to end the sentence that tells of its adding: `, high, list home, +shop`; empty for nothing.
  static func values(of item: Item, _ calendar: LocalCalendar) -> String {
    let parts = ItemPart.inOrder.filter {
      $0.isTyped && !$0.form.isDate && $0.form != .rule
        && ![.title, .notes, .status, .parent].contains($0)
    }
    return parts.compactMap { part -> String? in
      guard item.value(of: part) != Item.blank.value(of: part), part != .attributes else {
        return nil
      }
      let text = part.text(of: item, calendar)
      return part.form == .names ? ", \(text)" : ", \(part.typedName) \(text)"
    }.joined()
  }

  /// When it is due, when it starts where that is to come, and how it comes again, to end a sentence; empty without a date.
  static func dates(of item: Item, _ calendar: LocalCalendar) -> String {
    // A list leaves it out until then, and so somebody must be told.
    let waits = item.start.map { $0.start(in: calendar.zone) > calendar.now } ?? false
    let start = waits ? item.start.map { ", starts \(calendar.spokenText(of: $0))" } : nil
    let rule = item.repeat.map { ", \(RepeatPhrase(rule: $0.rule, origin: $0.origin).text)" }
    return (item.due.map { ", due \(calendar.spokenText(of: $0))" } ?? "") + (start ?? "")
      + (rule ?? "")
  }

  /// Number and title.
  static func name(of item: Item) -> String { "\(item.number) \"\(item.title.visible)\"" }
}
