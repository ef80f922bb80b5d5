// Texts that are kept beside an item's own, and edits that lost to later ones.

import CommandKit
import ItemFormats
import Phrases
import Storage
import Sync

extension SyncReport {
  /// A kept text for a person: its name, the item, both texts, and when the kept one was written.
  static func lines(of kept: KeptTextOfItem, _ name: String, _ calendar: LocalCalendar) -> [String]
  {
    let time = calendar.shortText(of: kept.kept.stamp.date)
    return
      ["\(name)  kept  \"\(kept.title.visible)\" (\(kept.item.short))"]
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
  static func tsv(of kept: KeptTextOfItem, _ name: String) -> String {
    [
      name, "kept", kept.item.description, kept.title.visible, kept.kept.text.visible,
    ].joined(separator: "\t")
  }

  /// A kept text as one line.
  static func json(of kept: KeptTextOfItem, _ name: String) throws(JSONError) -> String {
    let head: OrderedObject = ["schema": .number(1)]
    return try (head + object(of: kept, name)).text()
  }

  /// A decision on a kept text.
  static func json(
    of kept: KeptTextOfItem,
    _ name: String,
    _ choice: KeptTextChoice
  ) throws(JSONError) -> String {
    let outcome: OrderedObject = ["resolution": .string(choice.rawValue)]
    return try event("resolved", object(of: kept, name) + outcome)
  }

  private static func object(of kept: KeptTextOfItem, _ name: String) -> OrderedObject {
    [
      "number": .string(name),
      "kind": .string("kept"),
      "item": .string(kept.item.description),
      "title": .string(kept.title),
      "field": .string(kept.kept.field.name),
      "time": .time(kept.kept.stamp.date),
      "kept": .string(kept.kept.text),
      "current": .string(kept.current),
    ]
  }

  /// The lines that say what a decision does to the kept texts of one item, of which there is at least one.
  static func text(
    of texts: [KeptTextOfItem],
    _ choice: KeptTextChoice,
    isDone: Bool,
    quotesTexts: Bool = true
  ) -> String {
    let item = "\(texts[0].number) \"\(texts[0].title.visible)\""
    let all = texts.count == 1 ? "the kept text" : "the \(texts.count) kept texts"
    switch choice {
    case .mine:
      let drop = isDone ? "Dropped" : "Would drop"
      guard texts.count == 1, quotesTexts else { return "\(drop) \(all) of \(item)" }
      let field = texts[0].kept.field.label
      return "\(drop) \(all) of \(item): \(excerpt(texts[0].kept.text))\n"
        + "  its \(field) \(isDone ? "stays" : "would stay") \(excerpt(texts[0].current))"
    case .theirs:
      let fields = Set(texts.map(\.kept.field)).count
      let take = isDone ? "Took" : "Would take"
      if texts.count == 1, quotesTexts {
        return "\(take) \(all) for \(item): \(excerpt(texts[0].kept.text))\n"
          + "  instead of \(excerpt(texts[0].current))"
      }
      guard texts.count > fields else { return "\(take) \(all) for \(item)" }
      let latest = "the latest kept text" + (fields == 1 ? "" : " of each field")
      let others = counted(texts.count - fields, "other")
      return "\(take) \(latest) for \(item), and \(isDone ? "dropped" : "drop") \(others)"
    case .both:
      let both = texts.count == 1 ? "both texts" : "all texts"
      return "\(isDone ? "Put" : "Would put") \(both) into \(item)"
    }
  }

  /// The beginning of a text, in quotes.
  private static func excerpt(_ text: String) -> String {
    guard !text.isEmpty else { return "nothing" }
    let line = text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
    let short = line.visible.truncated(toWidth: 40)
    return "\"\(short)\(line.utf8.count < text.utf8.count && !short.hasSuffix("…") ? " …" : "")\""
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
      "deleted": .bool(edit.isByDeletion),
    ]
    return try event("overwritten", members)
  }

  /// How many edits lost to later ones in a run of sync; nil if none.
  static func text(ofLosses summary: SyncSummary) -> String? {
    let count = summary.overwritten.count
    let deleted = summary.overwritten.count(where: \.isByDeletion)
    guard count > 0 else { return nil }
    let deletion = "\(deleted == 1 ? "its item was" : "their items were") deleted elsewhere"
    let parts = [
      (count - deleted, "overwritten by \(count - deleted == 1 ? "a later one" : "later ones")"),
      (deleted, "lost, since \(deletion)"),
    ].filter { $0.0 > 0 }
    let losses = parts.map { number, what in
      "\(counted(number, "edit")) \(number == 1 ? "was" : "were") \(what)"
    }
    return "\(losses.joined(separator: ", and ")); 'itemsctl log' shows "
      + (count == 1 ? "it." : "them.")
  }
}
