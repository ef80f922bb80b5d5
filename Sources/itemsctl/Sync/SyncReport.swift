import CommandKit
import Phrases
import Storage
import Sync

/// The answers of `sync` and its subcommands.
enum SyncReport {
  /// What a first sync is about to do.
  static func explanation(of before: SyncStatus, store: String, _ remote: Remote) -> [String] {
    [
      "First sync of \(store) with \(remote), space '\(remote.space)':",
      "  \(counted(before.unsynced)) here will be pushed, and the hub's items will be pulled. Changes",
      "  of the same item are merged field by field. The store remembers the hub for",
      "  the next time.",
    ]
  }

  /// What a sync with a hub that does not know the store is about to do.
  static func warning(of before: SyncStatus, store: String, unknownTo remote: Remote) -> [String] {
    let old = before.remote.flatMap { utf8Equal($0, remote.description) ? nil : $0.visible }
    let reason =
      if let old {
        "The hub \(remote) does not know \(store), which was synced with \(old) before:"
      } else if before.lastSync == nil {
        "The hub \(remote) does not know \(store), which was synced with another hub before:"
      } else {
        "The hub \(remote) has forgotten \(store): it was restored from a backup, or is another one."
      }
    return [
      reason,
      "  Every item here will be offered to it, and its items will be pulled. Items that were",
      "  deleted for good meanwhile may come back. A store knows one hub at a time: a change",
      "  back to an earlier hub has the same effect.",
    ]
  }

  /// What went to and fro.
  static func text(of summary: SyncSummary) -> String {
    if summary.pushed == 0, summary.pulled == 0 { return "nothing had changed" }
    return "\(summary.pushed) pushed, \(summary.pulled) pulled"
  }

  /// How many items that came are named.
  static let maxArrivals = 5

  /// What became of items that came: one line where it is one item, else a line for each below a heading.
  static func lines(
    ofArrivals changes: [HistoryStep.Change],
    _ names: ItemNames,
    count: Int,
    _ calendar: LocalCalendar
  ) -> [String] {
    let texts = changes.compactMap { change -> String? in
      guard let name = names[change.item] else { return nil }
      let verb = StepVerb(change.kind).rawValue
      guard case .edited(let edits) = change.kind else { return "\(verb) \(name)" }
      let difference = ItemDifference(edits, calendar, names: names).text
      return difference.isEmpty ? "\(verb) \(name)" : "\(verb) \(name): \(difference)"
    }
    let rest = count - changes.count
    guard texts.count > 1 || rest > 0 else { return texts.map { "What came: \($0)" } }
    // The engine counts no further than it names.
    let more = count < SyncSummary.maxArrivals ? "\(rest) more" : "many more"
    let advice = "'itemsctl list --all --sort -updated' begins with the latest"
    return ["What came:"] + texts.map { "  \($0)" }
      + (rest > 0 ? ["  … and \(more); \(advice)"] : [])
  }

  /// How far a run has come, for a line that is drawn again and again.
  static func text(of progress: SyncProgress, remote: Remote) -> String {
    let summary = progress.summary
    let behind = progress.behind.map { $0 > 0 ? ", at most \($0) to come" : "" } ?? ""
    return switch progress.phase {
    case .bootstrapping:
      "Fetching what the hub holds: \(summary.pulled) here\(behind)"
        + ", \(ByteCount.text(of: summary.bytesReceived))"
    case .pushing:
      "Pushing: \(summary.pushed) of \(max(progress.unsynced, summary.pushed)) sent"
        + ", \(ByteCount.text(of: summary.bytesSent))"
    case .pulling:
      "Pulling: \(summary.pulled) here\(behind), \(ByteCount.text(of: summary.bytesReceived))"
    case .verifying: "Comparing the store with the hub"
    case .waiting: "'\(remote)' does not answer; trying again …"
    }
  }

  /// How many changes need a decision.
  static func text(countOf conflicts: [SyncConflict], kept: Int) -> String {
    "Changes to look at: \(self.conflicts(conflicts, kept: kept) ?? "none")."
  }

  /// The kinds of changes that need a decision, with the number of each; nil if there are none.
  static func conflicts(_ conflicts: [SyncConflict], kept: Int) -> String? {
    let quarantined = conflicts.count { $0.kind == .quarantined }
    let parts = [
      (quarantined, "in quarantine"), (conflicts.count - quarantined, "in lost-and-found"),
      (kept, kept == 1 ? "text kept" : "texts kept"),
    ].filter { $0.0 > 0 }
    return parts.isEmpty ? nil : parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Why a hub refuses a store.
  static func text(of refusal: SyncRefusal) -> String {
    switch refusal.code {
    case .unauthorized: "the hub does not take the token; 'itemsctl login' takes another one"
    case .deleted: "the space was deleted on the hub"
    case .upgrade: "the hub and this program have no version of the protocol in common"
    case .quota: "the space is full; changes made elsewhere still arrive"
    default: "the hub refuses it"
    }
  }
}

// MARK: - Plans and comparisons

extension SyncReport {
  /// A change that a sync would carry, on one line.
  static func text(of change: PlannedChange, _ direction: SyncPlan.Direction) -> String {
    "\(direction.rawValue)  \(text(of: change))"
  }

  /// What is yet to be sent of an item, on one line.
  static func text(of change: PlannedChange) -> String {
    let number = change.number.map { "\($0) " } ?? ""
    let fields = change.fields.isEmpty ? "" : ": \(names(of: change.fields))"
    return "\(number)\"\(change.title.visible)\" (\(change.item.short)) "
      + "\(change.effect.rawValue)\(fields)"
  }

  /// What a sync would do, in sum.
  static func text(of plan: SyncPlan, remote: Remote) -> String {
    let beginning =
      switch plan.beginning {
      case .known: ""
      case .first: " for the first time"
      case .otherHub: " instead of the hub before, which is forgotten"
      case .startsOver: ", which has forgotten this store"
      }
    return "Would sync with \(remote)\(beginning): \(plan.pushes) to push, \(plan.pulls) to pull"
  }

  /// How an item differs from the hub's, on one line.
  static func text(of difference: SyncDifference) -> String {
    let what =
      switch difference.kind {
      case .missingHere: "is only on the hub"
      case .missingOnHub: "is only here"
      case .fields(let fields): "differs: \(names(of: fields))"
      }
    return "\"\(difference.title.visible)\" (\(difference.item.short)) \(what)"
  }

  /// What a comparison without a difference says.
  static func text(of verification: SyncSummary.Verification) -> String {
    let unsent = counted(verification.unsynced)
    return verification.unsynced == 0
      ? "The store and the hub hold the same."
      : "The store and the hub hold the same, except for \(unsent) with unsent changes."
  }

  /// What a comparison with differences says after them.
  static func warning(of differences: [SyncDifference]) -> String {
    let what =
      differences.isEmpty
      ? "The digests of the store and the hub differ."
      : "The store and the hub differ in \(counted(differences.count))."
    return what
      + " This should not happen, please report it. The next sync reads everything on the hub again,"
      + " and takes its version; edit an item first to make yours win."
  }

  /// What is said of rows that the hub left out, one line for each of the first ten.
  static func warning(of damaged: [DamagedRow]) -> [String] {
    var lines = damaged.prefix(10).map { row in
      let item = row.item.map { "item \($0)" } ?? "the item with the number \(row.sequence)"
      return "The hub's copy of \(item) is damaged, so it was not pulled."
    }
    if damaged.count > lines.count { lines.append("And \(damaged.count - lines.count) more.") }
    if !lines.isEmpty {
      lines.append("On the machine of the hub, 'itemsctl doctor --hub FILE --fix' fixes it.")
    }
    return lines
  }

  private static func names(of fields: [String]) -> String {
    fields.map { $0.visible }.joined(separator: ", ")
  }
}

extension ItemID {
  /// The beginning of the id that messages show.
  var short: String { String(description.prefix(13)) }
}
