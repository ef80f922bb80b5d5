import CommandKit
import Storage

extension ItemFormat {
  /// The format that the first line tells; nil where it tells none.
  ///
  /// Lines of JSON are whole objects of their own. Columns are certain where one is called `title`.
  /// A line of todo.txt could be a line of anything. Without a line, any format holds no item.
  package init?(content: [UInt8]) {
    let lineStart = content.firstIndex { !isSpace($0) } ?? content.count
    let end = content[lineStart...].firstIndex(where: isLineEnd) ?? content.count
    if content[lineStart..<end].starts(with: Array("BEGIN:VCALENDAR".utf8)) {
      self = .iCalendar
    } else if let object = try? JSONParser.parse(content, in: lineStart..<end).object {
      self = object["items"]?.array == nil ? .ndjson : .json
    } else if let columns = ItemFormat.columns(content[lineStart..<end]) {
      self = columns
    } else if lineStart == content.count || ItemFormat.beginsJSON(content[lineStart]) {
      self = .json
    } else {
      return nil
    }
  }

  /// Whether the reader of JSON is the one to say what is wrong.
  private static func beginsJSON(_ byte: UInt8) -> Bool {
    "{[\"-0123456789".utf8.contains(byte)
  }

  private static func columns(_ line: ArraySlice<UInt8>) -> ItemFormat? {
    guard let text = String(validating: line, as: UTF8.self) ?? Windows1252.text(line) else {
      return nil
    }
    if let names = try? TSV.values(of: text), names.count > 1, names.contains(where: isTitle) {
      return .tsv
    }
    if CSV.declaredSeparator(text) != nil { return .csv }
    let separator = CSV.separator(of: Array(line)) { $0.contains(where: isTitle) ? 1 : 0 }
    if let names = try? CSV.values(of: text, separator: separator), names.count > 1,
      names.contains(where: isTitle)
    {
      return .csv
    }
    return nil
  }

  private static func isTitle(_ name: String) -> Bool { ItemField(column: name) == .part(.title) }
}
