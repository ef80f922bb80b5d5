import CommandKit
import Storage

/// Hands on what stands directly in a calendar: components such as `VTODO` and `VTIMEZONE`, and single properties.
///
/// It keeps the component that has begun. Lines end with LF, CR LF or CR. The beginning of a calendar is handed on,
/// too. What is out of place, such as an `END` without its `BEGIN`, is left out and told; the rest comes in.
struct ComponentSplitter: LinesSplitter {
  // A single line may hold a file as text; too long a line is left out below.
  var lines = LineSplitter(handsOnBlankLines: true, largestLine: 64 << 20)
  private(set) var warnings = ImportMessages()
  private let isStrict: Bool
  private var record: [UInt8] = []
  private var place = RecordPlace(line: 1)
  /// The names of the components that are open, the outermost first; an empty name for a calendar that has not begun.
  private var open: [String] = []
  /// Where the line begins in the record that a blank at the start of the next one goes on with; nil for none.
  private var lineStart: Int?
  private var isLeavingOut = false
  /// The first line of a text that is no calendar.
  private var stray: RecordPlace?
  private var hasBegun = false

  init(isStrict: Bool = false) { self.isStrict = isStrict }

  mutating func end(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    if let stray, !hasBegun { throw .importing(stray, "expected BEGIN:VCALENDAR") }
    for name in open.reversed() where !name.isEmpty {
      try warn(lastPlace, "END:\(name.visible) is missing at the end of the text")
    }
    try handOn(body)
  }

  private var lastPlace: RecordPlace { record.isEmpty ? RecordPlace(line: lastLine) : place }
  private var lastLine = 1

  mutating func take(
    line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    lastLine = place.line
    if let first = line.first, first == 0x20 || first == 0x09 {
      return try goOn(with: line, place)
    }
    guard line.contains(where: { !isSpace($0) }) else { return skipLine() }
    if let name = ComponentSplitter.name(line, behind: "BEGIN:"), !name.isEmpty {
      try begin(name, line, place, body)
    } else if let name = ComponentSplitter.name(line, behind: "END:"), !name.isEmpty {
      try end(name, line, place, body)
    } else {
      try takeProperty(line, place, body)
    }
  }

  mutating func leaveOutLine(
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    lastLine = place.line
    try warnTooLong(place)
    (lineStart, isLeavingOut) = (nil, true)
    skipLine()
  }
}

// MARK: - Lines

extension ComponentSplitter {
  /// A line that begins with a blank goes on with the one before.
  private mutating func goOn(
    with line: ArraySlice<UInt8>,
    _ place: RecordPlace
  ) throws(StorageError) {
    guard lineStart != nil else {
      if !isLeavingOut, line.contains(where: { !isSpace($0) }) {
        try warn(
          place,
          "a line that begins with a blank goes on with none before it; it is left out"
        )
      }
      return skipLine()
    }
    try append(line, place)
  }

  private mutating func begin(
    _ name: String,
    _ line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    hasBegun = true
    isLeavingOut = false
    if name == "VCALENDAR" {
      try close(to: 0, place, body)
      open = [name]
      self.place = place
      try append(line, place)
      return try handOn(body)
    }
    if open.isEmpty {
      try warn(place, "BEGIN:\(name.visible) stands in no VCALENDAR; it is read all the same")
      open = [""]
    }
    // None of these stands within another component.
    if ComponentSplitter.outer.contains(name) { try close(to: 1, place, body) }
    if open.count == 1 {
      try handOn(body)
      self.place = place
    }
    open.append(name)
    try append(line, place)
    lineStart = nil
  }

  private static let outer: Set = ["VTODO", "VEVENT", "VJOURNAL", "VTIMEZONE", "VFREEBUSY"]

  private mutating func end(
    _ name: String,
    _ line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    isLeavingOut = false
    guard let depth = open.lastIndex(of: name) else {
      // Of a calendar that has not begun was told.
      if name != "VCALENDAR" || open != [""] {
        try warn(place, "END:\(name.visible) has no BEGIN:\(name.visible); it is left out")
      }
      return skipLine()
    }
    try close(to: depth + 1, place, body)
    open.removeLast()
    if open.count >= 1, !record.isEmpty {
      record += line
      record.append(0x0A)
    }
    lineStart = nil
    if open.count <= 1 { try handOn(body) }
  }

  /// Closes the components that are open within so many, whose ends are missing; a reader sees where they end.
  private mutating func close(
    to depth: Int,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard open.count > depth else { return }
    for name in open[depth...].reversed() where !name.isEmpty {
      try warn(place, "END:\(name.visible) is missing before this line")
    }
    open.removeSubrange(depth...)
    if depth <= 1 { try handOn(body) }
  }

  private mutating func takeProperty(
    _ line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    isLeavingOut = false
    guard !open.isEmpty else {
      stray = stray ?? place
      lineStart = nil
      isLeavingOut = true
      // A text without any calendar is refused at its end.
      return try warn(place, "the line stands in no VCALENDAR; it is left out")
    }
    if open.count == 1 {
      try handOn(body)
      self.place = place
    }
    lineStart = record.count
    try append(line, place)
  }
}

// MARK: - The record

extension ComponentSplitter {
  private mutating func append(
    _ line: ArraySlice<UInt8>,
    _ place: RecordPlace
  ) throws(StorageError) {
    guard record.count + line.count <= largestRecord else {
      let start = lineStart ?? record.count
      let count = record[start...].count { $0 == 0x0A }
      record.removeSubrange(start...)
      // A line's number follows from its place in the record.
      record += [UInt8](repeating: 0x0A, count: count + 1)
      lineStart = nil
      isLeavingOut = true
      return try warnTooLong(RecordPlace(line: place.line - count))
    }
    record += line
    record.append(0x0A)
  }

  /// Leaves an empty line in place of one that is not taken.
  private mutating func skipLine() {
    if !record.isEmpty { record.append(0x0A) }
  }

  private mutating func handOn(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    lineStart = nil
    guard !record.isEmpty else { return }
    try body(record, record.indices, place)
    record.removeAll(keepingCapacity: true)
  }

  private mutating func warnTooLong(_ place: RecordPlace) throws(StorageError) {
    try warn(place, "the line is longer than any item can be; it is left out")
  }

  private mutating func warn(
    _ place: RecordPlace,
    _ message: String
  ) throws(StorageError) {
    try warnings.tell(.importing(place, message), isStrict: isStrict)
  }

  /// The name behind a word, in capitals; nil for another line.
  private static func name(_ line: ArraySlice<UInt8>, behind word: String) -> String? {
    let front = line.prefix(word.utf8.count)
    // Few lines are such, and most tell by their first byte.
    guard let first = front.first, first & ~0x20 == word.utf8.first,
      front.count == word.utf8.count,
      zip(front, word.utf8).allSatisfy({ $0 == $1 || $0 & ~0x20 == $1 })
    else { return nil }
    return String(decoding: line[front.endIndex...], as: UTF8.self).trimmed.uppercased()
  }
}
