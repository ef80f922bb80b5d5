// Texts that are kept beside an item's own, and edits that lost to later ones.

import Storage
import Sync

extension SyncReport {
  /// How a kept text is named at the prompt: `k` and its item's number.
  static func name(of kept: KeptTextOfItem) -> String { "k\(kept.number)" }

  /// A kept text for a person: the item, both texts, and when the kept one was written.
  static func lines(of kept: KeptTextOfItem, _ calendar: LocalCalendar) -> [String] {
    let time = calendar.shortText(of: kept.kept.stamp.date)
    return
      ["\(name(of: kept))  kept  \"\(kept.title.visible)\" (\(kept.item.short))"]
      + ["   the \(kept.kept.field.label) of the item, which a later edit wrote:"]
      + indented(kept.current)
      + ["   the text that is kept beside it, of \(time):"]
      + indented(kept.kept.text)
  }

  private static func indented(_ text: String) -> [String] {
    text.visibleLines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "     " + $0 }
  }

  /// A kept text as one line with tabs: its name, kind, id, title, text.
  static func tsv(of kept: KeptTextOfItem) -> String {
    [
      name(of: kept), "kept", kept.item.description, kept.title.visible, kept.kept.text.visible,
    ].joined(separator: "\t")
  }

  /// A kept text as one line.
  static func json(of kept: KeptTextOfItem) throws(JSONError) -> String {
    let head: OrderedObject = ["schema": .number(1)]
    return try (head + object(of: kept)).text()
  }

  /// A decision on a kept text.
  static func json(
    of kept: KeptTextOfItem,
    _ choice: KeptTextChoice
  ) throws(JSONError) -> String {
    let outcome: OrderedObject = ["resolution": .string(choice.rawValue)]
    return try event("resolved", object(of: kept) + outcome)
  }

  private static func object(of kept: KeptTextOfItem) -> OrderedObject {
    [
      "number": .string(name(of: kept)),
      "kind": .string("kept"),
      "item": .string(kept.item.description),
      "title": .string(kept.title),
      "field": .string(kept.kept.field.name),
      "time": .time(kept.kept.stamp.date),
      "kept": .string(kept.kept.text),
      "current": .string(kept.current),
    ]
  }

  /// What became of all kept texts of one item.
  static func text(
    of texts: [KeptTextOfItem],
    _ choice: KeptTextChoice,
    isDone: Bool
  ) -> String {
    let item = texts.first.map { "\($0.number) \"\($0.title.visible)\"" } ?? ""
    let fields = Set(texts.map(\.kept.field)).count
    let all = texts.count == 1 ? "the kept text" : "the \(texts.count) kept texts"
    switch choice {
    case .mine: return "\(isDone ? "Dropped" : "Would drop") \(all) of \(item)"
    case .theirs:
      // Of each field, the latest one is taken.
      let taken =
        texts.count == fields
        ? all : "the latest of \(texts.count) kept texts" + (fields == 1 ? "" : " of each field")
      return "\(isDone ? "Took" : "Would take") \(taken) for \(item)"
    case .both:
      let both = texts.count == 1 ? "both texts" : "all texts"
      return "\(isDone ? "Put" : "Would put") \(both) into \(item)"
    }
  }

  /// An edit that lost, as an event.
  static func json(of edit: OverwrittenEdit) throws(JSONError) -> String {
    let members: OrderedObject = [
      "item": .string(edit.item.description),
      "field": .string(edit.field.name),
      "lost": .json(edit.lost.value),
      "lostTime": .time(edit.lost.stamp.date),
      "won": .json(edit.won.value),
      "wonTime": .time(edit.won.stamp.date),
      "mine": .bool(edit.isMine),
    ]
    return try event("overwritten", members)
  }

  /// How many edits lost to later ones in a run of sync; nil if none.
  static func text(ofLosses summary: SyncSummary) -> String? {
    let count = summary.overwritten.count
    guard count > 0 else { return nil }
    return count == 1
      ? "1 edit was overwritten by a later one; 'itemsctl log' shows it."
      : "\(count) edits were overwritten by later ones; 'itemsctl log' shows them."
  }
}
