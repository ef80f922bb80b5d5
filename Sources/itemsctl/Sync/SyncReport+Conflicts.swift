// Conflicts in words.

import CommandKit
import Phrases
import Storage
import Sync

extension SyncReport {
  /// A conflict for a person: what it is, and the values that a decision keeps or drops.
  static func lines(of conflict: SyncConflict, _ calendar: LocalCalendar) -> [String] {
    let head = "\(conflict.number)  \(name(of: conflict.kind))  \(name(of: conflict))"
    return [head, "   \(reason(of: conflict))"]
      + contents(of: conflict, calendar).map { "   \($0)" }
  }

  /// A conflict as one line with tabs: number, kind, id, title, reason.
  static func tsv(of conflict: SyncConflict) -> String {
    [
      "\(conflict.number)", name(of: conflict.kind), conflict.item.description,
      conflict.title.visible, reason(of: conflict),
    ].joined(separator: "\t")
  }

  /// What became of a conflict.
  static func text(
    of conflict: SyncConflict,
    _ resolution: ConflictResolution,
    isDone: Bool
  ) -> String {
    let verb =
      switch (resolution, isDone) {
      case (.keepMine, true): "Kept"
      case (.keepMine, false): "Would keep"
      case (.drop, true): "Dropped"
      case (.drop, false): "Would drop"
      }
    return "\(verb) \(conflict.number), \(name(of: conflict))"
  }

  static func name(of kind: SyncConflict.Kind) -> String { kind.choice.rawValue }

  /// Why the change is here, in words; an unknown reason is passed on as it is.
  static func reason(of conflict: SyncConflict) -> String {
    guard conflict.kind == .quarantined else { return conflict.reason.visible }
    return refusals[conflict.reason] ?? "the hub refuses it: \(conflict.reason.visible)"
  }

  private static let refusals = [
    "field": "the hub refuses the name of a tag, an attribute or a field",
    "size": "the hub refuses a value as too large",
    "depth": "the hub refuses a value as nested too deeply",
    "damaged": "the hub's copy of the item is damaged, see 'itemsctl doctor --hub FILE --fix'",
    "too large": "the item is larger than the hub takes in one message",
  ]

  private static func name(of conflict: SyncConflict) -> String {
    "\"\(conflict.title.visible)\" (\(conflict.item.short))"
  }

  /// The fields that say something.
  private static func contents(
    of conflict: SyncConflict,
    _ calendar: LocalCalendar
  ) -> [String] {
    guard let replica = conflict.replica else { return [] }
    let item = Item(replica, number: 0)
    return replica.registers.flatMap { register -> [String] in
      switch register.field {
      case .tag(let tag): register.value == .null ? [] : ["+\(tag.visible)"]
      case .blocker(let id):
        register.value == .null ? [] : ["\(ItemPart.blockers.label): \(id)"]
      case .attribute(let key):
        register.value == .null ? [] : ["\(key.visible): \(register.value.visibleText)"]
      case .unknown(let name):
        item.unknownTexts.filter { $0.name == name.visible }.map { "\($0.name): \($0.text)" }
      case .fixed(let field):
        ItemPart.allCases.filter { $0.register == field && $0.isTelling(of: item) }
          .map { "\($0.label): \($0.text(of: item, calendar))" }
      }
    }
  }
}

extension ItemPart {
  /// Whether a person would miss the value: it was typed, and is not what every item begins with.
  fileprivate func isTelling(of item: Item) -> Bool {
    if case .never = use.typing { return false }
    if unknownText(of: item) != nil { return true }
    if case .choice = form, item.value(of: self) == Item.blank.value(of: self) { return false }
    return self != .title && !(item.value(of: self)?.visibleText ?? "").isEmpty
  }
}
