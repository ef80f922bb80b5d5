// Tasks of iCalendar read as items.

import Storage

/// What a task says of an item.
struct ICalendarReading {
  private(set) var record: ItemJSON.Record
  /// What was understood otherwise than it was meant.
  private(set) var warnings: [String] = []

  private let form: ICalendar
  private var zones: ICalendarZones
  private var kept: [JSONValue] = []
  /// The zone of what it is due, else of its start.
  private var zone: LocalZone?
  private var rule: ContentLine?
  private var duration: ICalendarDuration?
  private var percent: Int?
  private var isStatusGiven = false
  private var uid: String?
  private var occurrence: String?

  /// Reads the task's own properties, and what itemsctl added to them, by the zones and the list of its calendar.
  init(
    _ form: ICalendar,
    _ task: ICalendarTask,
    zones: ICalendarZones? = nil,
    list: String? = nil
  ) {
    self.form = form
    self.zones = zones ?? ICalendarZones(local: form.calendar.zone)
    record = ItemJSON.Record(draft: ItemDraft(title: ""))
    record.given = ItemJSON.Parts(allExcept: .number, .kind)
    record.draft.list = list ?? Item.defaultList
    var extra: String?
    for line in task.lines {
      if line.name == ICalendar.extra { extra = line.textValue } else { take(line) }
    }
    kept += task.components.map { .string($0) }
    finish()
    if let extra = extra.flatMap({ FormatExtra($0) }) {
      let plain = record
      record = extra.applied(to: plain) { item in
        let again = form.plainTask(of: item)
        if again.isSame(as: task, besides: ICalendar.extra) { return plain }
        return ICalendarReading(form, again, list: list).record
      }
    }
  }

  /// Whether a line is read as a field or as an attribute of its own, and not kept as a text.
  static func isUnderstood(_ line: ContentLine) -> Bool {
    names.contains(line.name) || ICalendar.parent(line) != nil || attribute(line) != nil
  }

  /// The attribute that a line is; with parameters there is more to it than a value.
  private static func attribute(_ line: ContentLine) -> (name: String, isText: Bool)? {
    guard line.parameters.isEmpty else { return nil }
    return ICalendar.attributes.first { $0.name == line.name }
  }

  private static let names: Set = [
    "UID", "SUMMARY", "DESCRIPTION", "CATEGORIES", "STATUS", "PRIORITY", "DTSTART", "DUE",
    "DURATION", "RRULE", "CREATED", "LAST-MODIFIED", "COMPLETED", ICalendar.percent,
    ICalendar.extra, "DTSTAMP", "SEQUENCE",
  ]

  private mutating func take(_ line: ContentLine) {
    switch line.name {
    case "UID": uid = line.textValue
    case "SUMMARY": record.draft.title = line.textValue
    case "DESCRIPTION": record.draft.notes = line.textValue
    case "CATEGORIES":
      record.draft.tags.formUnion(line.textValues.map(\.trimmed.nfc).filter { !$0.isEmpty })
    case "STATUS": takeStatus(line.value.trimmed.uppercased())
    case "PRIORITY": takePriority(line.value.trimmed)
    case "DTSTART":
      record.draft.start = value(line)
    case "DUE":
      record.draft.due = value(line)
    case "DURATION": duration = ICalendarDuration(line.value.trimmed)
    case "RRULE": rule = line
    case "CREATED": record.draft.createdAt = moment(line)
    case "LAST-MODIFIED": record.draft.updatedAt = moment(line)
    case "COMPLETED": record.draft.completedAt = moment(line)
    case ICalendar.percent: percent = Int(line.value.trimmed)
    case "DTSTAMP", "SEQUENCE": break
    default: takeOther(line)
    }
  }

  private mutating func takeStatus(_ status: String) {
    isStatusGiven = true
    switch status {
    case "COMPLETED": record.draft.status = .done
    case "CANCELLED": record.draft.status = .cancelled
    case "NEEDS-ACTION": break
    default: record.draft.attributes["status"] = .string(status)
    }
  }

  private mutating func takePriority(_ text: String) {
    guard let number = Int(text), let priority = ICalendar.priority(of: number) else {
      return warn("\"PRIORITY\": expected a number from 0 to 9; it is left out")
    }
    record.draft.priority = priority
    if ![0, 1, 5, 9].contains(number) {
      record.draft.attributes["priority"] = .integer(Int64(number))
    }
  }

  private mutating func takeOther(_ line: ContentLine) {
    if line.name == ICalendar.occurrence { occurrence = line.value }
    if let parent = ICalendar.parent(line) {
      record.draft.parent = parent
      if parent.description != line.textValue { kept.append(.string(line.text)) }
      return
    }
    if let attribute = ICalendarReading.attribute(line) {
      let value = attribute.isText ? line.textValue : line.value
      record.draft.attributes[attribute.name.lowercased()] = .string(value)
    } else {
      kept.append(.string(line.text))
    }
  }

  private mutating func warn(_ text: String) { warnings.append(text) }

  // MARK: - Times

  private mutating func value(_ line: ContentLine) -> DayOrInstant? {
    guard let time = ICalendarTime(line.value.trimmed) else {
      warn("\"\(line.name)\": expected a day or a time such as 20261224T170000Z; it is left out")
      return nil
    }
    let zone = zone(of: line, time)
    if line.name == "DUE" || self.zone == nil { self.zone = zone }
    return time.value(in: zone)
  }

  /// A moment; of a day its beginning.
  private mutating func moment(_ line: ContentLine) -> Date? {
    guard let time = ICalendarTime(line.value.trimmed) else {
      warn("\"\(line.name)\": expected a time such as 20261224T170000Z; it is left out")
      return nil
    }
    let zone = zone(of: line, time)
    return time.value(in: zone).start(in: zone)
  }

  /// The zone of UTC by its name, which a rule that is read keeps.
  private static let utc = LocalZone(named: "Etc/UTC") ?? .utc

  private mutating func zone(of line: ContentLine, _ time: ICalendarTime) -> LocalZone {
    if time.isUTC { return ICalendarReading.utc }
    guard time.date.hasTime, let name = line.parameter("TZID") else { return zones.local }
    if let zone = zones.zone(named: name) { return zone }
    warn("\"\(line.name)\": the zone \"\(name)\" is not known; the time is read as local time")
    return zones.local
  }

  // MARK: - What depends on several lines

  private mutating func finish() {
    if record.draft.due == nil, let start = record.draft.start, let duration {
      record.draft.due = duration.added(to: start, in: zone ?? zones.local)
    }
    if let uid {
      record.draft.id = ICalendar.id(ofUID: uid, occurrence)
      if ItemID(uid)?.description != uid || occurrence != nil {
        record.draft.attributes[ICalendar.uidKey] = .string(uid)
      }
    }
    finishTitle()
    finishStatus()
    if let rule { finishRule(rule) }
    if !kept.isEmpty { record.draft.attributes[ICalendar.linesKey] = .array(kept) }
  }

  private mutating func finishTitle() {
    guard record.draft.title.allSatisfy(\.isWhitespace) else { return }
    let line = record.draft.notes.split(whereSeparator: \.isNewline).first.map(String.init)
    record.draft.title = line.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? "Untitled"
    warn("\"SUMMARY\" is missing; the title is \"\(record.draft.title)\"")
  }

  /// Some programs only say when a task was completed, or that all of it is; where there is a status, it decides.
  private mutating func finishStatus() {
    let isImplied = !isStatusGiven && (record.draft.completedAt != nil || percent == 100)
    if isImplied { record.draft.status = .done }
    if record.draft.status == .open {
      if record.draft.completedAt != nil {
        warn("\"COMPLETED\" is left out, since \"STATUS\" says that the task is not")
      }
      record.draft.completedAt = nil
    }
    if let percent, !(percent == 100 && isImplied) {
      record.draft.attributes[ICalendar.percent.lowercased()] = .integer(Int64(percent))
    }
  }

  private mutating func finishRule(_ line: ContentLine) {
    do {
      let rule = try RepeatRule(ruleByDays(line.value.trimmed.uppercased()))
      var calendar = form.calendar
      if let zone { calendar = LocalCalendar(zone: zone, now: calendar.now) }
      record.draft.repeat = try RepeatPhrase(rule: rule).counted(
        from: record.draft.values,
        calendar
      )
      record.draft.values.settleOccurrence(since: nil)
      if kept.contains(where: { $0.string?.hasPrefix("EXDATE") == true }) {
        warn("\"EXDATE\": the excluded dates are kept as text, but the item repeats on them, too")
      }
    } catch {
      let reason = (error as? RepeatError)?.message ?? (error as? StorageError)?.message ?? ""
      warn("\"RRULE\" is kept as text: \(reason.unended)")
      kept.append(.string(line.text))
    }
  }

  /// A rule whose `UNTIL` is the day of the last occurrence, in the terms of an item; see ``ICalendarEnd``.
  private func ruleByDays(_ text: String) -> String {
    let (start, due) = (record.draft.start, record.draft.due)
    guard let anchor = ICalendarEnd(start: start, due: due, zone: zone ?? zones.local) else {
      return text
    }
    return ICalendarEnd.replacing(in: text) { anchor.day(of: $0, local: zones.local) }
  }
}
