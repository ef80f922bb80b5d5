#if Postgres
/// Why PostgreSQL did not do something: the server's code and its message, without passwords and rows' contents.
package struct PostgresError: Error, Sendable, CustomStringConvertible {
  /// The five characters of SQLSTATE; errors of the client have one of class 08.
  ///
  /// See <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
  package var sqlState: String

  /// A sentence for a person.
  package var message: String

  /// The place in its batch of the command that failed; nil if the connection failed.
  package var place: Int?

  package init(_ sqlState: String, _ message: String, place: Int? = nil) {
    self.sqlState = sqlState
    self.message = message
    self.place = place
  }

  package var description: String { "\(message) (SQLSTATE \(sqlState))" }
}

extension PostgresError {
  /// SQLSTATE of a connection that was not made, and of one that was lost or did not answer in time.
  static let cannotConnect = "08001"
  static let connectionLost = "08006"
  /// SQLSTATE of two writers that made the same row.
  static let uniqueViolation = "23505"

  /// Whether the connection is of no use any more, and a new one may lead to another server.
  package var isConnectionLost: Bool {
    sqlState.hasPrefix("08") || sqlState.hasPrefix("57P") || isReadOnly
  }

  /// Whether the server became a standby behind a connection that was made while it was the primary.
  private var isReadOnly: Bool { sqlState == "25006" }

  /// Whether the same transaction may succeed when it is run again.
  package var isRetryable: Bool {
    // 57P04 is a dropped database; it is in the list since a client cannot tell it from a restart.
    isConnectionLost || sqlState.hasPrefix("40") || sqlState == "55P03"
      || sqlState == PostgresError.uniqueViolation
  }
}
#endif
