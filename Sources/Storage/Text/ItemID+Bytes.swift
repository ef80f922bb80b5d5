// Ids as 16 bytes, the form in which SQLite keeps them.

extension ItemID {
  /// The number of an id's bytes.
  package static let byteCount = 16

  /// The id of 16 bytes; nil for any other number of bytes.
  package init?(bytes: [UInt8]) {
    let id = unsafe bytes.withUnsafeBytes { buffer -> ItemID? in
      guard buffer.count == ItemID.byteCount, let first = buffer.baseAddress else { return nil }
      return unsafe ItemID(bytesAt: first)
    }
    guard let id else { return nil }
    self = id
  }

  /// The id of the 16 bytes that start at an address, of any alignment.
  ///
  /// Unsafe: the caller guarantees the 16 bytes, for example after `sqlite3_column_bytes`.
  @unsafe package init(bytesAt address: UnsafeRawPointer) {
    let high = unsafe address.loadUnaligned(as: UInt64.self)
    let low = unsafe address.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }

  /// The 16 bytes, the first one most significant.
  package var bytes: [UInt8] {
    unsafe withUnsafeBytes { buffer in unsafe Array(buffer) }
  }

  /// Calls a function with the 16 bytes, which are valid until it returns.
  @unsafe package func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words = (high.bigEndian, low.bigEndian)
    return try unsafe Swift.withUnsafeBytes(of: words, body)
  }
}

extension [ItemID] {
  /// The ids of 16 bytes each; nil for bytes that do not divide so.
  init?(packed bytes: [UInt8]) {
    guard bytes.count.isMultiple(of: ItemID.byteCount) else { return nil }
    self = stride(from: 0, to: bytes.count, by: ItemID.byteCount).compactMap {
      ItemID(bytes: [UInt8](bytes[$0..<$0 + ItemID.byteCount]))
    }
  }
}
