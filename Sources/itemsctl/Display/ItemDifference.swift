import CommandKit
import Phrases
import Storage

/// What is other about an item than before: `due Fri 27 Nov → Sat 28 Nov, +shop`.
struct ItemDifference {
  /// A sentence part for each field that somebody changed.
  let parts: [String]

  /// The parts between commas; empty where there are none.
  var text: String { parts.joined(separator: ", ") }

  /// Compares two states of an item; `names` has those of the items that it stands under.
  init(_ before: Item, _ after: Item, _ calendar: LocalCalendar, names: ItemNames = [:]) {
    parts = ItemPart.inOrder.flatMap { part -> [String] in
      // The key itself says nothing to a person.
      if part == .rank { return before.rank == after.rank ? [] : ["its place in the list"] }
      guard part.isTyped, before.value(of: part) != after.value(of: part) else { return [] }
      switch part.form {
      case .names: return ItemDifference.tags(before.tags, after.tags)
      case .object: return ItemDifference.attributes(before.attributes, after.attributes)
      case .ids: return [ItemDifference.blockers(before.blockers, after.blockers, names)]
      case .id:
        let texts = [before, after].map { item in
          item.parent.map { names[$0] ?? "another item" } ?? "none"
        }
        return ["\(part.typedName) \(texts[0]) → \(texts[1])"]
      // Texts of many lines say nothing within a sentence.
      case .text where part == .notes: return [part.typedName]
      default:
        let texts = [before, after].map { ItemDifference.text(part, $0, calendar) }
        return ["\(part.typedName) \(texts[0]) → \(texts[1])"]
      }
    }
  }

  /// What edits of fields changed, whatever the item is now.
  init(_ edits: [HistoryStep.Edit], _ calendar: LocalCalendar, names: ItemNames = [:]) {
    let items = [\HistoryStep.Edit.before, \.after].map { value in
      let registers = edits.map { edit in
        Register(edit.field, edit[keyPath: value], stamp: .zero, isDirty: false)
      }
      let replica = ReplicaItem(id: ItemID(high: 0, low: 0), sequence: 0, registers: registers)
      return Item(replica, number: 0)
    }
    let fields = ItemDifference(items[0], items[1], calendar, names: names)
    parts = fields.parts + edits.compactMap { ItemDifference.text(ofKeptText: $0) }
  }

  /// What became of a text that is kept beside a field; nil for the edit of anything else.
  private static func text(ofKeptText edit: HistoryStep.Edit) -> String? {
    if let kept = KeptText(edit.field, edit.before) {
      return "decided on a text kept beside the \(kept.field.label)"
    }
    return KeptText(edit.field, edit.after).map { "a text kept beside the \($0.field.label)" }
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

  private static func blockers(
    _ before: Set<ItemID>,
    _ after: Set<ItemID>,
    _ names: ItemNames
  ) -> String {
    func text(_ ids: Set<ItemID>) -> String {
      ids.sorted().map { names[$0] ?? "another item" }.joined(separator: ", ")
    }
    let (added, removed) = (after.subtracting(before), before.subtracting(after))
    let key = ItemPart.blockers.typedName
    return [
      added.isEmpty ? "" : "\(key) \(text(added))",
      removed.isEmpty ? "" : "no longer \(key) \(text(removed))",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
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

extension HistoryStep.Edit {
  /// The items that the item stood under before and after, or the one for which it waited; none for the edit of
  /// another field.
  var parents: [ItemID] {
    if case .blocker(let id) = field { return [id] }
    guard field == .fixed(.parent) else { return [] }
    return [before, after].compactMap { $0.string.flatMap { ItemID($0) } }
  }

  /// The edit that takes this one back.
  var reversed: HistoryStep.Edit {
    HistoryStep.Edit(field: field, before: after, after: before)
  }
}
