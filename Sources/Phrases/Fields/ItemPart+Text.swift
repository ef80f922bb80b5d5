// Fields as a person reads them.

import CommandKit
package import Storage

extension ItemPart {
  /// The value, safe for a terminal, with times of the local zone; empty where there is nothing to tell.
  package func text(of item: Item, _ calendar: LocalCalendar) -> String {
    if let text = unknownText(of: item) { return text }
    guard let value = item.value(of: self), !isUsual(value) else { return "" }
    switch form {
    case .time: return Date(jsonForm: value).map { calendar.fullText(of: $0) } ?? ""
    case .dayOrTime: return DayOrInstant(jsonForm: value).map { calendar.fullText(of: $0) } ?? ""
    case .rule:
      return item.repeat.map { RepeatPhrase($0).text } ?? ""
    case .names:
      return (value.array ?? []).compactMap(\.string).map { "+\($0.visible)" }
        .joined(separator: " ")
    case .nominalDate: return item.occurrence.map { item.text(of: $0, calendar) } ?? ""
    case .ids:
      return (value.array ?? []).compactMap(\.string).map(\.visible).joined(separator: ", ")
    case .id, .number, .text, .choice, .object: return value.visibleText
    }
  }

  /// The value, where it has a form that this version does not know.
  package func unknownText(of item: Item) -> String? {
    // Of two parts in one register, the first one tells of it.
    guard !item.unknown.isEmpty, let register,
      self == ItemPart.allCases.first(where: { $0.register == register })
    else { return nil }
    return item.unreadable[register.name]?.unknownText
  }

  /// Whether a file leaves the value out, as everybody expects it.
  private func isUsual(_ value: JSONValue) -> Bool {
    isLeftOutAsDefault && value == Item.blank.value(of: self)
  }
}

extension Item {
  /// The date of the rule that is open, where it was moved; empty where it is what the item is due.
  fileprivate func text(of date: NominalDate, _ calendar: LocalCalendar) -> String {
    let day = DayOrInstant.day(CalendarDay(daysSince1970: date.day.daysSince1970))
    let milliseconds = date.milliseconds(in: self.repeat?.clock ?? calendar.zone)
    let usual = date.hasTime ? .instant(Date(millisecondsSince1970: milliseconds)) : day
    guard due ?? start != usual else { return "" }
    // It is shown as the clock of its own zone has it.
    let clock = LocalCalendar(zone: .utc, now: calendar.now)
    guard date.hasTime else { return clock.fullText(of: day) }
    let text = clock.fullText(of: Date(millisecondsSince1970: date.milliseconds(in: .utc)))
    let zone = self.repeat?.zone
    return zone == nil || zone == calendar.zone.identifier ? text : "\(text) \(zone ?? "")"
  }

  /// The fields that this version does not know, without the texts kept beside the item's own, with their values as text.
  package var unknownTexts: [(name: String, text: String)] {
    unreadable.compactMap { name, value in
      let field = Field(name: name)
      if case .fixed = field { return nil }
      if KeptText.parts(of: field) != nil { return nil }
      return (name.visible, value.unknownText)
    }
  }
}

extension JSONValue {
  /// The text, or the JSON of something else, safe for a terminal.
  package var visibleText: String { (string ?? description).visible }

  /// The JSON of what this version cannot read, safe for a terminal.
  fileprivate var unknownText: String { "\(description.visible) (unknown to this version)" }
}
