import Storage

/// Makes of a record's bytes what it says of an item.
protocol RecordReader {
  /// What was taken in otherwise than it was meant.
  var warnings: ImportMessages { get }
  /// What the record says; nil for a line that is not an item, such as the names of the columns.
  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record?
}

extension RecordReader {
  var warnings: ImportMessages { ImportMessages() }
}

/// Reads objects of JSON: items, or tasks.
struct JSONRecordReader: RecordReader {
  /// What the objects are; nil where the first one is to tell.
  enum Kind { case item, task }

  private(set) var kind: Kind?
  let unknownKeys: ItemJSON.UnknownKeys
  /// Where a task's midnight is a day.
  let zone: LocalZone
  private var messages = ImportMessages()
  private var templateCount = 0

  var warnings: ImportMessages {
    var warnings = messages
    if templateCount > 0 {
      warnings.add(
        "\(counted(templateCount, "recurring task")) kept as cancelled: Taskwarrior makes a task of it for each date. An export says 'recurring' again."
      )
    }
    return warnings
  }

  init(_ kind: Kind?, unknownKeys: ItemJSON.UnknownKeys, zone: LocalZone) {
    self.kind = kind
    self.unknownKeys = unknownKeys
    self.zone = zone
  }

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    var record: ItemJSON.Record
    do throws(JSONError) {
      if kind == nil { kind = JSONRecordReader.kind(of: bytes, range) }
      var reader = JSONReader(bytes, in: range, line: place.line)
      if kind == .task {
        record = try JSONRecordReader.task(&reader, zone)
        if record.draft.attributes["status"] == .string(Taskwarrior.template) { templateCount += 1 }
        return record
      }
      record = try ItemJSON.readRecord(from: &reader, unknownKeys: unknownKeys)
      try reader.finish()
    } catch {
      throw .importing(error, place)
    }
    if let contradiction = record.settleStatus() {
      let error = StorageError.importing(place, contradiction)
      guard unknownKeys != .refused else { throw error }
      messages.add(error.message)
    }
    return record
  }

  private static func kind(of bytes: [UInt8], _ range: Range<Int>) -> Kind {
    let object = try? JSONParser.parse(bytes, in: range).object
    return object.map(Taskwarrior.isTask) == true ? .task : .item
  }

  private static func task(
    _ reader: inout JSONReader,
    _ zone: LocalZone
  ) throws(JSONError) -> ItemJSON.Record {
    _ = try reader.peek()
    let start = reader.offset
    let value = try reader.readValue()
    try reader.finish()
    guard let task = value.object else {
      throw reader.failure("expected an object, found \(value.kind.phrase)", at: start)
    }
    do throws(RecordError) {
      return try Taskwarrior.record(task, in: zone)
    } catch {
      throw reader.failure(error.message, at: start)
    }
  }
}

/// The text of a record that is not JSON.
enum RecordText {
  /// The text without the line's end.
  static func text(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> String {
    var slice = bytes[range]
    if slice.last == 0x0D { slice = slice.dropLast() }
    guard let text = String(validating: slice, as: UTF8.self) else {
      let good = String(decoding: slice, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
      throw .importing(
        place,
        column: good.unicodeScalars.count + 1,
        "the text is not UTF-8; convert it first, such as by 'iconv -f latin1 -t utf-8'"
      )
    }
    return text
  }
}
