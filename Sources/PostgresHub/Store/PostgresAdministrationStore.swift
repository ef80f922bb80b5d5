#if Postgres
package import HubServer
package import Sync

/// A hub's database as administrators see it; daemons may run on it meanwhile.
package final class PostgresAdministrationStore: AdministrationStore {
  let store: PostgresHubStore
  private let settings: PostgresSettings

  /// Opens a hub's database, and brings it up to date.
  ///
  /// - Throws: ``HubError`` as ``PostgresHubStore`` does.
  package init(_ settings: PostgresSettings) throws(HubError) {
    var settings = settings
    settings.applicationName = "itemshub command"
    self.settings = settings
    store = try PostgresHubStore(settings, connections: 1)
  }

  /// Runs the body once: one that reads a file cannot do so again.
  package func transaction<Value>(
    _ kind: AdministrationKind,
    _ body: (any AdministrationTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    var failure: HubError?
    do throws(PostgresError) {
      let value = try store.pool.withConnection { connection throws(PostgresError) -> Value? in
        let transaction = try PostgresAdministrationTransaction(kind, on: connection)
        do throws(HubError) {
          let value = try body(transaction)
          try transaction.commit()
          return value
        } catch {
          failure = error
          _ = try? connection.run([PostgresCommand(.rollBack)])
          return nil
        }
      }
      if let value { return value }
    } catch {
      throw HubError(error)
    }
    throw failure ?? HubError(.inputOutput, "The transaction has no result.")
  }

  package func lastCommit() throws(HubError) -> Int64? { try store.lastCommit() }

  /// What the server says of the database.
  package struct Status: Sendable {
    /// The database's name with its host, without a password.
    package let place: String
    package let bytes: Int64
    /// The addresses from which daemons are connected.
    package let daemons: [String]
  }

  package func status() throws(HubError) -> Status {
    let results = try store.retrying { connection throws(PostgresError) in
      try connection.run([PostgresCommand(.databaseSize), PostgresCommand(.daemons)])
    }
    return Status(
      place: settings.place,
      bytes: results[0].integer(0, 0),
      daemons: (0..<results[1].count).map { results[1].text($0, 0) }
    )
  }
}
#endif
