// Figures as JSON: one object. It does not change once shipped.
//
// | member   | what it holds                                                                     |
// | `schema` | the version of items as JSON                                                      |
// | `at`     | the time of the figures                                                           |
// | `items`  | open, done, cancelled, total                                                      |
// | `due`    | of open items: overdue, today, nextSevenDays, later, undated                      |
// | `lists`  | for each: name, open, done, cancelled, total; the most open ones first            |
// | `tags`   | the same                                                                          |
// | `weeks`  | for each: start (a Monday's local midnight), added, done, cancelled, and open,    |
// |          | how many were at its end or are now                                               |
// | `store`  | path, schemaVersion, fileBytes, unusedBytes, logBytes, searchIndexBytes, deleted, |
// |          | historySteps, historyBytes; null for what the store does not know                 |
// | `sync`   | remote, lastSync, unsent, conflicts; null for a store that cannot be synced       |

import Storage
import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Figures for programs.
enum StatsJSON {
  private typealias Members = [(String, JSONValue)]

  /// The object on one line, without the line's end.
  static func text(of report: StatsReport) throws(JSONError) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.writeKey("schema")
    writer.writeInteger(Int64(ItemJSON.schema))
    writer.writeKey("at")
    writer.writeString(time(report.calendar.now).string ?? "")
    try writer.write("items", members(report.counts))
    try writer.write("due", members(report.due))
    try writer.write("lists", report.lists.map(members))
    try writer.write("tags", report.tags.map(members))
    try writer.write("weeks", report.weeks.map(members))
    try writer.write("store", members(report.store, path: report.storePath))
    if let sync = report.sync {
      try writer.write("sync", members(sync))
    } else {
      writer.writeKey("sync")
      writer.writeNull()
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func members(_ counts: StatusCounts) -> Members {
    [
      ("open", number(counts.open)), ("done", number(counts.done)),
      ("cancelled", number(counts.cancelled)), ("total", number(counts.total)),
    ]
  }

  private static func members(_ due: StatsReport.DueCounts) -> Members {
    [
      ("overdue", number(due.overdue)), ("today", number(due.today)),
      ("nextSevenDays", number(due.nextSevenDays)), ("later", number(due.later)),
      ("undated", number(due.undated)),
    ]
  }

  private static func members(_ group: ItemSummary.Group) -> Members {
    [("name", .string(group.name))] + members(group.counts)
  }

  private static func members(_ week: StatsReport.Week) -> Members {
    [
      ("start", time(week.start)), ("added", number(week.added)), ("done", number(week.done)),
      ("cancelled", number(week.cancelled)), ("open", number(week.open.last)),
    ]
  }

  private static func members(_ store: StoreStats, path: String) -> Members {
    [
      ("path", .string(path)),
      ("schemaVersion", number(store.schemaVersion)),
      ("fileBytes", number(store.fileBytes.map { Int($0) })),
      ("unusedBytes", number(store.pages.map { $0.bytes * $0.unused })),
      ("logBytes", number(store.logBytes.map { Int($0) })),
      ("searchIndexBytes", number(store.searchIndexBytes.map { Int($0) })),
      ("deleted", number(store.deleted)),
      ("historySteps", number(store.historySteps)),
      ("historyBytes", number(store.historyBytes.map { Int($0) })),
    ]
  }

  private static func members(_ sync: SyncStatus) -> Members {
    [
      ("remote", sync.remote.map { .string($0) } ?? .null),
      ("lastSync", sync.lastSync.map(time) ?? .null),
      ("unsent", number(sync.unsent)),
      ("conflicts", number(sync.conflicts.count)),
    ]
  }

  private static func number(_ number: Int?) -> JSONValue {
    number.map { .integer(Int64($0)) } ?? .null
  }

  private static func time(_ date: Date) -> JSONValue {
    .string(ISO8601.string(milliseconds: date.millisecondsSince1970))
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ members: [(String, JSONValue)]) throws(JSONError) {
    beginObject()
    for (key, value) in members {
      writeKey(key)
      try writeValue(value)
    }
    endObject()
  }

  fileprivate mutating func write(
    _ key: String,
    _ members: [(String, JSONValue)]
  ) throws(JSONError) {
    writeKey(key)
    try write(members)
  }

  fileprivate mutating func write(
    _ key: String,
    _ objects: [[(String, JSONValue)]]
  ) throws(JSONError) {
    writeKey(key)
    beginArray()
    for members in objects { try write(members) }
    endArray()
  }
}
