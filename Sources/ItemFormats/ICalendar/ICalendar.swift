// Items as tasks of iCalendar: <https://www.rfc-editor.org/rfc/rfc5545#section-3.6.2>.
//
// | `VTODO` | item |
// | --- | --- |
// | `UID` | the id; of another form, kept as attribute `uid`, and the id is made of it; so also with `RECURRENCE-ID` |
// | `SUMMARY`, `DESCRIPTION`, `CATEGORIES` | title, notes, tags |
// | `STATUS` | open: NEEDS-ACTION (IN-PROCESS: kept as attribute `status`); done: COMPLETED; CANCELLED |
// | `PRIORITY` | 1 to 4, 5, 6 to 9: high, medium, low; another number than 1, 5 or 9 is kept as attribute |
// | `DTSTART`, `DUE`, `DURATION` | start and due: a day, or a moment of UTC, of a zone, or of the local one |
// | `RRULE` | how it repeats; its dates are those of `DTSTART`, an item's those on which it is due; beside it, a start that equals the due date is none |
// | `EXDATE` | the days that the rule leaves out, but for those that another task stands for, by its `RECURRENCE-ID` |
// | `RELATED-TO` | the parent, by its UID; with `RELTYPE=DEPENDS-ON` (RFC 9253) an item that it waits for; others are kept |
// | `CREATED`, `LAST-MODIFIED`, `COMPLETED` | times of creation, last edit, completion |
// | `URL`, `LOCATION`, `CLASS`, `GEO`, `PERCENT-COMPLETE` | attributes of the same names in small letters |
// | `X-ITEMSCTL` | what a task cannot say, such as the list: JSON with keys of items |
// | `DTSTAMP`, `SEQUENCE` | left out: each export makes them anew |
// | all others, `VALARM` | the attribute `ical/NAME` of each name: an array of its lines, see ICalendar+Kept.swift |
//
// The name of the calendar, `X-WR-CALNAME`, is the list of its tasks. It does not change once shipped.

package import Phrases
package import Storage

/// Writes items as tasks of a calendar, and reads tasks.
package struct ICalendar: Sendable {
  /// What floating times are meant in.
  package let calendar: LocalCalendar
  /// The UIDs of parents and blockers that another program gave them.
  var relatedUIDs: [ItemID: String] = [:]
  /// The days that an item's rule leaves out, and that other tasks stand for.
  var overridden: Set<CalendarDay> = []

  package init(
    calendar: LocalCalendar,
    relatedUIDs: [ItemID: String] = [:],
    overridden: Set<CalendarDay> = []
  ) {
    self.calendar = calendar
    self.relatedUIDs = relatedUIDs
    self.overridden = overridden
  }

  /// The property for what a task has no words for.
  static let extra = "X-ITEMSCTL"
  /// The attribute that keeps another program's UID.
  static let uidKey = "uid"
  /// Properties that are attributes, whose value is a text or anything that needs no escapes.
  static let attributes: [(name: String, isText: Bool)] = [
    ("URL", false), ("LOCATION", true), ("CLASS", false), ("GEO", false),
  ]
  static let percent = "PERCENT-COMPLETE"
  static let inProcess = "IN-PROCESS"

  static let head = ContentLine.lines([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//itemsctl//itemsctl \(PackageRelease.version)//EN",
  ])
  static let tail = ContentLine.lines(["END:VCALENDAR"])

  /// The item as a task, which are the lines within its `VTODO`, and what a reader makes of it.
  func task(of item: Item) -> (task: ICalendarTask, comesBackAs: ItemJSON.Record) {
    var task = plainTask(of: item)
    let record = ICalendarReading(self, task).record
    guard let text = FormatExtra(of: item, besides: record, tellsAbsence: true).text else {
      return (task, record)
    }
    let line = ContentLine(ICalendar.extra, ContentLine.escaped(text))
    task.lines.append(line)
    guard let extra = FormatExtra(line.textValue) else { return (task, record) }
    // A reader makes the plain task again of what it read, to see what was edited: mostly that is this one.
    let whole = extra.applied(to: record) { read in
      read.differingParts(from: item).allSatisfy { $0 == .number }
        ? record : ICalendarReading(self, plainTask(of: read)).record
    }
    return (task, whole)
  }

  /// The item as near as a task comes to it.
  func plainTask(of item: Item) -> ICalendarTask {
    var lines = [
      ContentLine("UID", ContentLine.escaped(uid(of: item))),
      ContentLine("DTSTAMP", ICalendarTime.text(of: item.updatedAt)),
      ContentLine("CREATED", ICalendarTime.text(of: item.createdAt)),
      ContentLine("LAST-MODIFIED", ICalendarTime.text(of: item.updatedAt)),
      longTitleLine(of: item) ?? ContentLine("SUMMARY", ContentLine.escaped(item.title)),
    ]
    if !item.notes.isEmpty {
      lines.append(ContentLine("DESCRIPTION", ContentLine.escaped(item.notes)))
    }
    lines.append(ContentLine("STATUS", status(of: item)))
    if item.status == .done, let completed = item.completedAt {
      lines.append(ContentLine("COMPLETED", ICalendarTime.text(of: completed)))
    }
    if let number = ICalendar.priority(of: item) {
      lines.append(ContentLine("PRIORITY", String(number)))
    }
    if !item.tags.isEmpty {
      let tags = item.tags.sorted(by: utf8Less).map(ContentLine.escaped)
      lines.append(ContentLine("CATEGORIES", tags.joined(separator: ",")))
    }
    var task = ICalendarTask(lines: lines)
    takeTimes(of: item, into: &task)
    if let parent = item.parent {
      task.lines.append(parentLine(of: item) ?? ContentLine("RELATED-TO", escapedUID(of: parent)))
    }
    for id in item.blockers.sorted() { task.lines.append(line(ofBlocker: id, of: item)) }
    takeAttributes(of: item, into: &task)
    return task
  }

  /// The UID of an item to which another one is related.
  func escapedUID(of id: ItemID) -> String {
    ContentLine.escaped(relatedUIDs[id] ?? id.description)
  }

  func uid(of item: Item) -> String { givenUID(of: item) ?? item.id.description }

  /// The UID that another program gave the item; nil for an item from here.
  func givenUID(of item: Item) -> String? {
    guard let uid = item.attributes[ICalendar.uidKey]?.string else { return nil }
    let occurrence = keptLines(ICalendar.occurrence, of: item).first?.value
    return ICalendar.id(ofUID: uid, occurrence) == item.id ? uid : nil
  }

  /// The property of a task that stands for one date of another one, and has its UID.
  package static let occurrence = "RECURRENCE-ID"

  /// The item that a UID means, or one date of it.
  static func id(ofUID uid: String, _ occurrence: String? = nil) -> ItemID {
    if let occurrence { return ItemID(ofName: "\(uid)\n\(occurrence)") }
    return ItemID(uid) ?? ItemID(ofName: uid)
  }

  private func status(of item: Item) -> String {
    switch item.status {
    case .open:
      item.attributes["status"] == .string(ICalendar.inProcess)
        ? ICalendar.inProcess : "NEEDS-ACTION"
    case .done: "COMPLETED"
    case .cancelled: "CANCELLED"
    }
  }

  /// The number of a priority, and of a kept one.
  private static func priority(of item: Item) -> Int? {
    let usual: Int? =
      switch item.priority {
      case .none: nil
      case .high: 1
      case .medium: 5
      case .low: 9
      }
    guard let kept = item.attributes["priority"]?.integer.flatMap({ Int(exactly: $0) }),
      kept != usual, priority(of: kept) == item.priority
    else { return usual }
    return kept
  }

  /// What a number means: <https://www.rfc-editor.org/rfc/rfc5545#section-3.8.1.9>.
  static func priority(of number: Int) -> Priority? {
    switch number {
    case 0: Priority.none
    case 1...4: .high
    case 5: .medium
    case 6...9: .low
    default: nil
    }
  }

  // MARK: - Times

  /// `DTSTART`, `DUE`, `RRULE` and `EXDATE`.
  ///
  /// The two times must be of one form, and the first one before the second.
  private func takeTimes(of item: Item, into task: inout ICalendarTask) {
    let plan = plan(of: item)
    let start = item.start.flatMap { isBefore($0, item.due) ? $0 : nil }
    let zone = zone(of: item)
    func take(_ property: String, _ values: [DayOrInstant]) {
      guard let line = ICalendar.line(property, values, zone) else { return }
      if let zone, line.parameter("TZID") != nil { task.zone = zone }
      task.lines.append(line)
    }
    take("DTSTART", [plan?.start ?? start].compactMap(\.self))
    take("DUE", [item.due].compactMap(\.self))
    guard let plan, let text = plan.text else { return }
    task.lines.append(ContentLine("RRULE", text))
    let dates = plan.exceptions
    take("EXDATE", dates.filter { !overridden.contains($0.key) }.map(\.date))
    task.overrides = dates.filter { overridden.contains($0.key) }
      .compactMap { ICalendar.line(ICalendar.occurrence, [$0.date], zone) }
  }

  /// How an item is planned that repeats by the plan.
  func plan(of item: Item) -> ICalendarPlan? {
    guard let rule = item.repeat, rule.origin == .due else { return nil }
    let zone = rule.zone.flatMap { LocalZone(named: $0) }
    return ICalendarPlan(of: item, rule, zone: zone ?? calendar.zone)
  }

  /// The zone in which the times of an item are written; nil for that of UTC.
  func zone(of item: Item) -> (name: String, zone: LocalZone)? {
    guard let rule = item.repeat, rule.origin == .due, let name = rule.zone,
      !ICalendar.isUTC(name), let zone = LocalZone(named: name)
    else { return nil }
    return (name, zone)
  }

  /// A line with times of one form; nil without any.
  private static func line(
    _ property: String,
    _ values: [DayOrInstant],
    _ zone: (name: String, zone: LocalZone)?
  ) -> ContentLine? {
    guard let first = values.first else { return nil }
    var parameters: [ContentLine.Parameter] = []
    if case .day = first {
      parameters.append(.init(name: "VALUE", value: "DATE"))
    } else if let zone {
      parameters.append(.init(name: "TZID", value: zone.name))
    }
    let texts = values.map { ICalendarTime.text(of: $0, in: zone?.zone) }
    return ContentLine(property, parameters, texts.joined(separator: ","))
  }

  private func isBefore(_ start: DayOrInstant, _ due: DayOrInstant?) -> Bool {
    switch (start, due) {
    case (_, nil): true
    case (.day(let start), .day(let due)?): start < due
    case (.instant(let start), .instant(let due)?): start < due
    default: false
    }
  }

  private static func isUTC(_ name: String) -> Bool {
    ["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Etc/GMT+0", "Etc/GMT-0", "Zulu", "Etc/Zulu"].contains(
      name
    )
  }

  // MARK: - Attributes

  private func takeAttributes(of item: Item, into task: inout ICalendarTask) {
    for (name, isText) in ICalendar.attributes {
      guard let value = item.attributes[name.lowercased()]?.string, !value.isEmpty else { continue }
      let escaped = ContentLine.escaped(value)
      if isText || value == escaped {
        task.lines.append(ContentLine(name, escaped))
      }
      // A web address may have commas and semicolons of its own.
      else if value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) {
        task.lines.append(ContentLine(name, value))
      }
    }
    if let percent = item.attributes[ICalendar.percent.lowercased()]?.integer, 0...100 ~= percent {
      task.lines.append(ContentLine(ICalendar.percent, String(percent)))
    }
    takeKept(of: item, into: &task)
  }
}

extension ContentLine {
  /// A line without parameters.
  init(_ name: String, _ value: String) { self.init(name, [], value) }

  /// Lines that need not be folded, with their ends.
  static func lines(_ texts: [String]) -> String { texts.map { $0 + "\r\n" }.joined() }
}
