import Storage

/// Reads the components of a calendar: its tasks are items, its zones say what their times mean.
///
/// A line that cannot be read is left out and told; the rest of its task comes in.
struct CalendarReader: RecordReader {
  private let form: ICalendar
  private let isStrict: Bool
  private var messages = ImportMessages()
  private var zones: ICalendarZones
  private var list: String?
  /// How many components of each name are no tasks.
  private var others: [String: Int] = [:]

  init(_ calendar: LocalCalendar, isStrict: Bool) {
    form = ICalendar(calendar: calendar)
    zones = ICalendarZones(local: calendar.zone)
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
    var component = CalendarComponent(bytes[range])
    guard let first = component.first else {
      // A property of the calendar that is none; of those, few have a meaning here.
      for error in component.errors { try warn(error, component, place) }
      return nil
    }
    guard first.name == "BEGIN" else {
      try takeProperty(first, place)
      return nil
    }
    switch first.value.trimmed.uppercased() {
    case "VTODO":
      let task = component.task()
      for error in component.errors { try warn(error, component, place) }
      return try record(task, component, place)
    case "VTIMEZONE":
      zones.define(component.properties())
      for error in component.errors { try warn(error, component, place) }
    case "VCALENDAR": (list, zones) = (nil, ICalendarZones(local: form.calendar.zone))
    case let name: others[name.visible, default: 0] += 1
    }
    return nil
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
    _ component: CalendarComponent,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record {
    let reading = ICalendarReading(form, task, zones: zones, list: list)
    for warning in reading.warnings {
      var warning = warning
      warning.line = warning.line.map { task.places[$0] }
      try warn(warning, component, place)
    }
    return reading.record
  }

  private mutating func warn(
    _ warning: ICalendarReading.Warning,
    _ component: CalendarComponent,
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
    let error = StorageError.importing(place, line: line, text)
    guard !isStrict else { throw error }
    messages.add(error.message)
  }
}
