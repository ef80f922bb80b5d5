internal import CSQLite

/// The SQL function `item_attribute(attributes, mode, key, operand)`, which returns 0 or 1.
///
/// SQLite's own json_extract() cuts text at a NUL, has no exact numbers, and cannot name every key.
enum AttributeFunction {
  enum Mode: Int64, Sendable {
    case exists = 0
    case equals = 1
    case contains = 2
  }

  private static let name = "item_attribute"

  /// A call on the current row's attributes.
  static func call(_ mode: Mode, key: String, operand: String) -> SQLFragment {
    SQLFragment("\(name)(attributes, \(mode.rawValue), ?, ?)", [.text(key), .text(operand)])
  }

  /// Registers the function on a connection.
  static func register(on connection: Connection) throws(StorageError) {
    let code = unsafe sqlite3_create_function_v2(
      connection.handle,
      name,
      4,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      nil,
      { context, _, arguments in
        guard let arguments = unsafe arguments else { return }
        let holds = AttributeFunction.evaluate(
          attributes: unsafe AttributeFunction.bytes(arguments[0]),
          mode: unsafe sqlite3_value_int64(arguments[1]),
          key: String(decoding: unsafe AttributeFunction.bytes(arguments[2]), as: UTF8.self),
          operand: unsafe AttributeFunction.bytes(arguments[3])
        )
        unsafe sqlite3_result_int(context, holds ? 1 : 0)
      },
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK else { throw connection.error(code, doing: "Preparing") }
  }

  static func bytes(_ value: OpaquePointer?) -> [UInt8] {
    guard let start = unsafe sqlite3_value_text(value) else { return [] }
    let count = Int(unsafe sqlite3_value_bytes(value))
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  private static func evaluate(
    attributes: [UInt8],
    mode: Int64,
    key: String,
    operand: [UInt8]
  ) -> Bool {
    guard !attributes.isEmpty, let mode = Mode(rawValue: mode),
      let value = (try? JSONParser.parse(attributes))?[key]
    else { return false }
    switch mode {
    case .exists: return true
    case .equals: return (try? JSONWriter.bytes(of: value)) == operand
    case .contains: return value.contains(operand)
    }
  }
}

extension JSONValue {
  /// Whether this is a string that contains the bytes, or an array with them as an element.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    switch self {
    case .string(let string): string.utf8.contains(part)
    case .array(let elements): elements.contains { $0.string?.utf8.elementsEqual(part) ?? false }
    default: false
    }
  }
}

extension String.UTF8View {
  /// Whether the bytes occur here without gaps.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var rest = self[...]
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
