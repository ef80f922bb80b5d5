import Storage

/// Reads the components of a calendar: its tasks are items, its zones say what their times mean.
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
    let lines = ContentLine.unfolded(bytes[range])
    // What is folded may be so within a character; a line that is no text tells the place.
    if String(validating: bytes[range], as: UTF8.self) == nil {
      for line in lines { _ = try RecordText.text(line, line.indices, place) }
    }
    guard let first = lines.first.flatMap({ ContentLine($0) }) else {
      throw .importing(place, "expected a property such as SUMMARY:Buy milk")
    }
    guard first.name == "BEGIN" else {
      take(first)
      return nil
    }
    switch first.value.trimmed.uppercased() {
    case "VTODO": return try record(lines.dropFirst().dropLast(), place)
    case "VTIMEZONE": zones.define(lines.compactMap { ContentLine($0) })
    case let name: others[name.visible, default: 0] += 1
    }
    return nil
  }

  /// A property of the calendar: of all only its name matters.
  private mutating func take(_ line: ContentLine) {
    guard line.name == "X-WR-CALNAME" || line.name == "NAME" else { return }
    let name = line.textValue.trimmed.nfc
    list = name.isEmpty ? nil : name
  }

  private mutating func record(
    _ lines: ArraySlice<[UInt8]>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record {
    var task = ICalendarTask(lines: [])
    var component: [String] = []
    var depth = 0
    for bytes in lines {
      guard let line = ContentLine(bytes) else {
        let text = String(decoding: bytes.prefix(40), as: UTF8.self).visible
        throw .importing(place, "in this task, \"\(text)\" is not a property")
      }
      if line.name == "BEGIN" { depth += 1 }
      if depth == 0 { task.lines.append(line) } else { component.append(line.text) }
      if line.name == "END" { depth -= 1 }
      if depth == 0, !component.isEmpty {
        task.components.append(component.joined(separator: "\n"))
        component = []
      }
    }
    let reading = ICalendarReading(form, task, zones: zones, list: list)
    for warning in reading.warnings {
      guard !isStrict else { throw .importing(place, warning) }
      messages.add(StorageError.importing(place, warning).message)
    }
    return reading.record
  }
}
