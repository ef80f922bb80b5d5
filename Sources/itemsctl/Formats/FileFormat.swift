import Storage

/// The forms in which items come in and go out.
enum FileFormat: String, CaseIterable, Sendable {
  /// An array of objects, or a document that has one under `items`, or a single object.
  case json
  /// One object on each line.
  case ndjson
  /// Values between commas, with the names of the columns in the first line; RFC 4180.
  case csv
  /// Values between tabs, with the names of the columns in the first line.
  case tsv
  /// One task on each line; <https://github.com/todotxt/todo.txt>.
  case todoTxt = "todo.txt"
  /// What `task export` prints; <https://taskwarrior.org/docs/design/task/>.
  case taskwarrior

  private static let endings: [(String, FileFormat)] = [
    (".ndjson", .ndjson), (".jsonl", .ndjson), (".json", .json), (".csv", .csv), (".tsv", .tsv),
    (".tab", .tsv), (".txt", .todoTxt),
  ]

  /// The endings for a sentence.
  static let endingList =
    endings.dropLast().map(\.0).joined(separator: ", ") + " or \(endings[endings.count - 1].0)"

  /// The format that a file's name tells, in capitals or not.
  init?(path: String) {
    let path = path.lowercased()
    guard let match = FileFormat.endings.first(where: { path.hasSuffix($0.0) }) else { return nil }
    self = match.1
  }

  /// The format that the first line tells; nil where it tells none.
  ///
  /// Lines of JSON are whole objects of their own. Columns are certain where one is called `title`.
  /// A line of todo.txt could be a line of anything. Without a line, any format holds no item.
  init?(content: [UInt8]) {
    let lineStart = content.firstIndex { !isSpace($0) } ?? content.count
    let end = content[lineStart...].firstIndex(where: isLineEnd) ?? content.count
    if let object = try? JSONParser.parse(content, in: lineStart..<end).object {
      self = object["items"]?.array == nil ? .ndjson : .json
    } else if let columns = FileFormat.columns(content[lineStart..<end]) {
      self = columns
    } else if lineStart == content.count || FileFormat.beginsJSON(content[lineStart]) {
      self = .json
    } else {
      return nil
    }
  }

  /// Whether the reader of JSON is the one to say what is wrong.
  private static func beginsJSON(_ byte: UInt8) -> Bool {
    "{[\"-0123456789".utf8.contains(byte)
  }

  private static func columns(_ line: ArraySlice<UInt8>) -> FileFormat? {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    if let names = try? TSV.values(of: text), names.count > 1, names.contains(where: isTitle) {
      return .tsv
    }
    if CSV.declaredSeparator(text) != nil { return .csv }
    let separator = CSV.separator(of: Array(line))
    if let names = try? CSV.values(of: text, separator: separator), names.count > 1,
      names.contains(where: isTitle)
    {
      return .csv
    }
    return nil
  }

  private static func isTitle(_ name: String) -> Bool { ItemField(column: name) == .part(.title) }
}

/// The marks that some programs put in front of a text.
enum ByteOrderMark {
  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether the bytes begin like a text in UTF-16 or UTF-32.
  static func isWide(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0, 0, 0xFE, 0xFF])
  }
}
