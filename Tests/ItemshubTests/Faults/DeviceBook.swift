#if Hub
import Foundation
import Storage
import Sync

/// What a device was told is safe, read from the logs that its processes left.
struct DeviceBook {
  let name: String
  /// The titles of its items, those that it may have deleted, and those that it has.
  var added: Set<String> = []
  var deleting: Set<String> = []
  var deleted: Set<String> = []
  /// Lines of text that it has added, and those that it may have, by the item's title.
  var lined: [String: Set<String>] = [:]
  var lining: [String: Set<String>] = [:]
  /// The last number that it has given an item, and the last that it may have.
  var counted: [String: Int] = [:]
  var counting: [String: Int] = [:]
  /// The dates that it has done of an item.
  var completed: [String: Set<String>] = [:]
  var pushes: [AcknowledgedPush] = []
  /// How many pushes got no answer.
  var unanswered = 0
  /// How often the hub did not know it any more.
  var unions = 0
  var unexpected: [String] = []

  init(_ name: String) { self.name = name }

  /// The log that is read now, and what of it was read.
  private var log: (path: String, bytes: Int)?

  /// Goes on with the log of the device's next process.
  mutating func open(_ path: String) { log = (path, 0) }

  /// Takes in every whole line that has come since; the last may be cut short by a kill.
  mutating func read() throws {
    guard let log, let file = FileHandle(forReadingAtPath: log.path) else { return }
    try file.seek(toOffset: UInt64(log.bytes))
    let bytes = try file.readToEnd() ?? Data()
    guard let last = bytes.lastIndex(of: 10) else { return }
    self.log?.bytes += last + 1
    for line in bytes[...last].split(separator: 10) {
      try take(String(decoding: line, as: UTF8.self))
    }
  }

  private mutating func take(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 2)
    let title = words.count > 1 ? String(words[1]) : ""
    let value = words.count > 2 ? words[2] : ""
    switch words.first {
    case "added": added.insert(title)
    case "deleting": deleting.insert(title)
    case "deleted": deleted.insert(title)
    case "lining": lining[title, default: []].insert(String(value))
    case "lined": lined[title, default: []].insert(String(value))
    case "counting": counting[title] = Int(value)
    case "counted": counted[title] = Int(value)
    case "completed": completed[title, default: []].insert(String(value))
    case "push":
      let parts = line.dropFirst(5).split(separator: "\t")
      let push = try AcknowledgedPush(device: name, reply: parts[0], request: parts[1])
      if let push { pushes.append(push) }
    case "unanswered": unanswered += 1
    case "union": unions += 1
    default: unexpected.append(line)
    }
  }
}
#endif
