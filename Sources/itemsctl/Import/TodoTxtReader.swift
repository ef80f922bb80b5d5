import ItemFormats
import Phrases
import Storage

/// Reads lines of todo.txt; what does not follow its form is kept as text and told, or refused.
struct TodoTxtReader: RecordReader {
  let format: TodoTxt
  /// True if a line that does not follow its form is refused.
  let isStrict: Bool
  private(set) var warnings = ImportMessages()
  /// How often each line without an id came, by its list and its title.
  private var seen: [String: Int] = [:]

  init(_ format: TodoTxt, isStrict: Bool) {
    self.format = format
    self.isStrict = isStrict
  }

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    var line = format.read(try RecordText.text(bytes, range, place))
    if line.record.draft.id == nil { nameRecord(&line.record) }
    for warning in line.warnings {
      try warnings.tell(.importing(place, warning), isStrict: isStrict)
    }
    return line.record
  }

  /// Names a line, and numbers those of one name, so that it has the same id when its file is imported again.
  private mutating func nameRecord(_ record: inout ItemJSON.Record) {
    let draft = record.draft
    let day = draft.createdAt.map { "\(format.calendar.zone.day(of: $0))" } ?? ""
    let name = ["todo.txt", draft.list, day, draft.title].joined(separator: "\n")
    record.draft.id = ItemID(ofRecord: name, number: seen[name, default: 0])
    record.name = name
    seen[name, default: 0] += 1
  }
}
