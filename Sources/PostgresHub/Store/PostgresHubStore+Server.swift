#if Postgres
package import HubServer
import Storage
package import Sync

extension PostgresHubStore: ServerStore {
  /// How long it tries what a health check waits for, or what is asked again a second later.
  private static let shortPatience = Duration.seconds(2)

  /// A commit waits for the server's disk and its standby, and those of other spaces wait at the same time.
  package var writers: Int { lanes.count }

  package var readers: Int { max(2, pool.capacity / 2) }

  package func tokenVersion() throws(HubError) -> Int64 { try state("tokens") ?? 0 }

  package func liveTokens() throws(HubError) -> (version: Int64, tokens: [TokenRecord]) {
    try retrying(for: PostgresHubStore.shortPatience) { connection throws(PostgresError) in
      let results = try connection.run([
        PostgresCommand(.beginReading), PostgresCommand(.state, [.text("tokens")]),
        PostgresCommand(.liveTokens), PostgresCommand(.commit),
      ])
      let version = results[1].isEmpty ? 0 : results[1].integer(0, 0)
      return (version, TokenRecord.all(results[2]))
    }
  }

  package func note(uses: [(id: String, hour: Int64)], audit: [AuditEntry]) throws(HubError) {
    var commands = [PostgresCommand(.begin)]
    // In one order, so that two daemons do not wait for each other's rows.
    for (id, hour) in uses.sorted(by: { $0.id < $1.id }) {
      commands.append(PostgresCommand(.setTokenUsed, [.text(id), .integer(hour)]))
    }
    commands += AuditEntry.commands(for: audit)
    commands.append(PostgresCommand(.commit))
    try retrying(for: PostgresHubStore.shortPatience) { connection throws(PostgresError) in
      _ = try connection.run(commands)
    }
  }

  package func lastCommit() throws(HubError) -> Int64? { try state("commit_ms") }

  package func noteCommit(at now: Int64) throws(HubError) {
    let command = PostgresCommand(.setState, [.text("commit_ms"), .integer(now)])
    try retrying(for: PostgresHubStore.shortPatience) { connection throws(PostgresError) in
      _ = try connection.run([command])
    }
  }

  /// Always the same: ``changedSpaces(among:)`` says more.
  package func changeMark() -> Int64 { 0 }

  /// One question for all spaces.
  package func changedSpaces(among spaces: [String]) throws(HubError) -> [String]? {
    let command = PostgresCommand(.heads, [.texts(spaces)])
    let result = try retrying(for: PostgresHubStore.shortPatience) {
      connection throws(PostgresError) in try connection.run([command])[0]
    }
    var found: [String: [Int64]] = [:]
    for row in 0..<result.count {
      found[result.text(row, 0)] = [result.integer(row, 1), result.integer(row, 2)]
    }
    return heads.withLock { [found] heads in
      defer { heads = found }
      // One that was deleted is not found any more, and may have been before the first look.
      return spaces.filter { heads[$0] == nil || heads[$0] != found[$0] }
    }
  }

  /// PostgreSQL looks after its log itself.
  package func afterWrites() -> Bool { false }

  package func maintain() {}

  private func state(_ name: String) throws(HubError) -> Int64? {
    try retrying(for: PostgresHubStore.shortPatience) { connection throws(PostgresError) in
      let result = try connection.run([PostgresCommand(.state, [.text(name)])])[0]
      return result.isEmpty ? nil : result.integer(0, 0)
    }
  }
}

extension TokenRecord {
  /// The tokens of rows; those of a scope that this version does not know let in nobody.
  static func all(_ result: PostgresResult) -> [TokenRecord] {
    (0..<result.count).compactMap { row in
      guard let scope = TokenScope(rawValue: result.text(row, 3)) else { return nil }
      return TokenRecord(
        id: result.text(row, 0),
        hash: result.bytes(row, 1),
        space: result.text(row, 2),
        scope: scope,
        label: result.text(row, 4),
        created: result.integer(row, 5),
        expires: result.optionalInteger(row, 6),
        lastUsed: result.optionalInteger(row, 7),
        revoked: result.optionalInteger(row, 8)
      )
    }
  }
}

extension AuditEntry {
  private static let maxRows: Int64 = 10_000
  private static let maxAge: Int64 = 90 * 86_400_000
  /// Counts this process's entries, from a number that others hardly have.
  private static let count = Locked(Int64.random(in: 0..<500_000))

  /// What adds entries, and removes those that are too old or too many.
  static func commands(for entries: [AuditEntry]) -> [PostgresCommand] {
    guard let latest = entries.map(\.time).max() else { return [] }
    return entries.map(\.insertion) + [
      PostgresCommand(.deleteOldAudit, [.integer(latest - maxAge)]),
      PostgresCommand(.deleteSurplusAudit, [.integer(maxRows)]),
    ]
  }

  private var insertion: PostgresCommand {
    // Milliseconds first, so that numbers ascend on all daemons; then a count by which those of one differ.
    let count = AuditEntry.count.withLock { count in
      count = (count + 1) % 1_000_000
      return count
    }
    let number = time * 1_000_000 + count
    return PostgresCommand(
      .insertAudit,
      [
        .integer(number), .integer(time), .text(action), .optional(space), .optional(token),
        .text(detail),
      ]
    )
  }
}
#endif
