import Files
import Phrases
import Storage

/// Which hooks failed, how often, and how the last time; in a file, until 'doctor --fix' forgets it.
struct HookFailures {
  /// What is known of a hook that failed.
  struct Entry: Hashable {
    var count: Int
    /// The last time.
    var date: Date
    /// Why, the last time.
    var reason: String
  }

  private let path: FilePath
  /// By the names of hooks.
  private(set) var entries: [String: Entry] = [:]

  /// Reads the file; one that is missing or damaged has no entries, as nothing depends on it.
  init(_ path: FilePath) {
    self.path = path
    guard let bytes = try? FileDescriptor(path.description, .read).readAll(),
      let object = (try? JSONParser.parse(bytes))?.object
    else { return }
    for (name, value) in object {
      guard let entry = value.object, let count = entry["count"]?.integer,
        let time = entry["date"]?.integer, let reason = entry["reason"]?.string
      else { continue }
      entries[name] = Entry(
        count: Int(count),
        date: Date(millisecondsSince1970: time),
        reason: reason
      )
    }
  }

  /// Adds a failure and writes the file anew.
  mutating func note(_ hook: String, _ reason: String, at date: Date) throws {
    let count = entries[hook]?.count ?? 0
    entries[hook] = Entry(count: count + 1, date: date, reason: reason)
    var object: JSONObject = [:]
    for (name, entry) in entries {
      object[name] = [
        "count": .integer(Int64(entry.count)),
        "date": .integer(entry.date.millisecondsSince1970),
        "reason": .string(entry.reason),
      ]
    }
    let file = UnfinishedFile(for: path)
    try file.make().write(JSONWriter.bytes(of: .object(object)))
    try file.replace()
  }
}
