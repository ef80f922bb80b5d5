// What sync did, in words and as JSON.

import Storage
import Sync

/// The answers of `sync` and its subcommands.
enum SyncReport {
  /// What went to and fro.
  static func text(of summary: SyncSummary) -> String {
    if summary.pushed == 0, summary.pulled == 0 { return "nothing had changed" }
    return "\(summary.pushed) pushed, \(summary.pulled) pulled"
  }

  /// A run as one line of JSON.
  static func json(of summary: SyncSummary, remote: Remote) throws(JSONError) -> String {
    try text([
      ("schema", .integer(1)),
      ("remote", .string(remote.description)),
      ("pushed", .integer(Int64(summary.pushed))),
      ("pulled", .integer(Int64(summary.pulled))),
      ("conflicts", .integer(Int64(summary.conflicts))),
      ("requests", .integer(Int64(summary.requests))),
      ("retries", .integer(Int64(summary.retries))),
      ("resets", .integer(Int64(summary.resets))),
      ("bytesSent", .integer(Int64(summary.bytesSent))),
      ("bytesReceived", .integer(Int64(summary.bytesReceived))),
    ])
  }

  /// How a store stands, as one line of JSON.
  static func json(of status: SyncStatus) throws(JSONError) -> String {
    try text([
      ("schema", .integer(1)),
      ("remote", status.remote.map { .string($0) } ?? .null),
      ("unsynced", .integer(Int64(status.unsynced))),
      ("conflicts", .integer(Int64(status.conflicts.count))),
    ])
  }

  /// A conflict as one line of JSON.
  static func json(of conflict: SyncConflict) throws(JSONError) -> String {
    try text([
      ("schema", .integer(1)),
      ("number", .integer(Int64(conflict.number))),
      ("kind", .string(name(of: conflict.kind))),
      ("item", .string(conflict.item.description)),
      ("reason", .string(conflict.reason)),
      ("content", conflict.content),
    ])
  }

  /// A conflict on one line for a person.
  static func text(of conflict: SyncConflict) -> String {
    "\(conflict.number)  \(name(of: conflict.kind))  \(conflict.item)  \(conflict.reason.visible)"
  }

  private static func name(of kind: SyncConflict.Kind) -> String {
    switch kind {
    case .quarantined: "quarantined"
    case .lost: "lost"
    }
  }

  /// An object whose members stay in the order given.
  private static func text(_ members: [(String, JSONValue)]) throws(JSONError) -> String {
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
