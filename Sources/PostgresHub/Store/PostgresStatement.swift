#if Postgres
/// Every statement that the store sends, but for the migrations.
///
/// They keep to what PostgreSQL shares with those databases that spread its tables over machines: the space's name is in
/// each condition on its tables, and there are no sequences, notifications, advisory locks, triggers, COPY, table locks,
/// or subqueries in an INSERT. A test reads all of them.
package enum PostgresStatement: String, CaseIterable, Sendable {
  // A session and its transactions.
  case setUpSession, begin, beginReading, commit, rollBack
  case savepoint, rollBackToSavepoint, releaseSavepoint
  // A space's own row.
  case lockSpace, readSpace, insertSpace, updateSpace, deletionReason
  // Its commits and sessions.
  case nonces, anyCommit, insertCommit, forgottenCommit, deleteCommits
  case sessions, putSession, deleteSessions
  // Its items.
  case rows, putRow, rowsInOrder, strayRows, greatestSequence
  case youngTombstone, purgeFloor, purgedBytes, deleteTombstones
  case digestParts, putDigestPart
  // The server's tables.
  case state, lockState, setState, tokensChanged
  case tokens, liveTokens, insertToken, setTokenUsed, setTokenRevoked, setTokenExpiry
  case insertAudit, deleteOldAudit, deleteSurplusAudit, audit
  case heads
  // What administrators do.
  case spaceNames, spaceCount, deviceSummary, deleteSpace, insertDeletion, deleteDeletion, setQuota
  case setFrozen, commitsInOrder, sessionsInOrder, itemsInOrder, anyItem, replaceSpace, setCounts
  case deleteItems, deleteDigests, deleteAllCommits, deleteAllSessions
  case databaseSize, daemons
  // Where daemons find each other.
  case putDaemon, otherDaemons, deleteDaemon, deleteOldDaemons, putDaemonKey, daemonKey

  /// The statement's text.
  package var sql: String {
    switch self {
    case .setUpSession, .begin, .beginReading, .commit, .rollBack, .savepoint,
      .rollBackToSavepoint, .releaseSavepoint:
      transactionSQL
    case .lockSpace, .readSpace, .insertSpace, .updateSpace, .deletionReason: spaceSQL
    case .nonces, .anyCommit, .insertCommit, .forgottenCommit, .deleteCommits, .sessions,
      .putSession, .deleteSessions:
      historySQL
    case .rows, .putRow, .rowsInOrder, .strayRows, .greatestSequence, .youngTombstone,
      .purgeFloor, .purgedBytes, .deleteTombstones, .digestParts, .putDigestPart:
      itemSQL
    case .spaceNames, .spaceCount, .deviceSummary, .deleteSpace, .insertDeletion, .deleteDeletion,
      .setQuota, .setFrozen, .commitsInOrder, .sessionsInOrder, .itemsInOrder, .anyItem,
      .replaceSpace, .setCounts, .deleteItems, .deleteDigests, .deleteAllCommits,
      .deleteAllSessions, .databaseSize, .daemons:
      administrationSQL
    case .putDaemon, .otherDaemons, .deleteDaemon, .deleteOldDaemons, .putDaemonKey, .daemonKey:
      daemonSQL
    default: serverSQL
    }
  }

  private var transactionSQL: String {
    switch self {
    case .begin: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    case .beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case .commit: "COMMIT"
    case .rollBack: "ROLLBACK"
    case .savepoint: "SAVEPOINT one"
    case .rollBackToSavepoint: "ROLLBACK TO SAVEPOINT one"
    case .releaseSavepoint: "RELEASE SAVEPOINT one"
    default:
      // A commit is acknowledged when it is on the disk, and on that of a synchronous standby, whatever the database's
      // default. No timeout ends a statement, since it would cancel a commit that waits for a standby; a daemon that
      // stands still keeps no lock for long. Plans are made once, and by index: the tables have no statistics at first.
      """
      SELECT current_setting('server_encoding'),
        set_config('synchronous_commit',
          CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'
          ELSE 'on' END, false),
        set_config('lock_timeout', $1, false),
        set_config('statement_timeout', '0', false),
        set_config('idle_in_transaction_session_timeout', '60000', false),
        set_config('plan_cache_mode', 'force_generic_plan', false),
        set_config('enable_seqscan', 'off', false),
        set_config('jit', 'off', false)
      """
    }
  }

  private static let spaceColumns = """
    epoch, head, nonce, floor, age_ms, purged_at, item_count, byte_count, max_items, max_bytes
    """

  private var spaceSQL: String {
    switch self {
    case .lockSpace:
      """
      SELECT \(PostgresStatement.spaceColumns), frozen_ms FROM spaces WHERE space_id = $1 FOR UPDATE
      """
    case .readSpace:
      "SELECT \(PostgresStatement.spaceColumns), frozen_ms FROM spaces WHERE space_id = $1"
    case .insertSpace:
      """
      INSERT INTO spaces (space_id, \(PostgresStatement.spaceColumns))
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """
    case .updateSpace:
      """
      UPDATE spaces SET head = $2, nonce = $3, floor = $4, age_ms = $5, purged_at = $6,
        item_count = $7, byte_count = $8
      WHERE space_id = $1
      """
    default: "SELECT reason FROM deleted_spaces WHERE space_id = $1"
    }
  }

  private var historySQL: String {
    switch self {
    case .nonces: "SELECT head, nonce FROM commits WHERE space_id = $1 AND head = ANY ($2)"
    case .anyCommit: "SELECT head FROM commits WHERE space_id = $1 LIMIT 1"
    case .insertCommit:
      "INSERT INTO commits (space_id, head, nonce, made_at) VALUES ($1, $2, $3, $4)"
    case .forgottenCommit:
      """
      SELECT head FROM commits WHERE space_id = $1 AND head <= $2 AND made_at < $3
      ORDER BY head DESC LIMIT 1
      """
    case .deleteCommits: "DELETE FROM commits WHERE space_id = $1 AND head < $2"
    case .sessions:
      """
      SELECT session, device, counter, clock_ms, seen_at FROM devices
      WHERE space_id = $1 AND session = ANY ($2)
      """
    case .putSession:
      """
      INSERT INTO devices (space_id, session, device, counter, clock_ms, seen_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (space_id, session) DO UPDATE
      SET device = excluded.device, counter = excluded.counter, clock_ms = excluded.clock_ms,
        seen_at = excluded.seen_at
      """
    default: "DELETE FROM devices WHERE space_id = $1 AND seen_at < $2"
    }
  }

  private var itemSQL: String {
    switch self {
    case .rows:
      """
      SELECT item_id, seq, octet_length(doc), CASE WHEN octet_length(doc)::bigint <= $3 THEN doc END
      FROM items WHERE space_id = $1 AND item_id = ANY ($2)
      """
    case .putRow:
      """
      INSERT INTO items (space_id, item_id, seq, deleted, changed_at, doc)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (space_id, item_id) DO UPDATE
      SET seq = excluded.seq, deleted = excluded.deleted, changed_at = excluded.changed_at,
        doc = excluded.doc
      """
    case .rowsInOrder:
      """
      SELECT item_id, seq, octet_length(doc), CASE WHEN octet_length(doc)::bigint <= $6 THEN doc END
      FROM items WHERE space_id = $1 AND seq > $2 AND seq <= $3 AND (NOT deleted OR seq > $4)
      ORDER BY seq LIMIT $5
      """
    case .strayRows:
      """
      (SELECT item_id, seq FROM items WHERE space_id = $1 AND seq < 1 ORDER BY seq LIMIT $3)
      UNION ALL
      (SELECT item_id, seq FROM items WHERE space_id = $1 AND seq > $2 ORDER BY seq LIMIT $3)
      """
    case .greatestSequence:
      "SELECT seq FROM items WHERE space_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT 1"
    case .youngTombstone:
      """
      SELECT seq FROM items WHERE space_id = $1 AND deleted AND changed_at >= $2
      ORDER BY seq LIMIT 1
      """
    case .purgeFloor:
      """
      SELECT seq FROM items WHERE space_id = $1 AND deleted AND seq < $2
      ORDER BY seq DESC LIMIT 1
      """
    case .purgedBytes:
      """
      SELECT coalesce(sum(octet_length(doc)), 0)::bigint FROM items
      WHERE space_id = $1 AND deleted AND seq <= $2
      """
    case .deleteTombstones: "DELETE FROM items WHERE space_id = $1 AND deleted AND seq <= $2"
    case .digestParts: "SELECT part, sums FROM digests WHERE space_id = $1 AND part = ANY ($2)"
    default:
      """
      INSERT INTO digests (space_id, part, sums) VALUES ($1, $2, $3)
      ON CONFLICT (space_id, part) DO UPDATE SET sums = excluded.sums
      """
    }
  }

  private static let tokenColumns = """
    token_id, sha256, space_id, scope, label, created_ms, expires_ms, used_ms, revoked_ms
    """

  private var serverSQL: String {
    switch self {
    case .state: "SELECT value FROM server_state WHERE name = $1"
    case .lockState: "SELECT value FROM server_state WHERE name = $1 FOR UPDATE"
    case .setState:
      """
      INSERT INTO server_state (name, value) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """
    case .tokensChanged:
      """
      INSERT INTO server_state (name, value) VALUES ('tokens', 1)
      ON CONFLICT (name) DO UPDATE SET value = server_state.value + 1
      """
    case .tokens:
      """
      SELECT \(PostgresStatement.tokenColumns) FROM tokens
      ORDER BY space_id, label, created_ms, token_id
      """
    case .liveTokens:
      "SELECT \(PostgresStatement.tokenColumns) FROM tokens WHERE revoked_ms IS NULL"
    case .insertToken:
      """
      INSERT INTO tokens (\(PostgresStatement.tokenColumns))
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """
    case .setTokenUsed:
      """
      UPDATE tokens SET used_ms = $2 WHERE token_id = $1 AND (used_ms IS NULL OR used_ms < $2)
      """
    case .setTokenRevoked:
      "UPDATE tokens SET revoked_ms = $2 WHERE token_id = $1 AND revoked_ms IS NULL"
    case .setTokenExpiry: "UPDATE tokens SET expires_ms = $2 WHERE token_id = $1"
    case .insertAudit:
      """
      INSERT INTO audit (entry_id, at_ms, action, space_id, token_id, detail)
      VALUES ($1, $2, $3, $4, $5, $6)
      """
    case .deleteOldAudit: "DELETE FROM audit WHERE at_ms < $1"
    case .deleteSurplusAudit:
      """
      DELETE FROM audit WHERE entry_id <=
        (SELECT entry_id FROM audit ORDER BY entry_id DESC OFFSET $1 LIMIT 1)
      """
    case .audit:
      """
      SELECT at_ms, action, space_id, token_id, detail FROM audit ORDER BY entry_id DESC LIMIT $1
      """
    default: "SELECT space_id, head, nonce FROM spaces WHERE space_id = ANY ($1)"
    }
  }
}
#endif
