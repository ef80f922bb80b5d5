internal import CSQLite

/// SQL functions of the attributes of a row, for paths without an index and for exact comparisons.
///
/// | function | result |
/// | --- | --- |
/// | `item_attribute(attributes, mode, path, operand)` | 0 or 1 |
/// | `item_attribute_type(attributes, path)` | the ``AttributeType``, or NULL without a value |
/// | `item_attribute_value(attributes, path, type)` | as in AttributeExpression.swift, or NULL unless it has the type; 0 for any |
///
/// A path is the keys' bytes with 0xFF between them. SQLite's own json_extract() cuts text at a NUL
/// and cannot name every key.
enum AttributeFunction {
  enum Mode: Int64, Sendable {
    case equals = 1
    case contains = 2
  }

  private static let name = "item_attribute"

  /// A call on the current row's attributes.
  static func call(_ mode: Mode, _ path: AttributePath, operand: String) -> SQLFragment {
    SQLFragment(
      "\(name)(attributes, \(mode.rawValue), ?, ?)",
      [.bytes(path.functionBytes), .text(operand)]
    )
  }

  /// Registers the functions on a connection.
  static func register(on connection: Connection) throws(StorageError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let codes = [
      unsafe sqlite3_create_function_v2(
        connection.handle,
        name,
        4,
        flags,
        nil,
        { context, _, arguments in
          guard let arguments = unsafe arguments else { return }
          let holds = AttributeFunction.evaluate(
            attributes: unsafe AttributeFunction.bytes(arguments[0]),
            mode: unsafe sqlite3_value_int64(arguments[1]),
            path: unsafe AttributeFunction.blob(arguments[2]),
            operand: unsafe AttributeFunction.bytes(arguments[3])
          )
          unsafe sqlite3_result_int(context, holds ? 1 : 0)
        },
        nil,
        nil,
        nil
      ),
      unsafe sqlite3_create_function_v2(
        connection.handle,
        "item_attribute_type",
        2,
        flags,
        nil,
        { context, _, arguments in
          guard let arguments = unsafe arguments else { return }
          guard let type = unsafe AttributeFunction.member(arguments)?.type else { return }
          unsafe sqlite3_result_int(context, Int32(type.rawValue))
        },
        nil,
        nil,
        nil
      ),
      unsafe sqlite3_create_function_v2(
        connection.handle,
        "item_attribute_value",
        3,
        flags,
        nil,
        { context, _, arguments in
          guard let arguments = unsafe arguments else { return }
          let wanted = Int(unsafe sqlite3_value_int64(arguments[2]))
          guard let member = unsafe AttributeFunction.member(arguments), let type = member.type,
            wanted == 0 || wanted == type.rawValue,
            let operand = member.value?.attributeOperand
          else { return }
          unsafe AttributeFunction.setResult(operand, of: context)
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

  static func bytes(_ value: OpaquePointer?) -> [UInt8] {
    guard let start = unsafe sqlite3_value_text(value) else { return [] }
    let count = Int(unsafe sqlite3_value_bytes(value))
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The value at a path: the first argument is the attributes, the second the path.
  private static func member(
    _ arguments: UnsafeMutablePointer<OpaquePointer?>
  ) -> JSONMember? {
    JSONMember(path: unsafe blob(arguments[1]), in: unsafe bytes(arguments[0]))
  }

  private static func blob(_ value: OpaquePointer?) -> [UInt8] {
    guard let start = unsafe sqlite3_value_blob(value) else { return [] }
    let count = Int(unsafe sqlite3_value_bytes(value))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Gives a function's result.
  static func setResult(_ value: SQLFragment.Value, of context: OpaquePointer?) {
    switch value {
    case .integer(let number): unsafe sqlite3_result_int64(context, number)
    case .real(let number): unsafe sqlite3_result_double(context, number)
    case .text(let text): unsafe setResult(Array(text.utf8), of: context)
    case .id, .bytes: break
    }
  }

  /// Gives a function's result, a text.
  static func setResult(_ text: [UInt8], of context: OpaquePointer?) {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: CChar.self) {
        unsafe csqlite_result_text_copied(context, $0.baseAddress, UInt64($0.count))
      }
    }
  }

  private static func evaluate(
    attributes: [UInt8],
    mode: Int64,
    path: [UInt8],
    operand: [UInt8]
  ) -> Bool {
    guard let mode = Mode(rawValue: mode), let member = JSONMember(path: path, in: attributes),
      let value = member.value, value != .null
    else { return false }
    switch mode {
    case .equals: return (try? JSONWriter.bytes(of: value)) == operand
    case .contains: return value.contains(operand)
    }
  }
}
