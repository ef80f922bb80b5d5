@testable import ItemFormats
@testable import Storage
@testable import itemsctl

/// A file as programs and people write them, whose lines are known to belong to its tasks.
struct RealFile {
  /// One line, and what may change when it is damaged.
  struct Line {
    let text: String
    let effect: Effect
  }

  /// What may change when a line is damaged; all else stays.
  enum Effect: Equatable {
    /// These tasks, of which each one that is missing is told.
    case tasks(Set<Int>)
    /// The columns whose names are damaged.
    case columns
  }

  /// The formats in which a line is a task, or a part of one.
  ///
  /// JSON with an odd line is no JSON; a document in Markdown is a ``RealDocument``.
  static let formats = ItemFormat.imports.filter { $0 != .json && $0 != .markdown }

  /// What the columns are.
  static let columns: [ItemPart] = [.title, .status, .priority, .due, .notes, .tags]

  let format: ItemFormat
  private(set) var lines: [Line] = []
  let taskCount: Int

  /// The title of a task: nothing else of a file has it.
  static func title(_ task: Int) -> String { "Task number \(task) of all" }

  init(_ format: ItemFormat, _ random: inout SeededGenerator) {
    self.format = format
    taskCount = 2 + random.below(5)
    frame(head)
    for task in 0..<taskCount { add(task, &random) }
    frame(tail)
  }

  private var head: [String] {
    switch format {
    case .csv: ["Title,Status,Priority,Due Date,Notes,Tags"]
    case .tsv: ["title\tstatus\tpriority\tdue\tnotes\ttags"]
    case .iCalendar: ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN"]
    case .taskwarrior: ["["]
    default: []
    }
  }

  private var tail: [String] {
    switch format {
    case .iCalendar: ["END:VCALENDAR"]
    case .taskwarrior: ["]"]
    default: []
    }
  }

  private mutating func frame(_ texts: [String]) {
    let effect: Effect = format == .csv || format == .tsv ? .columns : .tasks([])
    lines += texts.map { Line(text: $0, effect: effect) }
  }

  private mutating func add(_ task: Int, _ random: inout SeededGenerator) {
    let title = RealFile.title(task)
    let day = random.pick(["2026-12-24", "2027-01-31", "2026-02-28"])
    let digits = day.filter { $0 != "-" }
    let tag = random.pick(["home", "büro", "to buy"])
    let word = tag.filter { $0 != " " }
    func line(_ text: String) { lines.append(Line(text: text, effect: .tasks([task]))) }
    switch format {
    case .csv: line("\(title),\(random.pick(["open", "Completed"])),High,\(day),\"a, b\",\(tag)")
    case .tsv: line("\(title)\topen\thigh\t\(day)\ttwo\\nlines\t\(tag)")
    case .ndjson:
      line("{\"title\":\"\(title)\",\"due\":\"\(day)\",\"tags\":[\"\(tag)\"],\"notes\":\"n\"}")
    case .todoTxt: line("(A) 2026-01-02 \(title) +\(word) @\(word) due:\(day) k:v")
    case .taskwarrior:
      line(
        "{\"description\":\"\(title)\",\"due\":\"\(digits)T170000Z\",\"entry\":\"20260101T120000Z\","
          + "\"status\":\"pending\",\"tags\":[\"\(tag)\"],\"urgency\":1.5,"
          + "\"uuid\":\"01900000-0000-4000-8000-00000000000\(task)\"}\(task + 1 < taskCount ? "," : "")"
      )
    case .iCalendar:
      lines.append(Line(text: "BEGIN:VTODO", effect: .tasks([max(task - 1, 0), task])))
      line("UID:task-\(task)@example.org")
      line("SUMMARY:\(title)")
      line("DUE;TZID=Europe/Berlin:\(digits)T170000")
      if random.chance(50) { line("DESCRIPTION:a\\, b\\nsecond line of it") }
      if random.chance(50) { line("CATEGORIES:\(tag),other") }
      if random.chance(30) { line("RRULE:FREQ=WEEKLY;BYDAY=MO") }
      if random.chance(30) {
        for text in ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"] {
          line(text)
        }
      }
      lines.append(
        Line(text: "END:VTODO", effect: .tasks([task, min(task + 1, taskCount - 1)]))
      )
    case .json, .markdown, .table: preconditionFailure("\(format) has no lines of its own")
    }
  }

  /// The bytes, with one line in another form.
  func bytes(replacing index: Int? = nil, by other: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    for (place, line) in lines.enumerated() {
      bytes += place == index ? other : Array(line.text.utf8)
      bytes += format == .iCalendar ? [0x0D, 0x0A] : [0x0A]
    }
    return bytes
  }
}
