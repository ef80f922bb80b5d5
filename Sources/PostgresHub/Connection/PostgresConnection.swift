#if Postgres
import CPostgres

/// A connection to PostgreSQL, in pipeline mode all the time; for one thread at a time.
@safe package final class PostgresConnection {
  let handle: OpaquePointer
  let notices = PostgresNotices()
  let settings: PostgresSettings
  /// The statements that the server knows from this connection.
  var prepared: Set<PostgresStatement> = []
  /// Whether an answer is missing, so that nothing more can be asked.
  var isBroken = false

  /// Connects to the first host that takes writes; each has three seconds.
  ///
  /// - Throws: ``PostgresError`` of class 08 if no host can be reached, or what the server says.
  package init(_ settings: PostgresSettings) throws(PostgresError) {
    let names = settings.parameters.map(\.name)
    let values = settings.parameters.map(\.value)
    let connected = unsafe withCStrings(names) { names in
      unsafe withCStrings(values) { values in unsafe PQconnectdbParams(names, values, 1) }
    }
    guard let connected = unsafe connected else {
      throw PostgresError("53200", "There is no memory for a connection to PostgreSQL.")
    }
    unsafe handle = connected
    self.settings = settings
    guard unsafe PQstatus(connected) == CONNECTION_OK else {
      throw PostgresError(PostgresError.cannotConnect, message)
    }
    unsafe notices.listen(to: connected)
    unsafe PQsetnonblocking(connected, 1)
    unsafe PQenterPipelineMode(connected)
    try setUp()
  }

  deinit { unsafe PQfinish(handle) }

  /// Whether it can be lent to somebody else: no transaction is open, and nothing is under way.
  package var isIdle: Bool {
    let isOpen = unsafe PQstatus(handle) == CONNECTION_OK
    let state = unsafe PQtransactionStatus(handle)
    return !isBroken && isOpen && state == PQTRANS_IDLE
  }

  /// The number of the server's process for it.
  package var backend: Int32 { unsafe PQbackendPID(handle) }

  /// What libpq last said, in one line.
  var message: String {
    let lines = unsafe String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "The connection to PostgreSQL was lost." : lines.joined(separator: " ")
  }

  private func setUp() throws(PostgresError) {
    let lock = settings.lockTimeout.components.seconds * 1_000
    let results = try run([
      PostgresCommand(.setUpSession, [.text("\(lock)")])
    ])
    guard let result = results.first, result.text(0, 0) == "UTF8" else {
      throw PostgresError(
        "0A000",
        "The database's encoding is not UTF8. Create one with ENCODING 'UTF8'."
      )
    }
  }
}

/// Passes texts as a list of C strings that ends with a null pointer.
private func withCStrings<Value>(
  _ texts: [String],
  _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  var starts: [Int] = []
  var bytes: [CChar] = []
  for text in texts {
    starts.append(bytes.count)
    bytes.append(contentsOf: text.utf8CString)
  }
  return unsafe bytes.withUnsafeBufferPointer { bytes in
    var pointers: [UnsafePointer<CChar>?] = unsafe starts.map { start in
      unsafe bytes.baseAddress.map { unsafe $0 + start }
    }
    unsafe pointers.append(nil)
    return unsafe pointers.withUnsafeBufferPointer { list in
      guard let first = list.baseAddress else { preconditionFailure("the list has an end") }
      return unsafe body(first)
    }
  }
}
#endif
