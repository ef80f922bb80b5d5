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

import ItemFormats
import Phrases
import Storage
import Sync

/// Figures for programs.
enum StatsJSON {
  /// The object on one line, without the line's end.
  static func text(of report: StatsReport) throws(JSONError) -> String {
    let object: OrderedObject = [
      "schema": .number(ItemJSON.schema),
      "at": .time(report.calendar.now),
      "items": .object(object(report.counts)),
      "due": .object(object(report.due)),
      "lists": .objects(report.lists.map(object)),
      "tags": .objects(report.tags.map(object)),
      "weeks": .objects(report.weeks.map(object)),
      "store": .object(object(report.store, path: report.storePath)),
      "sync": report.sync.map { .object(self.object($0)) } ?? .null,
    ]
    return try object.text()
  }

  private static func object(_ counts: StatusCounts) -> OrderedObject {
    [
      "open": .number(counts.open), "done": .number(counts.done),
      "cancelled": .number(counts.cancelled), "total": .number(counts.total),
    ]
  }

  private static func object(_ due: StatsReport.DueCounts) -> OrderedObject {
    [
      "overdue": .number(due.overdue), "today": .number(due.today),
      "nextSevenDays": .number(due.nextSevenDays), "later": .number(due.later),
      "undated": .number(due.undated),
    ]
  }

  private static func object(_ group: ItemSummary.Group) -> OrderedObject {
    ["name": .string(group.name)] + object(group.counts)
  }

  private static func object(_ week: StatsReport.Week) -> OrderedObject {
    [
      "start": .time(week.start), "added": .number(week.added), "done": .number(week.done),
      "cancelled": .number(week.cancelled), "open": .number(week.open.last),
    ]
  }

  private static func object(_ store: StoreStats, path: String) -> OrderedObject {
    [
      "path": .string(path),
      "schemaVersion": .number(store.schemaVersion),
      "fileBytes": .number(store.fileBytes),
      "unusedBytes": .number(store.pages.map { $0.bytes * $0.unused }),
      "logBytes": .number(store.logBytes),
      "searchIndexBytes": .number(store.searchIndexBytes),
      "deleted": .number(store.deleted),
      "historySteps": .number(store.historySteps),
      "historyBytes": .number(store.historyBytes),
    ]
  }

  private static func object(_ sync: SyncStatus) -> OrderedObject {
    [
      "remote": .string(sync.remote),
      "lastSync": .time(sync.lastSync),
      "unsent": .number(sync.unsent),
      "conflicts": .number(sync.conflicts.count),
    ]
  }
}
