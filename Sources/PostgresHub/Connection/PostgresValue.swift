#if Postgres
package import Storage

/// A parameter of a statement, in PostgreSQL's binary format.
package enum PostgresValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  case id(ItemID)
  case integers([Int64])
  case ids([ItemID])
  case texts([String])
}

extension PostgresValue {
  /// An integer, or NULL.
  static func optional(_ number: Int64?) -> PostgresValue { number.map { .integer($0) } ?? .null }

  /// A text, or NULL.
  static func optional(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }
}

/// The parameters of one command, one behind the other.
struct ParameterBytes {
  /// Never empty, so that there is an address for an empty value too.
  private(set) var bytes: [UInt8] = [0]
  /// Where each parameter stands; nil for NULL.
  private(set) var ranges: [Range<Int>?] = []

  init(_ values: [PostgresValue]) {
    ranges.reserveCapacity(values.count)
    for value in values { append(value) }
  }

  private mutating func append(_ value: PostgresValue) {
    let start = bytes.count
    switch value {
    case .null:
      ranges.append(nil)
      return
    case .boolean(let flag): bytes.append(flag ? 1 : 0)
    case .integer(let number): append(UInt64(bitPattern: number))
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .bytes(let content): bytes.append(contentsOf: content)
    case .id(let id): append(id)
    case .integers(let numbers):
      appendArray(of: 20, numbers) { bytes, number in bytes.append(UInt64(bitPattern: number)) }
    case .ids(let ids):
      appendArray(of: 2_950, ids) { bytes, id in bytes.append(id) }
    case .texts(let texts):
      appendArray(of: 25, texts) { bytes, text in bytes.bytes.append(contentsOf: text.utf8) }
    }
    ranges.append(start..<bytes.count)
  }

  private mutating func append(_ id: ItemID) {
    append(id.high)
    append(id.low)
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Dimensions, whether NULL is in it, the type's number; the length and the first index; then each with its length.
  private mutating func appendArray<Element>(
    of type: UInt32,
    _ elements: [Element],
    _ append: (inout ParameterBytes, Element) -> Void
  ) {
    for header in [elements.isEmpty ? 0 : 1, 0, type] { self.append(header) }
    guard !elements.isEmpty else { return }
    self.append(UInt32(elements.count))
    self.append(UInt32(1))
    for element in elements {
      let start = bytes.count
      self.append(UInt32(0))
      append(&self, element)
      setLength(at: start)
    }
  }

  private mutating func setLength(at start: Int) {
    let length = UInt32(bytes.count - start - 4)
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index))
    }
  }
}
#endif
