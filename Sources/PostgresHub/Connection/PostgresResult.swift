#if Postgres
import CPostgres
package import Storage

/// What a command gave back: rows in PostgreSQL's binary format.
@safe package final class PostgresResult {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe PQclear(handle) }

  var status: ExecStatusType { unsafe PQresultStatus(handle) }

  /// How many rows there are.
  package var count: Int { Int(unsafe PQntuples(handle)) }

  /// Whether there is no row.
  package var isEmpty: Bool { count == 0 }

  /// What the server says that it did, such as "COMMIT".
  package var tag: String { unsafe String(cString: PQcmdStatus(handle)) }

  /// How many rows were written.
  package var changeCount: Int { Int(unsafe String(cString: PQcmdTuples(handle))) ?? 0 }

  package func isNull(_ row: Int, _ column: Int) -> Bool {
    unsafe PQgetisnull(handle, Int32(row), Int32(column)) != 0
  }

  /// A number of two, four or eight bytes, or a truth value; 0 for NULL.
  package func integer(_ row: Int, _ column: Int) -> Int64 {
    let bytes = unsafe value(row, column)
    guard let first = unsafe bytes.first else { return 0 }
    let sign: UInt64 = bytes.count > 1 && first & 0x80 != 0 ? .max : 0
    return Int64(bitPattern: unsafe bytes.reduce(sign) { $0 << 8 | UInt64($1) })
  }

  package func optionalInteger(_ row: Int, _ column: Int) -> Int64? {
    isNull(row, column) ? nil : integer(row, column)
  }

  package func bytes(_ row: Int, _ column: Int) -> [UInt8] { unsafe Array(value(row, column)) }

  package func text(_ row: Int, _ column: Int) -> String {
    unsafe String(decoding: value(row, column), as: UTF8.self)
  }

  package func optionalText(_ row: Int, _ column: Int) -> String? {
    isNull(row, column) ? nil : text(row, column)
  }

  /// An item's id; nil if there are not 16 bytes.
  package func id(_ row: Int, _ column: Int) -> ItemID? {
    let bytes = unsafe value(row, column)
    guard bytes.count == 16 else { return nil }
    return ItemID(
      high: unsafe bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: unsafe bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    )
  }

  private func value(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: PQgetvalue(handle, Int32(row), Int32(column)),
      count: Int(PQgetlength(handle, Int32(row), Int32(column)))
    )
  }

  /// The server's error; nil if there is none.
  func error(at place: Int?) -> PostgresError? {
    guard status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE else { return nil }
    // An error of the client, which then has answers to none of the commands, whatever became of them.
    guard let code = field(cpostgres_sqlstate) else {
      return PostgresError(
        PostgresError.connectionLost,
        "The connection to PostgreSQL was lost."
      )
    }
    // The detail is left out: it may hold a row's contents.
    return PostgresError(code, field(cpostgres_message) ?? "PostgreSQL refused it.", place: place)
  }

  private func field(_ code: Int32) -> String? {
    unsafe PQresultErrorField(handle, code).map { unsafe String(cString: $0) }
  }
}
#endif
