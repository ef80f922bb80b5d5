import CommandKit
import ItemFormats
import Phrases
import Storage

/// Reads the components of a calendar: its tasks are items, its zones say what their times mean.
///
/// A line that cannot be read is left out and told; the rest of its task comes in. A task that repeats waits, with all
/// that stands behind it, until the tasks are known that stand for single dates of it.
struct CalendarReader: RecordReader {
  private let form: ICalendar
  private let isStrict: Bool
  private var messages = ImportMessages()
  private var zones: ICalendarZones
  private var list: String?
  /// How many components of each name are no tasks.
  private var others: [String: Int] = [:]
  /// The names of single dates, by the UID of the task that has them.
  private var overrides: [String: [ContentLine]] = [:]
  private var waiting: [(bytes: [UInt8], place: RecordPlace)] = []
  private var waits = true

  init(_ calendar: LocalCalendar, isStrict: Bool) {
    form = ICalendar(calendar: calendar)
    zones = ICalendarZones(calendar)
    self.isStrict = isStrict
  }

  /// What was taken in otherwise, and what was left out.
  var warnings: ImportMessages {
    var warnings = messages
    for (name, count) in others.sorted(by: { $0.key < $1.key }) {
      warnings.add("\(counted(count, name)) left out: only VTODO is a task")
    }
    return warnings
  }

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    if !waiting.isEmpty, waits, !bytes[range].starts(with: CalendarReader.event) {
      waiting.append((Array(bytes[range]), place))
      return nil
    }
    var component = CalendarComponent(bytes[range])
    guard let first = component.first else {
      // A property of the calendar that is none; of those, few have a meaning here.
      for error in component.errors { try warn(error, &component, place) }
      return nil
    }
    guard first.name == "BEGIN" else {
      try takeProperty(first, place)
      return nil
    }
    switch first.value.trimmed.uppercased() {
    case "VTODO":
      let task = component.task()
      takeOverride(task)
      if waits, task.lines.contains(where: { $0.name == "RRULE" }) {
        waiting.append((Array(bytes[range]), place))
        return nil
      }
      for error in component.errors { try warn(error, &component, place) }
      return try record(task, &component, place)
    case "VTIMEZONE":
      zones.define(component.properties())
      for error in component.errors { try warn(error, &component, place) }
    case "VCALENDAR": (list, zones) = (nil, ICalendarZones(form.calendar))
    case let name: others[name.visible, default: 0] += 1
    }
    return nil
  }

  mutating func keptRecords() -> [(bytes: [UInt8], place: RecordPlace)] {
    for (bytes, _) in waiting.dropFirst() where bytes.contains(CalendarReader.occurrence) {
      var component = CalendarComponent(bytes[...])
      takeOverride(component.task())
    }
    waits = false
    // What was read before the first of them stays; the zones of later calendars come again.
    defer { waiting = [] }
    return waiting
  }

  private static let occurrence = Array("RECURRENCE-ID".utf8)
  /// Events have no use for tasks, and may be many.
  private static let event = Array("BEGIN:VEVENT".utf8)

  /// Notes which date of which task another one stands for.
  private mutating func takeOverride(_ task: ICalendarTask) {
    guard waits, let date = task.lines.first(where: { $0.name == ICalendar.occurrence }),
      let uid = task.lines.first(where: { $0.name == "UID" })?.textValue
    else { return }
    overrides[uid, default: []].append(date)
  }

  /// A property of the calendar: of all only its name matters.
  private mutating func takeProperty(
    _ line: ContentLine,
    _ place: RecordPlace
  ) throws(StorageError) {
    guard line.name == "X-WR-CALNAME" || line.name == "NAME" else { return }
    let name = line.textValue.trimmed.nfc
    guard name.utf8.count <= ItemLimits.nameBytes else {
      return try warn("the name of the calendar is too long for a list; it is left out", place)
    }
    list = name.isEmpty ? nil : name
  }

  private mutating func record(
    _ task: ICalendarTask,
    _ component: inout CalendarComponent,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record {
    var task = task
    let uid = overrides.isEmpty ? nil : task.lines.first { $0.name == "UID" }?.textValue
    task.overrides = uid.flatMap { overrides[$0] } ?? []
    let reading = ICalendarReading(form, task, zones: zones, list: list)
    // A zone that took a search is found for all tasks.
    zones = reading.zones
    for warning in reading.warnings {
      var warning = warning
      warning.line = warning.line.map { task.places[$0] }
      try warn(warning, &component, place)
    }
    return reading.record
  }

  private mutating func warn(
    _ warning: ICalendarReading.Warning,
    _ component: inout CalendarComponent,
    _ place: RecordPlace
  ) throws(StorageError) {
    let line = warning.line.map { component.lineNumber(of: $0, from: place.line) }
    try warn(warning.text, place, line: line)
  }

  private mutating func warn(
    _ text: String,
    _ place: RecordPlace,
    line: Int? = nil
  ) throws(StorageError) {
    try messages.tell(.importing(place, line: line, text), isStrict: isStrict)
  }
}

extension [UInt8] {
  /// Whether the bytes of a name stand at the beginning of a line, in capitals or not.
  fileprivate func contains(_ name: [UInt8]) -> Bool {
    var start = startIndex
    while let end = self[start...].firstIndex(of: 0x0A) {
      let line = self[(end + 1)...].prefix(name.count)
      if line.count == name.count, zip(line, name).allSatisfy({ $0 == $1 || $0 & ~0x20 == $1 }) {
        return true
      }
      start = end + 1
    }
    return false
  }
}
