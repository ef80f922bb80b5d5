// Conflicts in words.

import Storage
import Sync

extension SyncReport {
  /// A conflict for a person: what it is, and what was dropped if the item is gone.
  static func lines(of conflict: SyncConflict, _ calendar: LocalCalendar) -> [String] {
    let head = "\(conflict.number)  \(name(of: conflict.kind))  \(name(of: conflict))"
    var lines = [head, "   \(reason(of: conflict))"]
    if conflict.kind == .lost { lines += contents(of: conflict, calendar).map { "   \($0)" } }
    return lines
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
    "type": "the hub refuses the kind of a value",
    "size": "the hub refuses a value as too large",
    "depth": "the hub refuses a value as nested too deeply",
    "too large": "the item is larger than the hub takes in one message",
    "incomplete": "the hub refuses the item as incomplete",
  ]

  private static func name(of conflict: SyncConflict) -> String {
    "\"\(conflict.title.visible)\" (\(conflict.item.short))"
  }

  /// The fields that say something.
  private static func contents(
    of conflict: SyncConflict,
    _ calendar: LocalCalendar
  ) -> [String] {
    let registers = conflict.replica?.registers ?? []
    return registers.compactMap { register in
      switch register.field {
      case .tag(let tag): register.value == .null ? nil : "+\(tag.visible)"
      case .attribute(let key), .unknown(let key): line(key.visible, of: register.value)
      case .fixed(.title), .fixed(.created), .fixed(.updated), .fixed(.kind): nil
      case .fixed(.due):
        register.value.integer.map {
          "due: \(calendar.fullText(of: Date(millisecondsSince1970: $0)))"
        }
      case .fixed(.status): status(register.value)
      case .fixed(.priority): register.value == "none" ? nil : line("priority", of: register.value)
      case .fixed(let field): line(field.name, of: register.value)
      }
    }
  }

  private static func status(_ value: JSONValue) -> String? {
    guard let name = value.array?.first, name != "open" else { return nil }
    return line("status", of: name)
  }

  private static func line(_ name: String, of value: JSONValue) -> String? {
    switch value {
    case .null: nil
    case .string(let text): text.isEmpty ? nil : "\(name): \(text.visible)"
    default:
      (try? JSONWriter.text(of: value)).map { "\(name): \($0.visible)" }
    }
  }
}
