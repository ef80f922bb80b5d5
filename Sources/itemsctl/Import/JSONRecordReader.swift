import CommandKit
import ItemFormats
import Phrases
import Storage

/// Reads objects of JSON: items, or tasks.
struct JSONRecordReader: RecordReader {
  /// What the objects are; nil where the first one that tells is to do so.
  enum Kind { case item, task }

  private(set) var kind: Kind?
  let unknownKeys: ItemJSON.UnknownKeys
  /// The fields that the command line names for keys.
  let names: ColumnNames
  /// Its zone says where a task's midnight is a day.
  let calendar: LocalCalendar
  private var messages = ImportMessages()
  private var templateCount = 0
  /// The keys of the command line that no object had yet.
  private var missingKeys: Set<String>

  init(
    _ kind: Kind?,
    unknownKeys: ItemJSON.UnknownKeys,
    names: ColumnNames,
    calendar: LocalCalendar
  ) {
    self.kind = kind
    self.unknownKeys = unknownKeys
    self.names = names
    self.calendar = calendar
    missingKeys = names.chosenNames
  }

  var warnings: ImportMessages {
    var warnings = messages
    for key in missingKeys.sorted() {
      warnings.add(ColumnNames.missingKey(key))
    }
    if templateCount > 0 {
      warnings.add(
        "\(counted(templateCount, "recurring task")) kept as cancelled: Taskwarrior makes a task of it for each date. An export says 'recurring' again."
      )
    }
    return warnings
  }

  mutating func read(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemJSON.Record? {
    var record: ItemJSON.Record
    do throws(JSONError) {
      kind = kind ?? kind(of: bytes, range)
      if kind != .task, !names.chosenNames.isEmpty {
        record = try mappedRecord(bytes, range, place)
      } else {
        var reader = JSONReader(bytes, in: range, line: place.line)
        if kind == .task {
          record = try JSONRecordReader.task(&reader, calendar.zone)
          if record.draft.attributes["status"] == .string(Taskwarrior.template) {
            templateCount += 1
          }
          return record
        }
        record = try ItemJSON.readRecord(from: &reader, unknownKeys: unknownKeys)
        try reader.finish()
      }
    } catch {
      throw .importing(error, place)
    }
    let isDone = record.takeCompletion(calendar)
    if record.given.contains(.status), record.draft.status == .open,
      isDone == true || record.draft.completedAt != nil,
      JSONRecordReader.object(bytes, range)?["status"]?.isNull == true
    {
      // No status is not one of its own.
      record.given.remove(.status)
    }
    if let contradiction = record.settleStatus(isDone: isDone) {
      let isStrict = unknownKeys == .refused
      try messages.tell(.importing(place, contradiction), isStrict: isStrict)
    }
    return record
  }

  /// Reads an object some of whose keys the command line names fields for.
  ///
  /// A text for a field of another form is read as in columns.
  private mutating func mappedRecord(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace
  ) throws(JSONError) -> ItemJSON.Record {
    var reader = JSONReader(bytes, in: range, line: place.line)
    let value = try reader.readValue()
    try reader.finish()
    guard var object = value.object else {
      throw JSONError(message: "expected an object, found \(value.kind.phrase)", position: nil)
    }
    var texts: [(key: String, field: ItemField, text: String)] = []
    var attributes: [String: JSONValue] = [:]
    for (key, value) in value.object ?? JSONObject() {
      guard let field = names.chosenField(of: key) else { continue }
      missingKeys.remove(ColumnNames.plain(key))
      object[key] = nil
      switch field {
      case .attribute(let name): attributes[name] = value
      case .part(let part):
        if let text = value.string, part.form != .text {
          texts.append((key, field, text))
        } else {
          object[part.name] = value
        }
      }
    }
    var mapped = JSONReader(try JSONWriter.bytes(of: .object(object)))
    var record: ItemJSON.Record
    do throws(JSONError) {
      record = try ItemJSON.readRecord(from: &mapped, unknownKeys: unknownKeys)
      for (key, field, text) in texts {
        do throws(RecordError) {
          try field.set(text, in: &record, calendar)
        } catch {
          throw JSONError(message: "\"\(key.visible)\": \(error.message)", position: nil)
        }
      }
    } catch {
      // The text that was read is not that of the file.
      throw JSONError(message: error.message, position: nil)
    }
    for (key, value) in attributes { record.draft.attributes[key] = value }
    return record
  }

  private static func object(_ bytes: [UInt8], _ range: Range<Int>) -> JSONObject? {
    (try? JSONParser.parse(bytes, in: range))?.object
  }

  /// The kind of an object; nil for neither, as a damaged one may be.
  ///
  /// With `--map`, only an exported task counts as one: the keys of other objects are those of another program.
  private func kind(of bytes: [UInt8], _ range: Range<Int>) -> Kind? {
    guard let object = JSONRecordReader.object(bytes, range) else { return nil }
    let isTask = names.chosenNames.isEmpty ? Taskwarrior.isTask : Taskwarrior.isExported
    if isTask(object) { return .task }
    return object[ItemPart.title.name] == nil ? nil : .item
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
