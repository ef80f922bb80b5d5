import Storage

/// Hands on what stands directly in a calendar: components such as `VTODO` and `VTIMEZONE`, and single properties.
///
/// It keeps the component that has begun. Lines end with LF, CR LF or CR.
struct ComponentSplitter: LinesSplitter {
  var lines = LineSplitter(handsOnBlankLines: true)
  private var record: [UInt8] = []
  private var place = RecordPlace(line: 1)
  /// The names of the components that are open, the outermost first.
  private var open: [String] = []
  private var count = 0

  mutating func end(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    try handOn(body)
    if let name = open.last {
      throw .importing(line: place.line, "END:\(name) is missing")
    }
  }

  mutating func take(
    line: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    // What begins with a blank goes on with the line before.
    if let first = line.first, first == 0x20 || first == 0x09, !record.isEmpty {
      return append(line)
    }
    guard line.contains(where: { !isSpace($0) }) else { return }
    if let name = ComponentSplitter.name(line, behind: "BEGIN:") {
      if open.count <= 1 { try handOn(body) }
      if open.isEmpty {
        guard name == "VCALENDAR" else {
          throw .importing(place, "expected BEGIN:VCALENDAR, found BEGIN:\(name)")
        }
      } else if open.count == 1 {
        self.place = place
      }
      open.append(name)
      if open.count > 1 { append(line) }
    } else if let name = ComponentSplitter.name(line, behind: "END:") {
      guard open.popLast() == name else {
        throw .importing(place, "END:\(name) has no BEGIN:\(name)")
      }
      if open.count >= 1 { append(line) }
      if open.count <= 1 { try handOn(body) }
    } else {
      guard !open.isEmpty else { throw .importing(place, "expected BEGIN:VCALENDAR") }
      if open.count == 1 {
        try handOn(body)
        self.place = place
      }
      append(line)
    }
    guard record.count <= largestRecord else {
      throw .importing(self.place, "the component is longer than any item can be")
    }
  }

  private mutating func append(_ line: ArraySlice<UInt8>) {
    record += line
    record.append(0x0A)
  }

  private mutating func handOn(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard !record.isEmpty else { return }
    try body(record, record.indices, place)
    record.removeAll(keepingCapacity: true)
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
