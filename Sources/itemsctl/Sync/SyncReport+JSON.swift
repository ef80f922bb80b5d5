// What sync did, as JSON: one object on each line. Does not change once shipped.
//
// | event        | members beside `schema` and `event`                                        |
// | `begin`      | store, remote, space, first, unsynced                                      |
// | `progress`   | phase, pushed, unsynced, pulled, behind, bytesSent, bytesReceived, retries  |
// | `change`     | direction, item, number, title, effect, fields                             |
// | `plan`       | remote, beginning, pushes, pulls                                           |
// | `difference` | item, title, kind, fields                                                  |
// | `synced`     | remote, pushed, pulled, conflicts, quarantined, lost, requests, retries,    |
// |              | resets, bytesSent, bytesReceived, equal                                    |
// | `failed`     | code, message, pause (seconds)                                             |
// | `resolved`   | number, kind, item, title, resolution                                      |

import Storage
import Sync

extension SyncReport {
  typealias Members = [(String, JSONValue)]

  static func json(
    beginning before: SyncStatus,
    store: String,
    _ remote: Remote
  ) throws(JSONError) -> String {
    try event(
      "begin",
      [
        ("store", .string(store)),
        ("remote", .string(remote.description)),
        ("space", .string(remote.space)),
        ("first", .bool(before.isBeginning(with: remote))),
        ("unsynced", number(before.unsynced)),
      ]
    )
  }

  static func json(of progress: SyncProgress) throws(JSONError) -> String {
    try event(
      "progress",
      [
        ("phase", .string(progress.phase.rawValue)),
        ("pushed", number(progress.summary.pushed)),
        ("unsynced", number(progress.unsynced)),
        ("pulled", number(progress.summary.pulled)),
        ("behind", number(progress.behind)),
        ("bytesSent", number(progress.summary.bytesSent)),
        ("bytesReceived", number(progress.summary.bytesReceived)),
        ("retries", number(progress.summary.retries)),
      ]
    )
  }

  /// A run; the kinds of conflicts are null where they were not asked for.
  static func json(
    of summary: SyncSummary,
    remote: Remote,
    _ conflicts: [SyncConflict]? = nil
  ) throws(JSONError) -> String {
    let quarantined = conflicts.map { $0.count { $0.kind == .quarantined } }
    let lost = conflicts.map { $0.count { $0.kind == .lost } }
    return try event(
      "synced",
      [
        ("remote", .string(remote.description)),
        ("pushed", number(summary.pushed)),
        ("pulled", number(summary.pulled)),
        ("conflicts", number(summary.conflicts)),
        ("quarantined", number(quarantined)),
        ("lost", number(lost)),
        ("requests", number(summary.requests)),
        ("retries", number(summary.retries)),
        ("resets", number(summary.resets)),
        ("bytesSent", number(summary.bytesSent)),
        ("bytesReceived", number(summary.bytesReceived)),
        ("equal", summary.verification.map { .bool($0.isEqual) } ?? .null),
      ]
    )
  }

  static func json(of error: SyncError, _ pause: Duration) throws(JSONError) -> String {
    let (seconds, attoseconds) = pause.components
    return try event(
      "failed",
      [
        ("code", .string(error.code.description)),
        ("message", .string(error.message)),
        ("pause", .double(Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1_000)),
      ]
    )
  }

  static func json(
    of change: PlannedChange,
    _ direction: SyncPlan.Direction
  ) throws(JSONError) -> String {
    try event("change", [("direction", .string(direction.rawValue))] + members(of: change))
  }

  static func json(of plan: SyncPlan, remote: Remote) throws(JSONError) -> String {
    try event(
      "plan",
      [
        ("remote", .string(remote.description)),
        ("beginning", .string(plan.beginning.rawValue)),
        ("pushes", number(plan.pushes)),
        ("pulls", number(plan.pulls)),
      ]
    )
  }

  static func json(of difference: SyncDifference) throws(JSONError) -> String {
    var fields: [String] = []
    let kind: String
    switch difference.kind {
    case .missingHere: kind = "missingHere"
    case .missingOnHub: kind = "missingOnHub"
    case .fields(let names): (kind, fields) = ("fields", names)
    }
    return try event(
      "difference",
      [
        ("item", .string(difference.item.description)),
        ("title", .string(difference.title)),
        ("kind", .string(kind)),
        ("fields", .array(fields.map { .string($0) })),
      ]
    )
  }

  static func json(
    of conflict: SyncConflict,
    _ resolution: ConflictResolution
  ) throws(JSONError) -> String {
    try event(
      "resolved",
      [
        ("number", number(conflict.number)),
        ("kind", .string(name(of: conflict.kind))),
        ("item", .string(conflict.item.description)),
        ("title", .string(conflict.title)),
        ("resolution", .string(resolution == .keepMine ? "keep" : "drop")),
      ]
    )
  }

  private static func event(_ name: String, _ members: Members) throws(JSONError) -> String {
    try text([("schema", 1), ("event", .string(name))] + members)
  }
}

// MARK: - Documents

extension SyncReport {
  /// How a store stands, as one line.
  static func json(of status: SyncStatus, unsent: [PlannedChange]) throws(JSONError) -> String {
    let quarantined = status.conflicts.count { $0.kind == .quarantined }
    let lastSync = status.lastSync.map {
      JSONValue.string(ISO8601.string(milliseconds: $0.millisecondsSince1970))
    }
    return try text([
      ("schema", 1),
      ("remote", status.remote.map { .string($0) } ?? .null),
      ("lastSync", lastSync ?? .null),
      ("unsynced", number(status.unsynced)),
      ("behind", number(status.behind)),
      ("conflicts", number(status.conflicts.count)),
      ("quarantined", number(quarantined)),
      ("lost", number(status.conflicts.count - quarantined)),
      ("unsent", .array(unsent.map { .object(JSONObject(members(of: $0))) })),
    ])
  }

  /// All conflicts as a document, each on a line.
  static func json(of conflicts: [SyncConflict]) throws(JSONError) -> String {
    var lines: [String] = []
    for conflict in conflicts { lines.append(try json(of: conflict)) }
    return "{\"schema\":1,\"conflicts\":["
      + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]}"
  }

  /// A conflict as one line.
  static func json(of conflict: SyncConflict) throws(JSONError) -> String {
    try text([
      ("schema", 1),
      ("number", number(conflict.number)),
      ("kind", .string(name(of: conflict.kind))),
      ("item", .string(conflict.item.description)),
      ("title", .string(conflict.title)),
      ("reason", .string(conflict.reason)),
      ("content", conflict.content),
    ])
  }

  private static func members(of change: PlannedChange) -> Members {
    [
      ("item", .string(change.item.description)),
      ("number", number(change.number)),
      ("title", .string(change.title)),
      ("effect", .string(change.effect.rawValue)),
      ("fields", .array(change.fields.map { .string($0) })),
    ]
  }

  private static func number(_ value: Int?) -> JSONValue {
    value.map { .integer(Int64($0)) } ?? .null
  }

  /// An object whose members stay in the order given.
  private static func text(_ members: Members) throws(JSONError) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    for (key, value) in members {
      writer.writeKey(key)
      try writer.writeValue(value)
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
