/// What stands in the file; its form is in JSONDocument.swift.
struct JSONFileContents: Sendable {
  /// One object of `items` or `deleted`.
  struct Entry: Sendable {
    let record: ItemJSON.Record
    let isDeleted: Bool
    /// Where it starts, for messages.
    let place: Int
  }

  /// What `sync.items` says of one item.
  struct Line: Sendable {
    let id: ItemID
    let sync: ItemSync
  }

  var nextNumber: Int?
  var clock: UInt64 = 0
  var entries: [Entry] = []
  /// In the order of the file.
  var lines: [Line] = []
  var state: [UInt8]?
  var conflicts: [SyncConflict] = []
  /// Latest last.
  var history: [SQLiteSession.StoredStep] = []

  private let reader: JSONReader

  /// Reads a file's bytes; no bytes are an empty store.
  init(_ bytes: [UInt8], path: String) throws(StorageError) {
    try Self.check(bytes, path: path)
    reader = JSONReader(bytes)
    guard !bytes.isEmpty else { return }
    var reader = reader
    do throws(JSONError) {
      try read(from: &reader)
    } catch {
      if let version = Self.schema(of: bytes), version > JSONDocument.schema {
        throw StorageError(
          .laterVersion,
          "'\(path)' was written by a later version (schema \(version); this program knows "
            + "\(JSONDocument.schema)). Update this program."
        )
      }
      throw StorageError(malformed: error, path: path)
    }
  }

  /// The error for something wrong at a place in the file.
  func failure(_ message: String, at place: Int, path: String) -> StorageError {
    StorageError(malformed: reader.failure(message, at: place), path: path)
  }

  /// Throws for what is not even meant to be an item store.
  private static func check(_ bytes: [UInt8], path: String) throws(StorageError) {
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      throw StorageError(
        .notAStore,
        "'\(path)' is a SQLite database, not a JSON file. Open it as one, "
          + "or convert it to a new file."
      )
    }
    if bytes.contains(0) {
      throw StorageError(
        .notAStore,
        "'\(path)' is a binary file, not a JSON file. Give another path."
      )
    }
  }

  /// The version that a file of any form gives, where it is JSON at all.
  private static func schema(of bytes: [UInt8]) -> Int64? {
    (try? JSONParser.parse(bytes))?["schema"]?.integer
  }
}

extension StorageError {
  fileprivate init(malformed error: JSONError, path: String) {
    self.init(
      .malformedFile,
      "'\(path)' cannot be read: \(error.description.unended). "
        + "Correct it, or restore it from a backup; the file was left as it is."
    )
  }
}
