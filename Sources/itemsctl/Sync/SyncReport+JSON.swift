// What sync did, as JSON: one object on each line. Does not change once shipped.
//
// | event        | members beside `schema` and `event`                                        |
// | `begin`      | store, remote, space, first, unsynced                                      |
// | `progress`   | phase, pushed, unsynced, pulled, behind, bytesSent, bytesReceived, retries  |
// | `change`     | direction, item, number, title, effect, fields                             |
// | `plan`       | remote, beginning, pushes, pulls                                           |
// | `difference` | item, title, kind, fields                                                  |
// | `overwritten` | item, field, lost, lostTime, won, wonTime, mine, deleted                  |
// | `synced`     | remote, pushed, pulled, conflicts, quarantined, lost, kept, requests,       |
// |              | retries, resets, bytesSent, bytesReceived, equal, ahead (seconds)          |
// | `failed`     | code, message, pause (seconds)                                             |
// | `stopped`    | nothing: the process was asked to end                                      |
// | `resolved`   | number, kind, item, title, resolution; of a kept text field, time, kept    |
// |              | and current as well, and its number is a text                              |

import ItemFormats
import Storage
import Sync

extension SyncReport {
  static func json(
    beginning before: SyncStatus,
    store: String,
    _ remote: Remote
  ) throws(JSONError) -> String {
    let members: OrderedObject = [
      "store": .string(store),
      "remote": .string(remote.description),
      "space": .string(remote.space),
      "first": .bool(!before.hasMetHub),
      "unsynced": .number(before.unsynced),
    ]
    return try event("begin", members)
  }

  static func json(of progress: SyncProgress) throws(JSONError) -> String {
    let summary = progress.summary
    let members: OrderedObject = [
      "phase": .string(progress.phase.rawValue),
      "pushed": .number(summary.pushed),
      "unsynced": .number(progress.unsynced),
      "pulled": .number(summary.pulled),
      "behind": .number(progress.behind),
      "bytesSent": .number(summary.bytesSent),
      "bytesReceived": .number(summary.bytesReceived),
      "retries": .number(summary.retries),
    ]
    return try event("progress", members)
  }

  /// A run; the kinds of conflicts, and times ahead of this clock, are null where they were not
  /// asked for.
  static func json(
    of summary: SyncSummary,
    remote: Remote,
    _ conflicts: [SyncConflict]? = nil,
    kept: Int? = nil,
    ahead: Int? = nil
  ) throws(JSONError) -> String {
    let members: OrderedObject = [
      "remote": .string(remote.description),
      "pushed": .number(summary.pushed),
      "pulled": .number(summary.pulled),
      "conflicts": .number(summary.conflicts),
      "quarantined": .number(conflicts.map { $0.count { $0.kind == .quarantined } }),
      "lost": .number(conflicts.map { $0.count { $0.kind == .lost } }),
      "kept": .number(kept),
      "requests": .number(summary.requests),
      "retries": .number(summary.retries),
      "resets": .number(summary.resets),
      "bytesSent": .number(summary.bytesSent),
      "bytesReceived": .number(summary.bytesReceived),
      "equal": .bool(summary.verification?.isEqual),
      "ahead": .number(ahead),
    ]
    return try event("synced", members)
  }

  static func json(of error: SyncError, _ pause: Duration) throws(JSONError) -> String {
    let (seconds, attoseconds) = pause.components
    let milliseconds = Double(attoseconds / 1_000_000_000_000_000)
    let members: OrderedObject = [
      "code": .string(error.code.description),
      "message": .string(error.message),
      "pause": .json(.double(Double(seconds) + milliseconds / 1_000)),
    ]
    return try event("failed", members)
  }

  static func stopped() throws(JSONError) -> String { try event("stopped", [:]) }

  static func json(
    of change: PlannedChange,
    _ direction: SyncPlan.Direction
  ) throws(JSONError) -> String {
    try event("change", ["direction": .string(direction.rawValue)] + object(of: change))
  }

  static func json(of plan: SyncPlan, remote: Remote) throws(JSONError) -> String {
    let members: OrderedObject = [
      "remote": .string(remote.description),
      "beginning": .string(plan.beginning.rawValue),
      "pushes": .number(plan.pushes),
      "pulls": .number(plan.pulls),
    ]
    return try event("plan", members)
  }

  static func json(of difference: SyncDifference) throws(JSONError) -> String {
    let (kind, fields): (String, [String]) =
      switch difference.kind {
      case .missingHere: ("missingHere", [])
      case .missingOnHub: ("missingOnHub", [])
      case .fields(let names): ("fields", names)
      }
    let members: OrderedObject = [
      "item": .string(difference.item.description),
      "title": .string(difference.title),
      "kind": .string(kind),
      "fields": .strings(fields),
    ]
    return try event("difference", members)
  }

  static func json(
    of conflict: SyncConflict,
    _ resolution: ConflictResolution
  ) throws(JSONError) -> String {
    let outcome: OrderedObject = [
      "resolution": .string(resolution == .keepMine ? "keep" : "drop")
    ]
    return try event("resolved", object(of: conflict) + outcome)
  }

  static func event(_ name: String, _ members: OrderedObject) throws(JSONError) -> String {
    let head: OrderedObject = ["schema": .number(1), "event": .string(name)]
    return try (head + members).text()
  }
}

// MARK: - Documents

extension SyncReport {
  /// How a store stands, as one line; `token` is `environment` or `credentials`, or null without one.
  static func json(
    of status: SyncStatus,
    token: HubAccess.TokenPlace?,
    unsent: [PlannedChange]
  ) throws(JSONError) -> String {
    let quarantined = status.conflicts.count { $0.kind == .quarantined }
    let object: OrderedObject = [
      "schema": .number(1),
      "remote": .string(status.remote),
      "token": .string(token?.name),
      "lastSync": .time(status.lastSync),
      "refused": .string(status.refusal?.code.description),
      "refusedSince": .time(status.refusal?.since),
      "unsynced": .number(status.unsynced),
      "behind": .number(status.behind),
      "conflicts": .number(status.conflicts.count + status.keptTexts.count),
      "quarantined": .number(quarantined),
      "lost": .number(status.conflicts.count - quarantined),
      "kept": .number(status.keptTexts.count),
      "unsent": .objects(unsent.map(object)),
    ]
    return try object.text()
  }

  /// All conflicts as a document, each on a line.
  static func json(
    of conflicts: [SyncConflict],
    _ keptTexts: [KeptTextOfItem],
    _ names: KeptTextNames
  ) throws(JSONError) -> String {
    var lines: [String] = []
    for kept in keptTexts { lines.append(try json(of: kept, names[kept])) }
    for conflict in conflicts { lines.append(try json(of: conflict)) }
    return "{\"schema\":1,\"conflicts\":["
      + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]}"
  }

  /// A conflict as one line.
  static func json(of conflict: SyncConflict) throws(JSONError) -> String {
    let head: OrderedObject = ["schema": .number(1)]
    let reason: OrderedObject = [
      "reason": .string(conflict.reason), "content": .json(conflict.content),
    ]
    return try (head + object(of: conflict) + reason).text()
  }

  private static func object(of conflict: SyncConflict) -> OrderedObject {
    [
      "number": .number(conflict.number),
      "kind": .string(name(of: conflict.kind)),
      "item": .string(conflict.item.description),
      "title": .string(conflict.title),
    ]
  }

  private static func object(of change: PlannedChange) -> OrderedObject {
    [
      "item": .string(change.item.description),
      "number": .number(change.number),
      "title": .string(change.title),
      "effect": .string(change.effect.rawValue),
      "fields": .strings(change.fields),
    ]
  }
}
