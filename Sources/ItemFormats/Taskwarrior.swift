// Items as Taskwarrior's tasks: <https://taskwarrior.org/docs/design/task/>.
//
// | task | item |
// | --- | --- |
// | `uuid`, `description`, `project`, `tags` | id, title, list, tags |
// | `status` | open: pending (waiting: kept as attribute); done: completed; cancelled: deleted, or recurring (kept as attribute) |
// | `priority` | H, M, L: high, medium, low; any other is the attribute `priority` |
// | `entry`, `modified`, `end` | times of creation, last edit, completion |
// | `due` | the due date: midnight in the local zone is a day, as tasks have no other form of one |
// | `depends` | the items that it waits for; an array, before 2.6 a text with commas; what holds no ids is an attribute |
// | `annotations` | notes, one below the other; their times as attribute |
// | `id`, `urgency` | left out: Taskwarrior computes them again |
// | `itemsctl` | what a task cannot say: JSON with keys of items |
// | all others | attributes of the same name |
//
// Tasks that recur, and items that repeat, come back as they were; neither becomes the other. Taskwarrior makes a task for
// each date beside a template, and here the item itself moves on: a template that became an item that repeats would offer
// each date a second time, beside the tasks that were made of it, and an exported one would come back with such tasks.
//
// Such a template is cancelled here, and its attribute `status` says what it is. It is nothing to do, so it is in no list of open items,
// never overdue, and no reminder. Whatever becomes of its status here, the task stays a template, and its series goes on.
//
// Taskwarrior 2.6 knows the years 1980 to 9999 and whole seconds, divides tags at commas and colons,
// and gives back attributes that it does not know as texts, control characters as no JSON can hold
// them, and `&open;` as `[`. What it would change so stands in `itemsctl` as it is, beside what comes nearest.
// It does not change once shipped.

import CommandKit
import Phrases
package import Storage

/// Writes items as tasks, and reads tasks.
package enum Taskwarrior {
  /// The item as a task.
  static func task(of item: Item, in zone: LocalZone) -> JSONObject {
    var task = plainTask(of: item, in: zone)
    let extra = FormatExtra(of: item, besides: try? plainRecord(task, in: zone), isLoose: isLoose)
    if let text = extra.text {
      // `&` would begin a sign of Taskwarrior's own.
      let parts = text.split(separator: "&", omittingEmptySubsequences: false)
      task[extraKey] = .string(parts.joined(separator: "\\u0026"))
    }
    return task
  }

  /// What a task says of an item.
  package static func record(
    _ task: JSONObject,
    in zone: LocalZone
  ) throws(RecordError) -> ItemJSON.Record {
    var task = task
    let text = task.removeValue(forKey: extraKey)?.string
    let record = try plainRecord(task, in: zone)
    guard let extra = text.flatMap({ FormatExtra($0) }) else { return record }
    return extra.applied(to: record) { try? plainRecord(plainTask(of: $0, in: zone), in: zone) }
  }

  /// Whether a value comes back as a text.
  ///
  /// Of arrays only annotations and dependencies are said, which Taskwarrior knows.
  private static func isLoose(_ value: JSONValue) -> Bool {
    switch value {
    case .string, .array: false
    default: true
    }
  }

  /// The key of the tasks that one depends on.
  static let dependsKey = "depends"

  /// The ids in a list of tasks on which one depends; nil for an empty one, and for anything else.
  static func blockers(of value: JSONValue) -> Set<ItemID>? {
    // Before 2.6, the ids stood in one text with commas between them.
    let texts = value.string?.split(separator: ",", omittingEmptySubsequences: false)
    let words = texts.map { $0.map { String($0) } } ?? value.array?.map { $0.string ?? "" } ?? []
    let ids = words.compactMap { ItemID($0) }
    return ids.isEmpty || ids.count < words.count ? nil : Set(ids)
  }

  /// The attribute of tasks for what Taskwarrior has no words for.
  static let extraKey = "itemsctl"
  /// The attribute of items that keeps the times of annotations.
  static let annotationsKey = "annotations"

  /// True if an object is a task and no item; Taskwarrior itself needs no more than a description.
  package static func isTask(_ object: JSONObject) -> Bool {
    if isExported(object) { return true }
    guard object["description"]?.string != nil, object["title"] == nil else { return false }
    return object["uuid"]?.string != nil || object["entry"]?.string != nil || hasStatus(object)
      || object.allSatisfy { mappedKeys.contains($0.key) }
  }

  /// True if an object is a task with the keys of each task that Taskwarrior exports.
  package static func isExported(_ object: JSONObject) -> Bool {
    object["description"]?.string != nil && object["uuid"]?.string != nil
      && object["entry"]?.string != nil
      // An attribute of a task may have that name; items have none of the statuses of tasks.
      && (object["title"] == nil || hasStatus(object))
  }

  private static func hasStatus(_ object: JSONObject) -> Bool {
    statuses.contains(object["status"]?.string ?? "")
  }

  private static let statuses: Set = ["pending", "completed", "deleted", "waiting", "recurring"]
}

// MARK: - What a task can say

extension Taskwarrior {
  /// The item as a task, as near as a task comes to it.
  static func plainTask(of item: Item, in zone: LocalZone) -> JSONObject {
    var task = JSONObject(plainAttributes(of: item))
    task["uuid"] = .string(item.id.description)
    task["description"] = .string(item.title.plain)
    task["entry"] = time(item.createdAt)
    task["modified"] = time(item.updatedAt)
    let status = status(of: item)
    task["status"] = .string(status)
    if let due = item.due { task["due"] = time(due.start(in: zone)) }
    if let completed = item.completedAt, status != template { task["end"] = time(completed) }
    if item.list != Item.defaultList { task["project"] = .string(item.list.plain) }
    if item.priority != .none {
      task["priority"] = .string(item.priority.name.prefix(1).uppercased())
    } else if let text = item.attributes["priority"]?.string, isOwnPriority(text) {
      task["priority"] = .string(text)
    }
    let tags = item.tags.filter { $0 == $0.plain && !$0.contains { $0 == "," || $0 == ":" } }
    if !tags.isEmpty { task["tags"] = .array(tags.sorted(by: utf8Less).map(JSONValue.string)) }
    if !item.blockers.isEmpty { task[dependsKey] = item.blockers.jsonForm }
    if let annotations = annotations(of: item) { task[annotationsKey] = annotations }
    return task
  }

  private static func status(of item: Item) -> String {
    let kept = item.attributes["status"]?.string
    if kept == template { return template }
    switch item.status {
    case .open:
      // Without such a time, Taskwarrior makes it pending.
      let waits = item.attributes["wait"]?.string.flatMap(date) != nil
      return kept == waiting && waits ? waiting : "pending"
    case .done: return "completed"
    case .cancelled: return "deleted"
    }
  }

  /// The status of open tasks that are hidden up to a date.
  static let waiting = "waiting"
  /// The status of tasks of which others are made, one for each date.
  package static let template = "recurring"

  /// Whether a priority is one that somebody set up in Taskwarrior.
  static func isOwnPriority(_ text: String) -> Bool {
    !text.isEmpty && !["H", "M", "L"].contains(text) && text == text.plain
  }

  private static func plainAttributes(of item: Item) -> [String: JSONValue] {
    item.attributes.filter { key, value in
      !mappedKeys.contains(key) && key != "status" && isPlainKey(key)
        && (key != dependsKey || item.blockers.isEmpty) && isPlain(value, for: key, of: item)
    }
  }

  /// The keys of a task that are more than attributes.
  static let mappedKeys: Set<String> = [
    "uuid", "description", "entry", "modified", "end", "due", "project", "tags", "priority",
    annotationsKey, extraKey, "id", "urgency",
  ]

  /// Other names begin or divide what Taskwarrior keeps in its own files.
  private static func isPlainKey(_ key: String) -> Bool {
    let parts = ["annotation_", "tag_", "tags_", "dep_"]
    return !parts.contains { key.hasPrefix($0) }
      && key.utf8.allSatisfy { $0 >= 0x80 || $0.isWordByte }
  }

  /// Whether Taskwarrior takes the value under that key; it refuses a file for one that it does not.
  private static func isPlain(_ value: JSONValue, for key: String, of item: Item) -> Bool {
    switch key {
    case "wait", "scheduled", "until", "start": return value.string.flatMap(date) != nil
    case "imask", "last":
      // Some versions write a number as a text.
      return value.kind == .number || value.string.map { Double($0) != nil } == true
    case "recur": return value.string.map(isDuration) == true && mayRecur(item)
    case dependsKey: return blockers(of: value) != nil
    default: break
    }
    switch value {
    case .string(let text): return !text.isEmpty && text == text.plain
    case .integer, .double: return true
    case .bool, .null, .array, .object: return false
    }
  }

  /// Whether a task may say how often it recurs.
  ///
  /// Taskwarrior makes a template of an open task that does, unless it is a date of one, which its key `parent` names.
  private static func mayRecur(_ item: Item) -> Bool {
    let isDate = item.attributes["parent"]?.string.flatMap { ItemID($0) } != nil
    return item.due != nil && (isDate || !["pending", waiting].contains(status(of: item)))
  }

  /// The annotations that the notes were made of, or one that holds the notes.
  private static func annotations(of item: Item) -> JSONValue? {
    if let kept = item.attributes[annotationsKey], notes(of: kept) == item.notes { return kept }
    guard !item.notes.isEmpty else { return nil }
    return [["entry": time(item.createdAt), "description": .string(item.notes.plain)]]
  }

  /// The annotations' texts one below the other; nil for anything else.
  static func notes(of annotations: JSONValue) -> String? {
    var texts: [String] = []
    for annotation in annotations.array ?? [] {
      guard let text = annotation["description"]?.string?.withLineFeeds, text == text.plain,
        annotation["entry"]?.string.flatMap(date) != nil, annotation.object?.count == 2
      else { return nil }
      texts.append(text)
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }
}

// MARK: - Times

extension Taskwarrior {
  /// A whole second of the years that Taskwarrior knows: `20261224T170000Z`.
  static func time(_ date: Date) -> JSONValue {
    let milliseconds = min(max(date.millisecondsSince1970, 315_532_800_000), 253_402_214_400_000)
    let text = ISO8601.string(milliseconds: milliseconds)
    return .string(text.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z")
  }

  /// The time of such a text.
  static func date(_ text: String) -> Date? {
    let digits = Array(text)
    guard digits.count == 16, digits[8] == "T", digits[15] == "Z" else { return nil }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    let iso =
      "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T"
      + "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
    return (try? ISO8601.parse(iso)).map { Date(millisecondsSince1970: $0.milliseconds) }
  }
}

extension String {
  /// The text as Taskwarrior gives it back: U+FFFD for controls other than tabs and line feeds, and
  /// without what it takes for a sign of its own.
  fileprivate var plain: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "&") }) else { return self }
    var text = String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.value < 0x20 && $0 != "\t" && $0 != "\n" ? "\u{FFFD}" : $0 }
      )
    )
    for name in ["open", "close", "dquot", "colon", "comma"] {
      text = text.split(separator: "&\(name);", omittingEmptySubsequences: false)
        .joined(separator: "& \(name);")
    }
    return text
  }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    let character = Character(Unicode.Scalar(self))
    return self < 0x80 && (character.isLetter || character.isNumber) || "_.-".utf8.contains(self)
  }
}
