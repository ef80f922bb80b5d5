// What somebody was reminded of, a file for each store. It is no loss on another machine, which has its own.
//
//   {"version": 1, "store": "/path/of/the/store", "calls": {"list:work": "2026-11-26T08:00:00.000Z"},
//    "told": [{"item": "UUID", "due": "2026-11-26", "until": "2026-11-27T00:00:00.000Z"}]}
//
// `calls` has the filters that were called with, and when last; `until` is the end of the day that an item was due on.

import CommandKit
import Files
import Phrases
import Storage

/// The reminders that were given for a store, which only one process at a time changes.
struct ReminderRecord {
  private struct Told: Hashable {
    let item: ItemID
    let due: String
  }

  private let path: FilePath
  private let store: String
  /// Held for as long as this is there.
  private let lock: LockedFile
  private var calls: [String: Date] = [:]
  private var told: [Told: Date] = [:]

  private static let version: Int64 = 1
  /// A call that is not made any more is forgotten.
  private static let callAge = 60.0 * 86_400

  /// Reads the record of a store; waits for another process that reminds, though not for long.
  init(of store: String, in folder: FilePath) throws {
    // A name that no path is too long for; which store it is stands in the file.
    let name = ItemID(ofName: store).description
    path = FilePath("\(folder)/reminders/\(name).json")
    self.store = store
    _ = try path.folder.makeFolderOrExplain()
    lock = try ReminderRecord.lock(FilePath("\(folder)/reminders/\(name).lock"))
    guard path.exists else { return }
    let bytes = try CommandError.reading("'\(path)'") { [path] () throws(FileError) in
      try FileDescriptor(path.description, .read).readAll()
    }
    try read(bytes)
  }

  private static func lock(_ path: FilePath) throws(CommandError) -> LockedFile {
    let end = ContinuousClock.now + .seconds(10)
    while true {
      let lock = try CommandError.making("lock '\(path)'") { () throws(FileError) in
        try LockedFile(path.description, .create, permissions: 0o600)
      }
      if let lock { return lock }
      guard ContinuousClock.now < end else {
        throw CommandError(
          .busy,
          "Another process prints the reminders of this store at the moment.",
          help: ["The next call prints the reminders that it leaves."]
        )
      }
      FilePath.pause()
    }
  }

  private mutating func read(_ bytes: [UInt8]) throws(CommandError) {
    guard let object = (try? JSONParser.parse(bytes))?.object,
      let version = object["version"]?.integer
    else {
      throw CommandError(
        .badData,
        "'\(path)', the file of past reminders, is damaged.",
        help: ["Remove it: the next call then repeats the reminders of the last day."]
      )
    }
    guard version <= ReminderRecord.version else {
      throw CommandError(
        .badData,
        "'\(path)' was written by a later version of \(Itemsctl.name).",
        help: ["Use that version, or remove the file."]
      )
    }
    for (filter, time) in object["calls"]?.object ?? [:] { calls[filter] = Date(json: time) }
    for entry in object["told"]?.array ?? [] {
      guard let entry = entry.object, let id = entry["item"]?.string.flatMap({ ItemID($0) }),
        let due = entry["due"]?.string, let until = entry["until"].flatMap({ Date(json: $0) })
      else { continue }
      told[Told(item: id, due: due)] = until
    }
  }
}

extension ReminderRecord {
  /// Since when somebody who calls with this filter is to be reminded: since the last call, or for a day back if
  /// that was later, as a sync may have brought what was due meanwhile.
  func start(of filter: String, at now: Date) -> Date {
    let reach = now.adding(seconds: -ReminderTimes.firstReach)
    return min(calls[filter] ?? reach, reach)
  }

  /// Whether somebody was reminded of that item for that date.
  func has(_ item: Item) -> Bool { told(item).map { told[$0] != nil } ?? true }

  private func told(_ item: Item) -> Told? {
    item.due?.jsonForm.string.map { Told(item: item.id, due: $0) }
  }

  /// Notes items that somebody was reminded of.
  mutating func note(_ items: [Item], _ calendar: LocalCalendar) throws {
    for item in items {
      guard let due = item.due, let key = told(item) else { continue }
      let day = due.day(in: calendar.zone)
      told[key] = calendar.zone.start(of: day.adding(days: 1))
    }
    try write()
  }

  /// Notes that all were reminded of that was due by then, and forgets what no call asks for any more.
  ///
  /// Once an hour: a call reaches a day back at least, and a timer that calls each minute need not keep the disk busy.
  mutating func noteCall(_ filter: String, at now: Date) throws {
    if let last = calls[filter], (0..<3_600).contains(now.secondsSince1970 - last.secondsSince1970)
    {
      return
    }
    calls[filter] = now
    calls = calls.filter {
      now.secondsSince1970 - $0.value.secondsSince1970 < ReminderRecord.callAge
    }
    let oldest = calls.keys.map { start(of: $0, at: now) }.min() ?? now
    told = told.filter { $0.value >= oldest }
    try write()
  }

  private func write() throws {
    var calls: JSONObject = [:]
    for (filter, date) in self.calls { calls[filter] = date.json }
    let told = self.told.map { entry -> JSONValue in
      [
        "item": .string(entry.key.item.description), "due": .string(entry.key.due),
        "until": entry.value.json,
      ]
    }
    let record: JSONValue = [
      "version": .integer(ReminderRecord.version),
      "store": .string(store),
      "calls": .object(calls),
      "told": .array(told),
    ]
    let file = UnfinishedFile(for: path)
    let bytes = try JSONWriter.bytes(of: record)
    try CommandError.making("write '\(path)'") { () throws(FileError) in
      let descriptor = try file.make()
      try descriptor.write(bytes)
      try descriptor.synchronize()
      try file.replace()
    }
  }
}

extension Date {
  fileprivate var json: JSONValue {
    .string(ISO8601.string(milliseconds: millisecondsSince1970))
  }

  fileprivate init?(json: JSONValue) {
    guard let text = json.string, let instant = try? ISO8601.parse(text) else { return nil }
    self.init(millisecondsSince1970: instant.milliseconds)
  }
}
