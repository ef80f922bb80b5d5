#if Postgres
import HubServer
import Storage
import Sync

/// An administrator's transaction that is open on a connection.
final class PostgresAdministrationTransaction: AdministrationTransaction {
  private let connection: PostgresConnection
  /// What is written and was not sent yet.
  private var pending: [PostgresCommand] = []

  /// Begins it; a write waits for other administrators.
  init(_ kind: AdministrationKind, on connection: PostgresConnection) throws(PostgresError) {
    self.connection = connection
    switch kind {
    case .read: _ = try connection.run([PostgresCommand(.beginReading)])
    case .write:
      _ = try connection.run([
        PostgresCommand(.begin), PostgresCommand(.lockState, [.text("tokens")]),
      ])
    }
  }

  /// Writes what is left, and commits.
  func commit() throws(HubError) {
    connection.notices.mayLackStandby = false
    pending.append(PostgresCommand(.commit))
    let results = try send()
    guard results.last?.tag == "COMMIT", !connection.notices.mayLackStandby else {
      throw HubError(
        .busy,
        "It is not certain that this was committed. See what the hub holds, and try again."
      )
    }
  }

  /// Adds a command that writes; many go to the server together.
  func tell(_ statement: PostgresStatement, _ values: PostgresValue...) throws(HubError) {
    pending.append(PostgresCommand(statement, values))
    if pending.count >= 500 { try send() }
  }

  /// Asks the server, which has been told everything before.
  func ask(_ statement: PostgresStatement, _ values: PostgresValue...) throws(HubError)
    -> PostgresResult
  {
    pending.append(PostgresCommand(statement, values))
    guard let result = try send().last else {
      throw HubError(.inputOutput, "PostgreSQL gave no result.")
    }
    return result
  }

  @discardableResult
  private func send() throws(HubError) -> [PostgresResult] {
    let commands = pending
    pending = []
    do throws(PostgresError) {
      return try connection.run(commands)
    } catch {
      throw HubError(error)
    }
  }

  // MARK: Spaces

  func spaceNames() throws(HubError) -> [String] {
    let names = try ask(.spaceNames)
    return (0..<names.count).map { names.text($0, 0) }
  }

  func spaceCount() throws(HubError) -> Int { Int(try ask(.spaceCount).integer(0, 0)) }

  private func known(_ name: String) throws(HubError) -> KnownSpace? {
    var known = KnownSpace()
    known.takeSpace(try ask(.readSpace, .text(name)))
    return known.space == nil ? nil : known
  }

  func space(_ name: String) throws(HubError) -> HubSpace? { try known(name)?.space }

  func isDeleted(_ name: String) throws(HubError) -> Bool {
    try !ask(.deletionReason, .text(name)).isEmpty
  }

  func summary(_ name: String) throws(HubError) -> SpaceSummary? {
    guard let known = try known(name), let space = known.space else { return nil }
    let devices = try ask(.deviceSummary, .text(name))
    return SpaceSummary(
      name: name,
      usage: known.usage,
      quota: known.quota,
      head: space.head,
      devices: Int(devices.integer(0, 0)),
      tokens: 0,
      lastPush: devices.optionalInteger(0, 1),
      frozenSince: known.frozenSince
    )
  }

  func makeSpace(_ name: String, epoch: Int64) throws(HubError) {
    let zeros = Array(repeating: PostgresValue.integer(0), count: 7)
    pending.append(
      PostgresCommand(.insertSpace, [.text(name), .integer(epoch)] + zeros + [.null, .null])
    )
    try addCommit([0, 0, 0], to: name)
    // A device's push may have made it since.
    try send()
  }

  func deleteSpace(_ name: String, at now: Int64, reason: String) throws(HubError) {
    // A push that is under way is committed before, or finds the marker.
    _ = try ask(.lockSpace, .text(name))
    for statement in [
      PostgresStatement.deleteItems, .deleteDigests, .deleteAllCommits, .deleteAllSessions,
      .deleteSpace,
    ] {
      try tell(statement, .text(name))
    }
    try tell(.insertDeletion, .text(name), .integer(now), .text(reason))
  }

  func forgetDeletion(of name: String) throws(HubError) { try tell(.deleteDeletion, .text(name)) }

  func setQuota(_ quota: SpaceQuota, of name: String) throws(HubError) {
    try tell(.setQuota, .text(name), .optional(quota.items), .optional(quota.bytes))
  }

  func setFrozen(_ time: Int64?, _ name: String) throws(HubError) {
    try tell(.setFrozen, .text(name), .optional(time))
  }

  // MARK: Tokens and audit

  func tokens() throws(HubError) -> [TokenRecord] { TokenRecord.all(try ask(.tokens)) }

  func add(_ token: TokenRecord) throws(HubError) {
    try tell(
      .insertToken,
      .text(token.id),
      .bytes(token.hash),
      .text(token.space),
      .text(token.scope.rawValue),
      .text(token.label),
      .integer(token.created),
      .optional(token.expires),
      .optional(token.lastUsed),
      .optional(token.revoked)
    )
  }

  func setRevoked(_ id: String, at now: Int64) throws(HubError) {
    try tell(.setTokenRevoked, .text(id), .integer(now))
  }

  func setExpiry(_ id: String, _ time: Int64) throws(HubError) {
    try tell(.setTokenExpiry, .text(id), .integer(time))
  }

  func tokensChanged() throws(HubError) { try tell(.tokensChanged) }

  func add(_ entry: AuditEntry) throws(HubError) { pending += AuditEntry.commands(for: [entry]) }

  func audit(limit: Int) throws(HubError) -> [AuditEntry] {
    let rows = try ask(.audit, .integer(Int64(limit)))
    return (0..<rows.count).map { row in
      AuditEntry(
        time: rows.integer(row, 0),
        action: rows.text(row, 1),
        space: rows.optionalText(row, 2),
        token: rows.optionalText(row, 3),
        detail: rows.text(row, 4)
      )
    }
  }
}
#endif
