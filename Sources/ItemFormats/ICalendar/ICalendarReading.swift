// Tasks of iCalendar read as items.

import CommandKit
import Phrases
package import Storage

/// What a task says of an item.
package struct ICalendarReading {
  package var record: ItemJSON.Record
  /// What was understood otherwise than it was meant.
  package private(set) var warnings: [Warning] = []

  /// What was understood otherwise, and which of the task's lines it is about; nil for the whole task.
  package struct Warning: Hashable, Sendable {
    package let text: String
    package var line: Int?
  }

  let form: ICalendar
  /// The names of dates of the task for which other tasks stand.
  let overrides: [ContentLine]
  /// The zones of the calendar, with those that were looked for.
  package var zones: ICalendarZones
  /// The lines and components to be kept, by the name that they share.
  var kept: [String: [JSONValue]] = [:]
  private var properties: Set<ICalendarProperty> = []
  /// The index of the line that is being read.
  private var lineIndex: Int?
  /// The zone of what it is due, else of its start.
  private(set) var zone: LocalZone?
  private var rule: (line: ContentLine, index: Int?)?
  /// Whether the rule counts starts, since no rule has the days on which it is due then.
  var hasRuleOfStarts = false
  private var duration: ICalendarDuration?
  private var percent: Int?
  private var isStatusGiven = false
  private var uid: String?
  private var occurrence: String?
  /// The index of the line that names the parent.
  private var parentIndex: Int?

  /// Reads the task's own properties, and what itemsctl added to them, by the zones and the list of its calendar.
  package init(
    _ form: ICalendar,
    _ task: ICalendarTask,
    zones: ICalendarZones? = nil,
    list: String? = nil
  ) {
    self.form = form
    overrides = task.overrides
    self.zones = zones ?? ICalendarZones(form.calendar)
    record = ItemJSON.Record(draft: ItemDraft(title: ""))
    record.given = ItemJSON.Parts(allExcept: .number, .kind)
    record.draft.list = list ?? Item.defaultList
    var extra: String?
    for (index, line) in task.lines.enumerated() {
      lineIndex = index
      if line.name == ICalendar.extra { extra = extra ?? line.textValue } else { take(line) }
    }
    lineIndex = nil
    for component in task.components { keep(component, named: ICalendarTask.name(of: component)) }
    limitTexts(of: task)
    finish()
    if let extra = extra.flatMap({ FormatExtra($0) }) {
      let plain = record
      var form = form
      if let parent = plain.draft.parent, let parentIndex {
        form.relatedUIDs = [parent: task.lines[parentIndex].textValue]
      }
      for line in task.lines {
        if let id = ICalendar.blocker(line) { form.relatedUIDs[id] = line.textValue }
      }
      record = extra.applied(to: plain) { [form] item in
        var again = form.plainTask(of: item)
        again.overrides = task.overrides
        if again.isSame(as: task, besides: ICalendar.extra) { return plain }
        return ICalendarReading(form, again, list: list).record
      }
    }
  }

  mutating func keep(_ text: String, named name: String, isFirst: Bool = false) {
    let place = isFirst ? 0 : kept[name]?.count ?? 0
    kept[name, default: []].insert(.string(text), at: place)
  }

  private mutating func take(_ line: ContentLine) {
    guard let property = ICalendarProperty(rawValue: line.name) else { return takeOther(line) }
    guard properties.insert(property).inserted || !property.standsOnce else {
      warn("\"\(line.name)\" stands in this task more than once; this line is kept as text")
      return keep(line.text, named: line.name)
    }
    switch property {
    case .uid: uid = line.textValue
    case .summary: record.draft.title = line.textValue
    case .description: record.draft.notes = line.textValue
    case .categories:
      record.draft.tags.formUnion(line.textValues.map(\.trimmed.nfc).filter { !$0.isEmpty })
    case .status: takeStatus(line.value.trimmed.uppercased())
    case .priority: takePriority(line.value.trimmed)
    case .start: record.draft.start = value(line, .start)
    case .due: record.draft.due = value(line, .due)
    case .duration: takeDuration(line.value.trimmed)
    case .rule: rule = (line, lineIndex)
    case .created: record.draft.createdAt = moment(line, .created)
    case .lastModified: record.draft.updatedAt = moment(line, .lastModified)
    case .completed: record.draft.completedAt = moment(line, .completed)
    case .percent: takePercent(line.value.trimmed)
    case .stamp, .sequence, .extra: break
    case .url, .location, .classification, .geo: takeAttribute(line, property)
    case .occurrence:
      occurrence = line.value
      keep(line.text, named: line.name)
    }
  }

  /// Says that a line is left out; the next of its name, if there is one, counts in its place.
  private mutating func leaveOut(_ property: ICalendarProperty, _ expected: String) {
    properties.remove(property)
    warn("\"\(property.rawValue)\": expected \(expected); it is left out")
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
      return leaveOut(.priority, "a number from 0 to 9")
    }
    record.draft.priority = priority
    if ![0, 1, 5, 9].contains(number) {
      record.draft.attributes["priority"] = .integer(Int64(number))
    }
  }

  private mutating func takeDuration(_ text: String) {
    duration = ICalendarDuration(text)
    if duration == nil { leaveOut(.duration, "a length of time such as P1DT2H") }
  }

  private mutating func takePercent(_ text: String) {
    percent = Int(text)
    if percent == nil { leaveOut(.percent, "a whole number") }
  }

  /// With parameters there is more to an attribute than its value.
  private mutating func takeAttribute(_ line: ContentLine, _ property: ICalendarProperty) {
    guard !property.isKeptWhole(line) else { return keep(line.text, named: line.name) }
    let value = property == .location ? line.textValue : line.value
    record.draft.attributes[line.name.lowercased()] = .string(value)
  }

  private mutating func takeOther(_ line: ContentLine) {
    if record.draft.parent == nil, let parent = ICalendar.parent(line) {
      record.draft.parent = parent
      parentIndex = lineIndex
      guard parent.description != line.textValue else { return }
    }
    if let blocker = ICalendar.blocker(line), record.draft.blockers.count < ItemLimits.blockers {
      record.draft.blockers.insert(blocker)
      guard blocker.description != line.textValue || line.parameters.count > 1 else { return }
    }
    if line.name == "RDATE" || line.name == "EXRULE" {
      warn("\"\(line.name)\" is kept as text: the item repeats by its \"RRULE\" alone")
    }
    keep(line.text, named: line.name)
  }

  mutating func warn(_ text: String, at index: Int? = nil) {
    warnings.append(Warning(text: text, line: index ?? lineIndex))
  }

  // MARK: - Times

  private mutating func value(
    _ line: ContentLine,
    _ property: ICalendarProperty
  ) -> DayOrInstant? {
    guard let time = ICalendarTime(line.value.trimmed) else {
      leaveOut(property, "a day or a time such as 20261224T170000Z")
      return nil
    }
    let zone = zone(of: line, time)
    if line.name == "DUE" || self.zone == nil { self.zone = zone }
    return time.value(in: zone)
  }

  /// A moment; of a day its beginning.
  private mutating func moment(_ line: ContentLine, _ property: ICalendarProperty) -> Date? {
    guard let time = ICalendarTime(line.value.trimmed) else {
      leaveOut(property, "a time such as 20261224T170000Z")
      return nil
    }
    let zone = zone(of: line, time)
    return time.value(in: zone).start(in: zone)
  }

  /// The zone of UTC by its name, which a rule that is read keeps.
  private static let utc = LocalZone(named: "Etc/UTC") ?? .utc

  mutating func zone(of line: ContentLine, _ time: ICalendarTime) -> LocalZone {
    if time.isUTC { return ICalendarReading.utc }
    guard time.date.hasTime, let name = line.parameter("TZID") else { return zones.local }
    if let zone = zones.zone(named: name) { return zone }
    warn(
      "\"\(line.name)\": the zone \"\(name.visible)\" is not known; the time is read as local time"
    )
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
    if let parent = record.draft.parent, parent == record.draft.id {
      record.draft.parent = nil
      warn("\"RELATED-TO\" makes the task its own parent; it is left out", at: parentIndex)
    }
    if let id = record.draft.id, record.draft.blockers.remove(id) != nil {
      warn("\"RELATED-TO\" lets the task depend on itself; it is left out")
    }
    finishTitle()
    finishStatus()
    // A rule has to have a start; one that equals the end is the task's only date.
    if rule != nil, record.draft.start == record.draft.due { record.draft.start = nil }
    if let rule {
      lineIndex = rule.index
      finishRule(rule.line)
    }
    if let alarms = kept["VALARM"], let date = record.draft.due ?? record.draft.start {
      kept["VALARM"] = alarms.map { alarm in
        let moving = alarm.string.flatMap { ICalendarAlarm($0) }
        return moving.map { .string($0.dated(date).text) } ?? alarm
      }
    }
    for (name, texts) in kept {
      record.draft.attributes[ICalendar.keptKey(name)] = .array(texts)
    }
    finishSizes()
  }

  private mutating func finishTitle() {
    guard record.draft.title.allSatisfy(\.isWhitespace) else { return }
    let line = record.draft.notes.split(whereSeparator: \.isNewline).first.map(String.init)
    let title = line.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? "Untitled"
    record.draft.title = ICalendarReading.beginning(ofTitle: title) ?? title
    warn("\"SUMMARY\" is missing; the title is \"\(record.draft.title.visible)\"")
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
    // What was done at some time, is so as long as it was here.
    if record.draft.completedAt == nil { record.given.remove(.completedAt) }
    if let percent, !(percent == 100 && isImplied) {
      record.draft.attributes[ICalendar.percent.lowercased()] = .integer(Int64(percent))
    }
  }
}
