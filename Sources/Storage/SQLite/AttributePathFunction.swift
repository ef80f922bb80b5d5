internal import CSQLite

/// The operators `json -> '$."KEY"."KEY"'` and `json ->> …`: a value's JSON text, and the value; NULL if there is none.
///
/// SQLite's own operators return the same, so that other programs can work on the file. But SQLite
/// 3.40 lets no index of an untrusted schema use them, and our schemas are never trusted: a file
/// must not decide which code runs. Of the paths they know `$` and keys in quotes, which is what an
/// ``AttributeIndex`` is made of.
/// <https://www.sqlite.org/pragma.html#pragma_trusted_schema>
enum AttributePathFunction {
  /// Replaces SQLite's operators on a connection with these.
  static func register(on connection: Connection) throws(StorageError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let codes = [
      unsafe sqlite3_create_function_v2(
        connection.handle,
        "->",
        2,
        flags,
        nil,
        { context, _, arguments in
          guard let member = unsafe AttributePathFunction.member(arguments) else { return }
          unsafe AttributeFunction.setResult(member.compactText, of: context)
        },
        nil,
        nil,
        nil
      ),
      unsafe sqlite3_create_function_v2(
        connection.handle,
        "->>",
        2,
        flags,
        nil,
        { context, _, arguments in
          guard let member = unsafe AttributePathFunction.member(arguments) else { return }
          switch member.value {
          case nil, .null?: return
          case .bool(let value)?: unsafe sqlite3_result_int(context, value ? 1 : 0)
          case .integer(let value)?: unsafe sqlite3_result_int64(context, value)
          case .double(let value)?: unsafe sqlite3_result_double(context, value)
          case .string(let value)?:
            unsafe AttributeFunction.setResult(Array(value.utf8), of: context)
          case .array?, .object?:
            unsafe AttributeFunction.setResult(member.compactText, of: context)
          }
        },
        nil,
        nil,
        nil
      ),
    ]
    for code in codes where code != SQLITE_OK {
      throw connection.error(code, doing: "Preparing")
    }
  }

  private static func member(
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) -> JSONMember? {
    guard let arguments = unsafe arguments else { return nil }
    let path = unsafe AttributeFunction.bytes(arguments[1])
    guard let keys = keys(of: path) else { return nil }
    return JSONMember(keys: keys, in: unsafe AttributeFunction.bytes(arguments[0]))
  }

  /// The keys of a path, none for `$`; nil for a path of another form.
  private static func keys(of path: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard path.first == UInt8(ascii: "$") else { return nil }
    var keys: [ArraySlice<UInt8>] = []
    var rest = path.dropFirst()
    while !rest.isEmpty {
      guard rest.starts(with: ".\"".utf8),
        let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "\""))
      else { return nil }
      keys.append(rest[rest.startIndex + 2..<end])
      rest = rest[(end + 1)...]
    }
    return keys
  }
}
