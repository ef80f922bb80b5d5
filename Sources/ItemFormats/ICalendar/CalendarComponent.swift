import CommandKit
import Storage

/// The lines of a component as they stand in a file, good and bad.
package struct CalendarComponent {
  /// The first line, which names the component or is a property of the calendar; nil where it is neither.
  package private(set) var first: ContentLine?
  /// The lines that are none, which are left out.
  package private(set) var errors: [ICalendarReading.Warning] = []
  private let bytes: ArraySlice<UInt8>
  private let lines: [[UInt8]]
  private let isText: Bool
  /// How many lines of the file are before each line, if that was asked.
  private var numbers: [Int]?

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    lines = ContentLine.unfolded(bytes)
    // A line may be folded within a character, so only whole ones tell which of them is no text.
    isText = String(validating: bytes, as: UTF8.self) != nil
    first = lines.isEmpty ? nil : line(0)
  }

  /// The properties and the components within a task; every line that is none is among the errors.
  package mutating func task() -> ICalendarTask {
    var task = ICalendarTask(lines: [])
    task.lines.reserveCapacity(lines.count)
    var inner: [String] = []
    var open: [String] = []
    for index in lines.indices.dropFirst() {
      guard let line = line(index) else { continue }
      switch line.name {
      case "BEGIN":
        open.append(line.value.trimmed.uppercased())
        inner.append(line.text)
      case "END":
        // The end of the task itself, or one that closes nothing.
        guard let depth = open.lastIndex(of: line.value.trimmed.uppercased()) else { continue }
        CalendarComponent.close(&open, to: depth + 1, &inner)
        open.removeLast()
        inner.append(line.text)
      default:
        if open.isEmpty {
          task.lines.append(line)
          task.places.append(index)
          continue
        }
        inner.append(line.text)
      }
      if open.isEmpty { CalendarComponent.take(&inner, into: &task) }
    }
    CalendarComponent.close(&open, to: 0, &inner)
    CalendarComponent.take(&inner, into: &task)
    return task
  }

  /// All lines that are properties, or begin and end components.
  package mutating func properties() -> [ContentLine] { lines.indices.compactMap { line($0) } }

  /// The number of a line in the file, where the component begins on the given one.
  package mutating func lineNumber(of index: Int, from first: Int) -> Int {
    let numbers = numbers ?? ContentLine.lineNumbers(bytes, from: 0)
    self.numbers = numbers
    return first + numbers[index]
  }

  /// Writes the ends that are missing.
  private static func close(_ open: inout [String], to depth: Int, _ inner: inout [String]) {
    while open.count > depth { inner.append("END:\(open.removeLast())") }
  }

  private static func take(_ inner: inout [String], into task: inout ICalendarTask) {
    guard !inner.isEmpty else { return }
    task.components.append(inner.joined(separator: "\n"))
    inner = []
  }

  /// The line of an index; nil for what is none, which is told.
  private mutating func line(_ index: Int) -> ContentLine? {
    let bytes = lines[index]
    guard isText || String(validating: bytes, as: UTF8.self) != nil else {
      return fail("is not UTF-8", index)
    }
    guard let line = ContentLine(bytes) else { return fail("is not a property", index) }
    return line
  }

  private mutating func fail(_ what: String, _ index: Int) -> ContentLine? {
    let text = String(decoding: lines[index].prefix(40), as: UTF8.self).visible
    let warning = ICalendarReading.Warning(
      text: "\"\(text)\" \(what); the line is left out",
      line: index
    )
    errors.append(warning)
    return nil
  }
}
