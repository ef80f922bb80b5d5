internal import CSQLite

/// A prepared statement of one connection, which must outlive its use; not for two threads at once.
///
/// Parameters count from 1 and columns from 0, as in SQLite. Text and blobs travel with their byte
/// count, so that NUL bytes survive.
@safe
package final class Statement {
  private let handle: OpaquePointer
  // The connection's cache holds statements: a strong reference back would keep both for ever.
  private unowned let connection: Connection
  private let scratch: UnsafeMutableRawBufferPointer
  private var scratchUsed = 0

  /// The size of the buffer for bound values; copying there costs less than SQLite's own copy on the heap.
  ///
  /// The bytes stay in place until the statement is reset, as SQLITE_STATIC requires.
  private static let scratchSize = 4_096

  init(_ sql: String, on connection: Connection) throws(StorageError) {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection.handle,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &prepared,
      nil
    )
    guard code == SQLITE_OK, let handle = unsafe prepared else {
      throw connection.error(code, doing: "Preparing a statement for")
    }
    unsafe self.handle = handle
    self.connection = connection
    unsafe scratch = .allocate(byteCount: Statement.scratchSize, alignment: 8)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
    unsafe scratch.deallocate()
  }

  /// Advances to the next row; after the last one, resets the statement and returns false.
  @inline(__always)
  package func step(doing: String = "Reading") throws(StorageError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    return try finish(code, doing: doing)
  }

  /// Runs a statement that returns no row.
  @inline(__always)
  package func run(doing: String = "Writing to") throws(StorageError) {
    if try step(doing: doing) { reset() }
  }

  /// Makes the statement ready for new parameters and another run.
  package func reset() {
    unsafe sqlite3_reset(handle)
    scratchUsed = 0
  }

  /// Resets the number of instructions that the statement has taken, by which a progress handler counts.
  ///
  /// SQLite adds up all runs of a statement:
  /// <https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>
  func forgetWork() { unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1) }

  /// The error for contents of this database that this library never writes.
  func damaged(_ what: String) -> StorageError { connection.damaged(what) }

  private func finish(_ code: Int32, doing: String) throws(StorageError) -> Bool {
    // The message must be read before the reset, which may clear it.
    let failure = code == SQLITE_DONE ? nil : connection.error(code, doing: doing)
    reset()
    if let failure { throw failure }
    return false
  }
}

// MARK: - Parameters

extension Statement {
  /// Binds an integer.
  package func bind(_ value: Int64, at index: Int) {
    unsafe sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index), value)
  }

  /// Binds an integer.
  package func bind(_ value: Int, at index: Int) { bind(Int64(value), at: index) }

  /// Binds a double.
  package func bind(_ value: Double, at index: Int) {
    unsafe sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index), value)
  }

  /// Binds NULL.
  package func bindNull(at index: Int) {
    unsafe sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index))
  }

  /// Binds text.
  package func bind(_ value: String, at index: Int) {
    var value = value
    value.withUTF8 { unsafe bindText($0, at: index) }
  }

  /// Binds UTF-8 bytes as text.
  package func bindText(_ bytes: [UInt8], at index: Int) {
    unsafe bytes.withUnsafeBufferPointer { unsafe bindText($0, at: index) }
  }

  /// Binds a blob.
  package func bind(_ bytes: [UInt8], at index: Int) {
    unsafe bytes.withUnsafeBytes { unsafe bindBlob($0, at: index) }
  }

  /// Binds a blob or NULL.
  package func bind(_ bytes: [UInt8]?, at index: Int) {
    if let bytes { bind(bytes, at: index) } else { bindNull(at: index) }
  }

  /// Binds an item's id as a blob of 16 bytes.
  package func bind(_ id: ItemID, at index: Int) { bind(id.high, id.low, at: index) }

  /// Binds a stamp as a blob of 16 bytes, or NULL.
  func bind(_ stamp: Stamp?, at index: Int) {
    if let stamp { bind(stamp, at: index) } else { bindNull(at: index) }
  }

  /// Binds a stamp as a blob of 16 bytes.
  package func bind(_ stamp: Stamp, at index: Int) {
    bind(stamp.time, stamp.node, at: index)
  }

  private func bind(_ high: UInt64, _ low: UInt64, at index: Int) {
    var bytes = (high.bigEndian, low.bigEndian)
    unsafe withUnsafeBytes(of: &bytes) { unsafe bindBlob($0, at: index) }
  }

  private func bindText(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let index = Int32(truncatingIfNeeded: index)
    let count = UInt64(bytes.count)
    if let place = unsafe copyToScratch(UnsafeRawBufferPointer(bytes)) {
      unsafe csqlite_bind_text_borrowed(
        handle,
        index,
        place.assumingMemoryBound(to: CChar.self),
        count
      )
    } else {
      let start = unsafe UnsafeRawPointer(bytes.baseAddress)
      unsafe csqlite_bind_text_copied(
        handle,
        index,
        start?.assumingMemoryBound(to: CChar.self),
        count
      )
    }
  }

  private func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    let index = Int32(truncatingIfNeeded: index)
    let count = UInt64(bytes.count)
    if let place = unsafe copyToScratch(bytes) {
      unsafe csqlite_bind_blob_borrowed(handle, index, place, count)
    } else {
      unsafe csqlite_bind_blob_copied(handle, index, bytes.baseAddress, count)
    }
  }

  /// Copies bytes behind those of the other parameters; nil when they do not fit.
  private func copyToScratch(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard scratchUsed + bytes.count <= Statement.scratchSize, let base = unsafe scratch.baseAddress
    else { return nil }
    let place = unsafe base + scratchUsed
    if let source = bytes.baseAddress {
      unsafe place.copyMemory(from: source, byteCount: bytes.count)
    }
    scratchUsed += bytes.count
    return UnsafeRawPointer(place)
  }
}

// MARK: - Columns

extension Statement {
  /// Whether the column is NULL.
  package func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  /// An integer; 0 for NULL.
  @inline(__always)
  package func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column))
  }

  /// An integer or NULL.
  @inline(__always)
  package func optionalInteger(_ column: Int) -> Int64? {
    // A value that is not zero cannot be NULL, which saves most second calls.
    let value = integer(column)
    return value == 0 && isNull(column) ? nil : value
  }

  /// A double; 0 for NULL.
  package func double(_ column: Int) -> Double {
    unsafe sqlite3_column_double(handle, Int32(truncatingIfNeeded: column))
  }

  /// A number or a text; nil for NULL and for a blob.
  func value(_ column: Int) -> SQLFragment.Value? {
    switch unsafe sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(text(column))
    default: nil
    }
  }

  /// Text, which is empty for NULL.
  ///
  /// Bytes that are not UTF-8 become U+FFFD.
  @inline(__always)
  package func text(_ column: Int) -> String {
    unsafe withTextBytes(column) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The parts of a text between separators; none for NULL or an empty text.
  @inline(__always)
  func texts(_ column: Int, separatedBy separator: UInt8) -> [String] {
    unsafe withTextBytes(column) { bytes in
      var texts: [String] = []
      var start = 0
      while start < bytes.count {
        let end = unsafe bytes[start...].firstIndex(of: separator) ?? bytes.count
        if end > start {
          let part = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
          unsafe texts.append(String(decoding: part, as: UTF8.self))
        }
        start = end + 1
      }
      return texts
    }
  }

  /// The bytes of a text; empty for NULL.
  package func textBytes(_ column: Int) -> [UInt8] {
    unsafe withTextBytes(column) { unsafe Array($0) }
  }

  /// How many bytes a text has; 0 for NULL.
  package func textByteCount(_ column: Int) -> Int {
    unsafe withTextBytes(column) { $0.count }
  }

  /// Passes the bytes of a text to the body; they are valid while the row is current.
  @inline(__always)
  func withTextBytes<Value, Failure: Error>(
    _ column: Int,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let column = Int32(truncatingIfNeeded: column)
    // First the pointer, then the count: https://www.sqlite.org/c3ref/column_blob.html
    let start = unsafe sqlite3_column_text(handle, column)
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return try unsafe body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// A blob; empty for NULL.
  package func blob(_ column: Int) -> [UInt8] {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A blob of 16 bytes as two numbers, or nil when it is anything else.
  @inline(__always)
  private func pair(_ column: Int) -> (UInt64, UInt64)? {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = unsafe sqlite3_column_blob(handle, column),
      unsafe sqlite3_column_bytes(handle, column) == 16
    else { return nil }
    let bytes = unsafe UnsafeRawPointer(start)
    return (
      UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
      UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    )
  }

  /// An item's id, or nil when the column holds anything else than 16 bytes.
  @inline(__always)
  package func itemID(_ column: Int) -> ItemID? {
    pair(column).map { ItemID(high: $0.0, low: $0.1) }
  }

  /// A stamp, or nil when the column holds anything else than 16 bytes.
  package func stamp(_ column: Int) -> Stamp? {
    pair(column).map { Stamp(time: $0.0, node: $0.1) }
  }
}
