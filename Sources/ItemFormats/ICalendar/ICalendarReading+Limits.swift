// What is larger in a task than an item can be: its beginning is taken, or it is left out; and that is told.

import CommandKit
import Storage

extension ICalendarReading {
  /// Shortens the texts, and leaves out tags that no item can have.
  mutating func limitTexts(of task: ICalendarTask) {
    limitTitle(task)
    limitNotes(task)
    if !record.draft.tags.isEmpty { limitTags(task) }
  }

  private mutating func limitTitle(_ task: ICalendarTask) {
    let title = record.draft.title
    guard let beginning = ICalendarReading.beginning(ofTitle: title) else { return }
    record.draft.title = beginning
    guard let index = task.lines.firstIndex(where: { $0.name == "SUMMARY" }) else { return }
    warn(
      "\"SUMMARY\" has more than \(ItemLimits.titleCharacters) characters; its beginning is the title, and the line is kept as text",
      at: index
    )
    keep(task.lines[index].text, named: "SUMMARY", isFirst: true)
  }

  /// The beginning of a text that is too long for a title; nil for any other.
  static func beginning(ofTitle text: String) -> String? {
    // Counting bytes takes no time, and few titles have so many.
    guard text.utf8.count > ItemLimits.titleCharacters else { return nil }
    let isTooLong =
      text.count > ItemLimits.titleCharacters || text.utf8.count > ItemLimits.notesBytes
    guard isTooLong else { return nil }
    return beginning(of: String(text.prefix(ItemLimits.titleCharacters)))
  }

  private mutating func limitNotes(_ task: ICalendarTask) {
    guard record.draft.notes.utf8.count > ItemLimits.notesBytes else { return }
    record.draft.notes = ICalendarReading.beginning(of: record.draft.notes)
    warn(
      "\"DESCRIPTION\" has more than \(ItemLimits.notesBytes) bytes; the end of the notes is left out",
      at: task.lines.firstIndex { $0.name == "DESCRIPTION" }
    )
  }

  /// As much of a text as notes, and titles, can have of bytes.
  private static func beginning(of text: String) -> String {
    guard text.utf8.count > ItemLimits.notesBytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: ItemLimits.notesBytes)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }

  private mutating func limitTags(_ task: ICalendarTask) {
    let good = record.draft.tags.filter { tag in
      tag.utf8.count <= ItemLimits.nameBytes && !tag.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
    let kept =
      good.count > ItemLimits.tags
      ? Set(good.sorted(by: utf8Less).prefix(ItemLimits.tags)) : good
    let count = record.draft.tags.count - kept.count
    guard count > 0 else { return }
    record.draft.tags = kept
    warn(
      "\(counted(count, "tag")) of \"CATEGORIES\" left out: an item has at most \(ItemLimits.tags) tags, each of at most \(ItemLimits.nameBytes) bytes on one line",
      at: task.lines.firstIndex { $0.name == "CATEGORIES" }
    )
  }

  /// Leaves out what is too large for an attribute, or for all of them together.
  mutating func finishSizes() {
    let attributes = record.draft.attributes
    // Each byte may be written as six, so smaller ones need no look.
    let most = attributes.values.reduce(0) { $0 + 6 * ICalendarReading.size($1) }
    guard
      most > ItemLimits.attributeBytes
        || attributes.keys.contains(where: { $0.utf8.count > ItemLimits.nameBytes })
    else { return }
    var room = ItemLimits.attributesBytes
    for (key, value) in attributes.sorted(by: { utf8Less($0.key, $1.key) }) {
      let limit = min(room, ItemLimits.attributeBytes)
      let fitting =
        key.utf8.count > ItemLimits.nameBytes
        ? nil : ICalendarReading.beginning(of: value, within: limit)
      room -= fitting.map(ICalendarReading.bytes) ?? 0
      record.draft.attributes[key] = fitting
      guard fitting != value else { continue }
      let name = key.split(separator: "/").last.map { String($0.prefix(40)).uppercased() } ?? ""
      let rest = fitting == nil ? "it" : "the rest of it"
      warn("\"\(name.visible)\" is larger than an attribute can be; \(rest) is left out")
    }
  }

  /// The value, or as many elements of an array as have so many bytes; nil where nothing fits.
  private static func beginning(of value: JSONValue, within limit: Int) -> JSONValue? {
    if bytes(of: value) <= limit { return value }
    guard let elements = value.array else { return nil }
    var room = limit - 2
    let fitting = elements.prefix { element in
      room -= bytes(of: element) + 1
      return room >= 0
    }
    return fitting.isEmpty ? nil : .array(Array(fitting))
  }

  private static func bytes(of value: JSONValue) -> Int {
    (try? JSONWriter.bytes(of: value).count) ?? Int.max
  }

  private static func size(_ value: JSONValue) -> Int {
    switch value {
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(0) { $0 + 1 + size($1) }
    default: 4
    }
  }
}
