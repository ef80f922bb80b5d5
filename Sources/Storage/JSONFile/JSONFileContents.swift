/// The contents of a file; JSONDocument.swift describes its form.
struct JSONFileContents: Sendable {
  /// One object of `items` or `deleted`.
  struct Entry: Sendable {
    let record: ItemJSON.Record
    let isDeleted: Bool
    /// Its bytes in what was read.
    let range: Range<Int>

    /// The offset of its start, for messages.
    var place: Int { range.lowerBound }
  }

  /// One member of `sync.items`.
  struct Line: Sendable {
    let id: ItemID
    let sync: ItemSync
  }

  var numbers = ItemNumbers()
  var clock: UInt64 = 0
  /// Nil in a file that does not say it.
  var exchanged: UInt64?
  var entries: [Entry] = []
  /// In the order of the file.
  var lines: [Line] = []
  var state: [UInt8]?
  var conflicts: [SyncConflict] = []
  /// Latest last.
  var history: [SQLiteSession.StoredStep] = []

  /// Whether the file has the form of another version.
  private(set) var isUpgraded = false

  /// The file's version, if the conversion to this version changed more than the version number.
  private(set) var rewrittenVersion: Int?

  /// Whether a later version wrote the file, so that this holds only what this version knows.
  private(set) var isOfLaterVersion = false

  private let reader: JSONReader

  /// Whether what was read is the file's own text, so that its lines are the file's.
  private let isOwnText: Bool

  /// Reads a file's bytes; no bytes are an empty store.
  ///
  /// It converts a document of an earlier version. If `isReadOnly`, it reads the known part of a
  /// document of a later version; otherwise it throws ``StorageError/Code/laterVersion``.
  init(
    _ bytes: [UInt8],
    path: String,
    isReadOnly: Bool = false,
    upgrades: [JSONDocument.Upgrade] = JSONDocument.upgrades
  ) throws(StorageError) {
    try Self.check(bytes, path: path)
    var bytes = bytes
    var schema = upgrades.count + 1
    var isOwnText = true
    if let version = Self.version(of: bytes), version != schema, version > 0 {
      var document = try Self.reading(path) { () throws(JSONError) in
        try JSONParser.parse(bytes).object ?? [:]
      }
      let converted: JSONObject
      if version < schema {
        converted = JSONDocument.upgraded(document, from: version, by: upgrades)
        document["schema"] = converted["schema"]
        if converted != document {
          rewrittenVersion = version
          isOwnText = false
        } else {
          schema = version
        }
      } else {
        let readable = JSONDocument.readable(document, schema: schema)
        guard isReadOnly, let readable else {
          let reason =
            readable != nil
            ? ", so it may only be read" : ", and holds no list of items that it can read"
          throw StorageError(
            .laterVersion,
            "'\(path)' was written by a later version (schema \(version); this program knows "
              + "\(schema))\(reason). Update this program."
          )
        }
        converted = readable
        isOfLaterVersion = true
        isOwnText = false
      }
      if !isOwnText {
        bytes = try Self.reading(path) { () throws(JSONError) in
          try JSONWriter.bytes(of: .object(converted), style: .pretty)
        }
      }
      isUpgraded = true
    }
    reader = JSONReader(bytes)
    self.isOwnText = isOwnText
    guard !bytes.isEmpty else { return }
    var reader = reader
    do throws(JSONError) {
      try read(from: &reader, schema: schema)
    } catch {
      throw malformed(error, path: path)
    }
  }

  private static func reading<Value>(
    _ path: String,
    _ body: () throws(JSONError) -> Value
  ) throws(StorageError) -> Value {
    do throws(JSONError) {
      return try body()
    } catch {
      throw StorageError(malformed: error, path: path)
    }
  }

  /// An entry's text without its layout.
  func text(of entry: Entry) -> [UInt8] {
    let bytes = Array(reader.bytes[entry.range])
    return (try? JSONWriter.bytes(of: JSONParser.parse(bytes))) ?? bytes
  }

  /// The error for an invalid value at a place in the file.
  func failure(_ message: String, at place: Int, path: String) -> StorageError {
    malformed(reader.failure(message, at: place), path: path)
  }

  /// The error with its line and column if they are the file's.
  private func malformed(_ error: JSONError, path: String) -> StorageError {
    StorageError(
      malformed: isOwnText ? error : JSONError(message: error.message, position: nil),
      path: path
    )
  }

  /// Throws `.notAStore` for a file that is clearly not a JSON file.
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

  /// The version that a file gives; nil if it is not JSON or gives none.
  ///
  /// Our own files begin with it; other files must be read completely.
  private static func version(of bytes: [UInt8]) -> Int? {
    var reader = JSONReader(bytes)
    if (try? reader.beginObject()) != nil, let key = try? reader.nextKey(), key == "schema" {
      return (try? reader.readInteger()).flatMap { Int(exactly: $0) }
    }
    return (try? JSONParser.parse(bytes))?["schema"]?.integer.flatMap { Int(exactly: $0) }
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
