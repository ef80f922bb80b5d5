// Tasks read as items, without what `itemsctl` adds to them.

import Phrases
import Storage

extension Taskwarrior {
  /// What the task's own keys say of an item.
  static func plainRecord(
    _ task: JSONObject,
    in zone: LocalZone
  ) throws(RecordError) -> ItemJSON.Record {
    guard let title = try text("description", of: task) else {
      throw RecordError("the key \"description\" is missing")
    }
    var draft = ItemDraft(title: title)
    draft.id = try id(of: task)
    draft.list = try text("project", of: task) ?? Item.defaultList
    draft.due = try time("due", of: task).map { DayOrInstant(midnightAsDay: $0, in: zone) }
    draft.createdAt = try time("entry", of: task)
    draft.updatedAt = try time("modified", of: task)
    draft.tags = try tags(of: task)
    for (key, value) in task where !mappedKeys.contains(key) && key != "status" {
      draft.attributes[key.nfc] = value
    }
    takeDependencies(of: task, into: &draft)
    try takeStatus(of: task, into: &draft)
    takePriority(of: task, into: &draft)
    try takeAnnotations(of: task, into: &draft)
    var record = ItemJSON.Record(draft: draft)
    record.given = ItemJSON.Parts(allExcept: .id, .number, .kind)
    return record
  }

  private static func text(_ key: String, of task: JSONObject) throws(RecordError) -> String? {
    guard let value = task[key], !value.isNull else { return nil }
    guard let text = value.string else {
      throw RecordError("\"\(key)\": expected a string, found \(value.kind.phrase)")
    }
    return text
  }

  private static func time(_ key: String, of task: JSONObject) throws(RecordError) -> Date? {
    guard let text = try text(key, of: task) else { return nil }
    guard let date = date(text) else {
      throw RecordError("\"\(key)\": expected a time such as 20261224T170000Z")
    }
    return date
  }

  private static func id(of task: JSONObject) throws(RecordError) -> ItemID? {
    guard let text = try text("uuid", of: task) else { return nil }
    guard let id = ItemID(text) else {
      throw RecordError("\"uuid\": expected an id, 32 hexadecimal digits in groups of 8-4-4-4-12")
    }
    return id
  }

  private static func tags(of task: JSONObject) throws(RecordError) -> Set<String> {
    guard let value = task["tags"], !value.isNull else { return [] }
    var tags: Set<String> = []
    // Once upon a time, they stood in one text between commas.
    let words = value.string?.split(separator: ",").map { JSONValue.string(String($0)) }
    for element in words ?? value.array ?? [value] {
      guard let tag = element.string else {
        throw RecordError("\"tags\": expected an array of strings")
      }
      tags.insert(tag.nfc)
    }
    return tags
  }

  private static func takeStatus(
    of task: JSONObject,
    into draft: inout ItemDraft
  ) throws(RecordError) {
    let end = try time("end", of: task)
    switch try text("status", of: task) {
    case "pending", nil: break
    case "completed": (draft.status, draft.completedAt) = (.done, end)
    case "deleted": (draft.status, draft.completedAt) = (.cancelled, end)
    case waiting: draft.attributes["status"] = .string(waiting)
    case template:
      draft.attributes["status"] = .string(template)
      // The time is the task's, so that it is the same when the task comes in again.
      (draft.status, draft.completedAt) = (.cancelled, draft.updatedAt ?? draft.createdAt)
    default:
      let names = ["pending", "completed", "deleted", waiting, template]
      throw RecordError("\"status\": expected one of \(names.joined(separator: ", "))")
    }
  }

  /// A list that no item can have is kept as an attribute.
  private static func takeDependencies(of task: JSONObject, into draft: inout ItemDraft) {
    guard var ids = task[dependsKey].flatMap(blockers), ids.count <= ItemLimits.blockers else {
      return
    }
    if let id = draft.id { ids.remove(id) }
    draft.blockers = ids
    draft.attributes[dependsKey] = nil
  }

  /// A priority that was set up by hand is kept as an attribute.
  private static func takePriority(of task: JSONObject, into draft: inout ItemDraft) {
    switch task["priority"] {
    case "H": draft.priority = .high
    case "M": draft.priority = .medium
    case "L": draft.priority = .low
    case nil, "", .null: break
    case let other?: draft.attributes["priority"] = other
    }
  }

  private static func takeAnnotations(
    of task: JSONObject,
    into draft: inout ItemDraft
  ) throws(RecordError) {
    guard let annotations = task[annotationsKey], !annotations.isNull,
      annotations.array?.isEmpty != true
    else { return }
    guard let notes = notes(of: annotations) else {
      throw RecordError("\"annotations\": expected an array of texts with their times")
    }
    draft.notes = notes
    // One of the time of creation is what an export makes of notes.
    let isOwn = annotations.array?.count == 1 && annotations[0]?["entry"] == task["entry"]
    if !isOwn { draft.attributes[annotationsKey] = annotations }
  }
}
