import CommandKit
import Storage

/// Hands on each task of an export of Taskwarrior: `[`, a task on each line with commas between them, `]`; or lines of tasks alone.
///
/// The lines tell where each task begins, so a damaged one costs that task. In any other document of JSON nothing tells that: one
/// sign too many may move the end of everything behind it.
struct TaskLineSplitter: RecordSplitter {
  private(set) var warnings = ImportMessages()
  private let isStrict: Bool
  private var lines = LineSplitter()
  /// A task that goes on in the next line, as a person may have written it.
  private var task: (bytes: [UInt8], place: RecordPlace, depth: Int)?
  /// The line of the `[` whose `]` is to come.
  private var opening: RecordPlace?

  init(isStrict: Bool) { self.isStrict = isStrict }

  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    // Out of the way, as the lines are handed to this value itself.
    var splitter = LineSplitter()
    swap(&splitter, &lines)
    try splitter.take(bytes) { bytes, range, place throws(StorageError) in
      try take(line: bytes, range, place, body)
    }
    swap(&splitter, &lines)
    guard bytes == nil else { return }
    try handOn(body)
    if let opening { try warn("the '[' has no ']': the end of the file may be missing", opening) }
  }

  private mutating func take(
    line: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard !place.isTooLong else {
      try handOn(body)
      return try body(line, range, place)
    }
    var text = TaskLineSplitter.trimmed(line, range)
    // What is indented belongs to the task above.
    let isAtMargin = task == nil || text.lowerBound == range.lowerBound
    if isAtMargin, let rest = TaskLineSplitter.behindBracket(line, text) {
      try handOn(body)
      opening = place
      text = rest
    }
    let bracket = isAtMargin ? TaskLineSplitter.closingBracket(line, text) : nil
    let beginsTask = isAtMargin && line[text].first == UInt8(ascii: "{")
    if beginsTask || bracket != nil { try handOn(body) }
    if let bracket { text = TaskLineSplitter.trimmed(line, text.lowerBound..<bracket) }
    try take(text: line[text], behind: line[text.upperBound..<range.upperBound], place, body)
    guard bracket != nil else { return }
    if opening == nil { try warn("the ']' has no '['", place) }
    opening = nil
  }

  /// Takes a line without the brackets around all tasks, and the comma behind it.
  private mutating func take(
    text: ArraySlice<UInt8>,
    behind comma: ArraySlice<UInt8>,
    _ place: RecordPlace,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    let depth = (task?.depth ?? 0) + TaskLineSplitter.depth(of: text)
    let isBegun = task != nil || text.first == UInt8(ascii: "{") && depth > 0
    guard isBegun else {
      let line = Array(text)
      for object in TaskLineSplitter.objects(line) where !object.isEmpty {
        try body(line, object, place)
      }
      return
    }
    var begun = task ?? (bytes: [], place: place, depth: 0)
    // So that the bytes are not copied with each line.
    task = nil
    begun.bytes += text
    begun.bytes += comma
    begun.bytes.append(0x0A)
    begun.depth = depth
    task = begun
    if depth <= 0 || begun.bytes.count > largestRecord { try handOn(body) }
  }

  private mutating func handOn(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let (bytes, place, _) = task else { return }
    task = nil
    try body(bytes, TaskLineSplitter.trimmed(bytes, bytes.indices), place)
  }

  private mutating func warn(
    _ message: String,
    _ place: RecordPlace
  ) throws(StorageError) {
    try warnings.tell(.importing(place, message), isStrict: isStrict)
  }

  /// A line without the blanks around it, and without a comma at its end.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var line = bytes[range]
    func trim() { while let last = line.last, isSpace(last) { line = line.dropLast() } }
    trim()
    if line.last == UInt8(ascii: ",") { line = line.dropLast() }
    trim()
    let start = line.firstIndex { !isSpace($0) } ?? line.endIndex
    return start..<line.endIndex
  }

  /// What stands behind the bracket that begins all tasks; nil for another line.
  private static func behindBracket(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    guard bytes[range].first == UInt8(ascii: "[") else { return nil }
    let rest = trimmed(bytes, (range.lowerBound + 1)..<range.upperBound)
    return rest.isEmpty || bytes[rest].first == UInt8(ascii: "{") ? rest : nil
  }

  /// The place of the bracket that ends all tasks, alone or behind an object; nil for another line.
  private static func closingBracket(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard bytes[range].last == UInt8(ascii: "]") else { return nil }
    if range.count == 1 { return range.lowerBound }
    guard bytes[range].first == UInt8(ascii: "{") else { return nil }
    var start = range.lowerBound
    while true {
      var reader = JSONReader(bytes, in: start..<range.upperBound)
      guard let end = reader.rangeOfValue()?.upperBound, end < range.upperBound else { return nil }
      if end == range.upperBound - 1 { return end }
      start = end + 1
    }
  }

  /// The objects of a line; the whole line where not all of it is objects.
  private static func objects(_ bytes: [UInt8]) -> [Range<Int>] {
    var objects: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      var reader = JSONReader(bytes, in: start..<bytes.count)
      let object = reader.rangeOfValue() ?? start..<bytes.count
      objects.append(object)
      start = object.upperBound + 1
    }
    guard objects.count > 1 else { return [bytes.indices] }
    let areObjects = objects.allSatisfy {
      (try? JSONParser.parse(bytes, in: $0))?.object != nil
    }
    return areObjects ? objects : [bytes.indices]
  }

  /// How many brackets a line opens more than it closes; none of them counts within a string, which ends with the line.
  private static func depth(of line: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var (isInString, isEscaped) = (false, false)
    for byte in line {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return depth
  }
}

extension TaskLineSplitter {
  /// How many lines show whether a file has a task on each.
  static let shownLines = 3

  /// Whether a file has a task on each line: one of its first lines is a whole object of JSON.
  ///
  /// `isTask` tells what else is known of such an object.
  static func reads(_ bytes: [UInt8], where isTask: (JSONObject) -> Bool = { _ in true }) -> Bool {
    bytes.split(maxSplits: shownLines, whereSeparator: isLineEnd).prefix(shownLines).contains {
      let range = trimmed(bytes, $0.startIndex..<$0.endIndex)
      guard bytes[range].first == UInt8(ascii: "{") else { return false }
      return (try? JSONParser.parse(bytes, in: range))?.object.map(isTask) == true
    }
  }
}
