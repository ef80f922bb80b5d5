internal import CSQLite

/// The operator `attributes -> '$."KEY"'`: the JSON text of one member, or NULL if there is none.
///
/// SQLite's own operator returns the same text, so that other programs can work on the file. But
/// SQLite 3.40 lets no index of an untrusted schema use it, and our schemas are never trusted: a
/// file must not decide which code runs.
/// <https://www.sqlite.org/pragma.html#pragma_trusted_schema>
enum AttributePathFunction {
  /// Replaces SQLite's operator on a connection with this one.
  static func register(on connection: Connection) throws(StorageError) {
    let code = unsafe sqlite3_create_function_v2(
      connection.handle,
      "->",
      2,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
      nil,
      { context, _, arguments in
        guard let arguments = unsafe arguments,
          let text = AttributePathFunction.member(
            of: unsafe AttributeFunction.bytes(arguments[0]),
            path: unsafe AttributeFunction.bytes(arguments[1])
          )
        else { return }
        unsafe text.withUnsafeBufferPointer { text in
          unsafe text.withMemoryRebound(to: CChar.self) {
            unsafe csqlite_result_text_copied(context, $0.baseAddress, UInt64($0.count))
          }
        }
      },
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK else { throw connection.error(code, doing: "Preparing") }
  }

  private static func member(of object: [UInt8], path: [UInt8]) -> [UInt8]? {
    guard !object.isEmpty, path.starts(with: "$.\"".utf8), path.last == UInt8(ascii: "\"") else {
      return nil
    }
    let key = path.dropFirst(3).dropLast()
    var reader = JSONReader(object)
    return try? find(key, in: object, &reader)
  }

  private static func find(
    _ key: ArraySlice<UInt8>,
    in object: [UInt8],
    _ reader: inout JSONReader
  ) throws(JSONError) -> [UInt8]? {
    try reader.beginObject()
    while let found = try reader.nextKey() {
      _ = try reader.peek()
      let start = reader.offset
      try reader.skipValue()
      if found.utf8.elementsEqual(key) { return Array(object[start..<reader.offset]) }
    }
    return nil
  }
}
