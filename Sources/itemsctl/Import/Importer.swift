// Records put into a store, all of them or none.

import Storage

/// What an import did, in numbers of items.
struct ImportCounts: Sendable, Hashable {
  var added = 0
  var updated = 0
  var unchanged = 0
}

/// Reads records from a source into a transaction.
struct Importer: Sendable {
  let source: any ByteSource
  /// The format, if it is known before the first bytes are read.
  let format: ImportFormat?
  let unknownKeys: ItemJSON.UnknownKeys

  /// Imports everything; the error of a record begins with its line.
  func run(in transaction: any ItemTransaction) throws(StorageError) -> ImportCounts {
    var counts = ImportCounts()
    var first = try next()
    if format == nil { try completeLine(&first) }
    switch format ?? ImportFormat(content: first ?? []) {
    case .ndjson: try run(LineCutter(), first, transaction, &counts)
    case .json: try run(DocumentCutter(), first, transaction, &counts)
    }
    return counts
  }

  private func run(
    _ cutter: some RecordCutter,
    _ first: [UInt8]?,
    _ transaction: any ItemTransaction,
    _ counts: inout ImportCounts
  ) throws(StorageError) {
    var cutter = cutter
    var bytes = first
    while true {
      try cutter.take(bytes) { bytes, range, place throws(StorageError) in
        try take(bytes, range, place, transaction, &counts)
      }
      if bytes == nil { return }
      bytes = try next()
    }
  }

  /// Reads on until the first line is whole, by which a format is told.
  private func completeLine(_ bytes: inout [UInt8]?) throws(StorageError) {
    guard var line = bytes else { return }
    while !line.drop(while: isSpace).contains(0x0A), line.count <= largestRecord,
      let more = try next()
    {
      line += more
    }
    bytes = line
  }

  private func next() throws(StorageError) -> [UInt8]? {
    do throws(CommandFailure) {
      return try source.next()
    } catch {
      throw error.asStorageError
    }
  }

  private func take(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ place: RecordPlace,
    _ transaction: any ItemTransaction,
    _ counts: inout ImportCounts
  ) throws(StorageError) {
    let record: ItemJSON.Record
    do throws(JSONError) {
      var reader = JSONReader(bytes, in: range, line: place.line)
      record = try ItemJSON.readRecord(from: &reader, unknownKeys: unknownKeys)
      try reader.finish()
    } catch {
      throw .importing(error, place)
    }
    do throws(StorageError) {
      try keep(record, transaction, &counts)
    } catch {
      guard error.code == .invalidItem || error.code == .alreadyExists else { throw error }
      throw .importing(line: place.line, error.message)
    }
  }

  /// Adds the item, or brings the one of the same id to what the record says.
  private func keep(
    _ record: ItemJSON.Record,
    _ transaction: any ItemTransaction,
    _ counts: inout ImportCounts
  ) throws(StorageError) {
    guard let id = record.draft.id else {
      try transaction.add(record.draft)
      counts.added += 1
      return
    }
    if let item = try transaction.item(id) {
      let updated = try transaction.update(record.applied(to: item))
      if updated == item { counts.unchanged += 1 } else { counts.updated += 1 }
      return
    }
    do throws(StorageError) {
      try transaction.add(record.draft)
      counts.added += 1
    } catch {
      // A deleted item that comes again in a file is wanted again.
      guard error.code == .alreadyExists else { throw error }
      let item = try transaction.restore(id)
      try transaction.update(record.applied(to: item))
      counts.updated += 1
    }
  }
}
