import Storage

/// What is other about an item than before: `due Fri 27 Nov → Sat 28 Nov, +shop`.
struct ItemDifference {
  /// The differences between commas; empty where there are none that somebody made.
  let text: String

  init(_ before: Item, _ after: Item, _ calendar: LocalCalendar) {
    text = ItemPart.inOrder.flatMap { part -> [String] in
      guard part.isTyped, before.value(of: part) != after.value(of: part) else { return [] }
      switch part.form {
      case .names: return ItemDifference.tags(before.tags, after.tags)
      case .object: return ItemDifference.attributes(before.attributes, after.attributes)
      // Texts of many lines, and ids, say nothing within a sentence.
      case .id: return [part.typedName]
      case .text where part == .notes: return [part.typedName]
      default:
        let texts = [before, after].map { ItemDifference.text(part, $0, calendar) }
        return ["\(part.typedName) \(texts[0]) → \(texts[1])"]
      }
    }.joined(separator: ", ")
  }

  /// What edits of fields changed, whatever the item is now.
  init(_ edits: [HistoryStep.Edit], of item: ItemID, _ calendar: LocalCalendar) {
    let items = [\HistoryStep.Edit.before, \.after].map { value in
      let registers = edits.map { edit in
        Register(edit.field, edit[keyPath: value], stamp: .zero, isDirty: false)
      }
      return Item(ReplicaItem(id: item, sequence: 0, registers: registers), number: 0)
    }
    self.init(items[0], items[1], calendar)
  }

  private static func text(_ part: ItemPart, _ item: Item, _ calendar: LocalCalendar) -> String {
    if part.form.isDate, let value = item.value(of: part).flatMap(DayOrInstant.init(jsonForm:)) {
      return calendar.spokenText(of: value)
    }
    if part == .title { return "\"\(item.title.visible)\"" }
    // What a field has as its default is worth a word here.
    if case .choice = part.form { return item.value(of: part)?.string ?? "none" }
    let text = part.text(of: item, calendar)
    return text.isEmpty ? (part == .list ? item.list.visible : "none") : text
  }

  private static func tags(_ before: Set<String>, _ after: Set<String>) -> [String] {
    let added = after.subtracting(before).sorted(by: utf8Less).map { "+\($0.visible)" }
    let removed = before.subtracting(after).sorted(by: utf8Less).map { "-\($0.visible)" }
    return [(added + removed).joined(separator: " ")]
  }

  private static func attributes(_ before: [String: JSONValue], _ after: [String: JSONValue])
    -> [String]
  {
    Set(before.keys).union(after.keys).sorted(by: utf8Less).compactMap { key in
      guard before[key] != after[key] else { return nil }
      let texts = [before[key], after[key]].map { $0?.visibleText ?? "none" }
      return "\(FilterTerm.attributePrefix)\(key.visible) \(texts[0]) → \(texts[1])"
    }
  }
}

extension ItemPart {
  /// Whether a command sets it.
  var isTyped: Bool {
    if case .never = use.typing { false } else { true }
  }
}
