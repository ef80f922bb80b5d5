#if Postgres
import CPostgres

/// A connection to PostgreSQL, in pipeline mode all the time; for one thread at a time.
@safe package final class PostgresConnection {
  let handle: OpaquePointer
  let notices = PostgresNotices()
  let settings: PostgresSettings
  /// The statements that the server knows from this connection.
  var prepared: Set<PostgresStatement> = []
  /// Which of the string's servers it leads to.
  private let place: Int
  /// Whether an answer is missing, so that nothing more can be asked.
  var isBroken = false

  /// Connects to the first server that takes writes; each has two seconds.
  ///
  /// - Throws: ``PostgresError`` of class 08 if no host can be reached, or what the server says.
  package init(_ settings: PostgresSettings) throws(PostgresError) {
    let connected = try unsafe settings.connect()
    unsafe handle = connected
    self.settings = settings
    place = unsafe settings.hosts.note(connected)
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
  var message: String { unsafe PostgresConnection.message(of: handle) }

  static func message(of handle: OpaquePointer) -> String {
    let text = unsafe String(cString: PQerrorMessage(handle))
    // libpq indents what it adds to a message by a tab.
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0.isWhitespace } }
    return lines.isEmpty ? "The connection to PostgreSQL was lost." : lines.joined(separator: " ")
  }

  /// Whether another server takes writes by now, so that no answer of this one is worth waiting for.
  var isLeftBehind: Bool { settings.hosts.haveMoved(from: place, settings) }

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
#endif
