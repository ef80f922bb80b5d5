// What a task has beside the fields of an item: kept as it came, and written again.
//
// | attribute | value |
// | --- | --- |
// | `ical/NAME`, such as `ical/ATTENDEE` | an array of the whole lines of that property, not folded, in their order |
// | `ical/VALARM` | an array of the alarms: the lines of each, with line feeds between them; so for other components |
//
// One attribute for each name, so that two programs that change two properties do not overwrite each other. All alarms
// are one, since programs give them new UIDs. The name is in capitals. A slash stands in front of it, since a colon
// compares in a filter, and a dot leads into a value. It does not change once shipped.
//
// An alarm at a moment of its own has a line `X-ITEMSCTL-DATE` here, see ``ICalendarAlarm``.
//
// A property that a task has once, such as `DUE`, is kept here where a task has more of it than an item can: a second
// one, or one with parameters.

import CommandKit
import Phrases
import Storage

extension ICalendar {
  /// The key of the attribute that keeps the lines, or the components, of a name in capitals.
  static func keptKey(_ name: String) -> String { keptPrefix + name }

  private static let keptPrefix = "ical/"

  /// The kept lines of a property.
  func keptLines(_ name: String, of item: Item) -> [ContentLine] {
    ICalendar.keptTexts(ICalendar.keptKey(name), of: item)
      .filter { !$0.utf8.contains(0x0A) }.compactMap { ContentLine($0.utf8) }
      .filter { $0.name == name }
  }

  private static func keptTexts(_ key: String, of item: Item) -> [String] {
    (item.attributes[key]?.array ?? []).compactMap(\.string)
  }

  /// Writes what was kept: lines of properties that stand there already behind these, all others at the end.
  func takeKept(of item: Item, into task: inout ICalendarTask) {
    let keys = item.attributes.keys.filter { $0.utf8.starts(with: ICalendar.keptPrefix.utf8) }
    for key in keys.sorted(by: utf8Less) {
      let name = String(key.dropFirst(ICalendar.keptPrefix.count))
      for text in ICalendar.keptTexts(key, of: item) {
        if text.utf8.contains(0x0A) {
          takeComponent(text, named: name, of: item, into: &task)
        } else if let line = ContentLine(text.utf8), line.name == name {
          take(line, of: item, into: &task)
        }
      }
    }
  }

  private func takeComponent(
    _ text: String,
    named name: String,
    of item: Item,
    into task: inout ICalendarTask
  ) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ContentLine($0.utf8) }
    guard !lines.contains(nil), lines[0]?.value.trimmed.uppercased() == name,
      ICalendarTask.isComponent(lines.compactMap { $0 })
    else { return }
    guard let alarm = ICalendarAlarm(text) else { return task.components.append(text) }
    // What was done has no alarm at a moment of its own: that is the one of the next date.
    guard !isRecord(item) else { return }
    let zone = item.repeat?.clock ?? calendar.zone
    if let moved = alarm.moved(to: item.due ?? item.start, in: zone) {
      task.components.append(moved.text)
    }
  }

  /// Whether an item is the done copy of one date of another item.
  private func isRecord(_ item: Item) -> Bool {
    item.occurrence != nil && item.repeat == nil && item.status != .open
  }

  private func take(_ line: ContentLine, of item: Item, into task: inout ICalendarTask) {
    guard let property = ICalendarProperty(rawValue: line.name) else {
      if line.name != "BEGIN", line.name != "END", isForeign(line, to: item) {
        task.lines.append(line)
      }
      return
    }
    let first = task.lines.lastIndex { $0.name == line.name }
    if property == .summary, line.text == longTitleLine(of: item)?.text { return }
    switch property {
    case .rule where item.repeat != nil:
      // One that cannot be a rule here was kept in place of the item's own, which is another one by now.
      guard let first, (try? RepeatRule(line.value.trimmed.uppercased())) != nil else { return }
      task.lines.insert(line, at: first + 1)
    case .rule: task.lines.append(line)
    case _ where property.isKeptWhole(line):
      task.lines.insert(line, at: first.map { $0 + 1 } ?? task.lines.endIndex)
    default:
      // A second one alone would be read as the first.
      if let first { task.lines.insert(line, at: first + 1) }
    }
  }

  /// True if a line is not about the item's own parent or its blockers, which stand in the task already.
  ///
  /// The parents of before go, if the item was moved here.
  private func isForeign(_ line: ContentLine, to item: Item) -> Bool {
    // Those of its blockers stand there, too; others are not its blockers any more.
    if ICalendar.blocker(line) != nil { return false }
    guard let parent = ICalendar.parent(line) else { return true }
    return parent != item.parent && parentLine(of: item) != nil
  }

  /// The whole line of a title that was too long, as long as the item has its beginning.
  func longTitleLine(of item: Item) -> ContentLine? {
    guard item.title.utf8.count >= ItemLimits.titleCharacters else { return nil }
    return keptLines("SUMMARY", of: item).first {
      ICalendarReading.beginning(ofTitle: $0.textValue) == item.title
    }
  }

  // MARK: - Parents

  /// The line that was kept of the item's parent.
  func parentLine(of item: Item) -> ContentLine? {
    keptLines("RELATED-TO", of: item).first { ICalendar.parent($0) == item.parent }
  }

  /// The line of a blocker, as it was kept or as it has to be.
  func line(ofBlocker id: ItemID, of item: Item) -> ContentLine {
    keptLines("RELATED-TO", of: item).first { ICalendar.blocker($0) == id }
      ?? ContentLine(
        "RELATED-TO",
        [ContentLine.Parameter(name: "RELTYPE", value: ICalendar.dependency)],
        escapedUID(of: id)
      )
  }

  private static let dependency = "DEPENDS-ON"

  /// The blocker that a line names: <https://www.rfc-editor.org/rfc/rfc9253#section-9.1>; nil for other relations.
  static func blocker(_ line: ContentLine) -> ItemID? {
    guard line.name == "RELATED-TO", line.parameter("RELTYPE")?.uppercased() == dependency else {
      return nil
    }
    return id(ofUID: line.textValue)
  }

  /// The parent that a line names; nil for other relations.
  static func parent(_ line: ContentLine) -> ItemID? {
    guard line.name == "RELATED-TO",
      (line.parameter("RELTYPE") ?? "PARENT").uppercased() == "PARENT"
    else { return nil }
    return id(ofUID: line.textValue)
  }
}
