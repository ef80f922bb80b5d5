import CommandKit
import Phrases
import Storage

/// All that there is to say of an item, on one line: `"Call mum": due tomorrow, list home, +phone`.
struct ItemSentence {
  let text: String

  /// The most of a value of many words, in columns.
  private static let longest = 40

  /// A part that is no date, with its name where its form does not tell it: `list home`, `+phone`; nil for nothing.
  static func value(of part: ItemPart, _ item: Item, _ calendar: LocalCalendar) -> String? {
    let text = part.text(of: item, calendar).truncated(toWidth: longest)
    if text.isEmpty { return nil }
    return part.form == .names ? text : "\(part.typedName) \(text)"
  }

  init(_ item: Item, _ calendar: LocalCalendar) {
    let values = ItemPart.inOrder.compactMap { part -> String? in
      guard part.isTyped, part != .title, part != .attributes,
        item.value(of: part) != Item.blank.value(of: part)
      else { return nil }
      if part.form.isDate {
        return item.value(of: part).flatMap(DayOrInstant.init(jsonForm:)).map {
          "\(part.typedName) \(calendar.spokenText(of: $0))"
        }
      }
      return ItemSentence.value(of: part, item, calendar)
    }
    let attributes = item.attributes.sorted { utf8Less($0.key, $1.key) }.map { key, value in
      "\(FilterTerm.attributePrefix)\(key.visible) "
        + value.visibleText.truncated(toWidth: ItemSentence.longest)
    }
    let all = (values + attributes).joined(separator: ", ")
    text = "\"\(item.title.visible)\"" + (all.isEmpty ? "" : ": \(all)")
  }
}
