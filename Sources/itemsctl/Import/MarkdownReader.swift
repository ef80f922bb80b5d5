import ItemFormats
import Phrases
import Storage

/// Reads the tasks of a document: headings are lists, what is indented stands under what is above it.
struct MarkdownReader: RecordReader {
  private let calendar: LocalCalendar
  private let isStrict: Bool
  private var list = Item.defaultList
  /// The list outside of the quote that the next line is in.
  private var outerList: String?
  private var messages = ImportMessages()
  /// The tasks that the next one may stand under, from the top down.
  private var above: [(indent: Int, id: ItemID, path: String)] = []
  /// How often each task came, by its place and title.
  private var seen: [String: Int] = [:]
  /// The numbers of the lines that are no task.
  private var otherLines: [ClosedRange<Int>] = []

  init(_ calendar: LocalCalendar, isStrict: Bool) {
    self.calendar = calendar
    self.isStrict = isStrict
  }

  /// What was taken in otherwise, and which lines of the document are no task.
  var warnings: ImportMessages {
    var warnings = messages
    guard !otherLines.isEmpty else { return warnings }
    let shown = otherLines.prefix(ImportMessages.maxShown).map { lines in
      lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)–\(lines.upperBound)"
    }
    let count = otherLines.reduce(0) { $0 + $1.count }
    let rest = otherLines.dropFirst(shown.count).reduce(0) { $0 + $1.count }
    warnings.add(
      "\(count == 1 ? "line" : "lines") \(shown.joined(separator: ", "))"
        + (rest == 0 ? "" : " and \(rest) more") + " left out: neither a task nor a note of one"
    )
    return warnings
  }

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    let lines = try lines(bytes, range, place)
    guard let first = MarkdownLine(lines[0]) else {
      // A quote begins or ends. Its headings count within it.
      above = []
      if let outer = outerList { list = outer }
      outerList = outerList == nil ? list : nil
      leaveOut(lines[...], from: place.line)
      return nil
    }
    switch first.kind {
    case .heading(let title):
      (list, above) = (title.isEmpty ? Item.defaultList : title.nfc, [])
      leaveOut(lines.dropFirst(), from: place.line)
      return nil
    case .task(let status, let mark, let text):
      var task = MarkdownTask(text, status, calendar)
      task.mark = mark
      task.notes = MarkdownReader.notes(lines.dropFirst())
      return try record(task, indent: first.indent, place)
    case .element, .fence, .text:
      above = []
      leaveOut(lines[...], from: place.line)
      return nil
    }
  }

  /// The lines of a record; one behind the first that is no text is left out.
  private mutating func lines(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> [String] {
    if let text = String(validating: bytes[range], as: UTF8.self) {
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    var lines: [String] = []
    for line in bytes[range].split(separator: 0x0A, omittingEmptySubsequences: false) {
      do throws(StorageError) {
        let linePlace = RecordPlace(line: place.line + lines.count)
        lines.append(try RecordText.text(bytes, line.startIndex..<line.endIndex, linePlace))
      } catch {
        guard !lines.isEmpty, !isStrict else { throw error }
        messages.add("\(error.message.unended); the line is left out")
        lines.append("")
      }
    }
    return lines
  }

  /// Takes note of lines that are left out; the first of all lines has the number `first`.
  private mutating func leaveOut(_ lines: ArraySlice<String>, from first: Int) {
    for (index, line) in zip(lines.indices, lines) where !line.allSatisfy(\.isWhitespace) {
      let number = first + index
      if let last = otherLines.last, last.upperBound == number - 1 {
        otherLines[otherLines.count - 1] = last.lowerBound...number
      } else {
        otherLines.append(number...number)
      }
    }
  }

  /// The lines below a task without those that are blank at both ends.
  private static func notes(_ lines: ArraySlice<String>) -> [String] {
    let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let rest = lines.drop(while: isBlank)
    return rest.reversed().drop(while: isBlank).reversed().map(MarkdownLine.note)
  }

  private mutating func record(
    _ task: MarkdownTask,
    indent: Int,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record {
    var (record, messages) = task.reading(below: list, calendar)
    for message in messages {
      try self.messages.tell(.importing(place, message), isStrict: isStrict)
    }
    while let last = above.last, last.indent >= indent { above.removeLast() }
    let path = [above.last?.path ?? list, task.title].joined(separator: "\n")
    let name = "markdown\n\(path)"
    let id = ItemID(ofRecord: name, number: seen[path, default: 0])
    seen[path, default: 0] += 1
    // What the line does not say, the item has no longer.
    let keys = [MarkdownTask.markKey] + (task.fields.form == nil ? [] : ObsidianFields.keys)
    for key in keys where record.draft.attributes[key] == nil {
      record.draft.attributes[key] = .null
    }
    record.draft.id = id
    record.name = name
    record.draft.parent = above.last?.id
    above.append((indent, id, path))
    return record
  }
}
