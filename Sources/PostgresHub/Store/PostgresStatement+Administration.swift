#if Postgres
// The statements of administrators, who look at all spaces, and move whole ones.

extension PostgresStatement {
  var administrationSQL: String {
    switch self {
    case .spaceNames: "SELECT space_id FROM spaces ORDER BY space_id"
    case .spaceCount: "SELECT count(*) FROM spaces"
    case .deviceSummary: "SELECT count(*), max(clock_ms) FROM devices WHERE space_id = $1"
    case .deleteSpace: "DELETE FROM spaces WHERE space_id = $1"
    case .deleteItems: "DELETE FROM items WHERE space_id = $1"
    case .deleteDigests: "DELETE FROM digests WHERE space_id = $1"
    case .deleteAllCommits: "DELETE FROM commits WHERE space_id = $1"
    case .deleteAllSessions: "DELETE FROM devices WHERE space_id = $1"
    case .insertDeletion:
      "INSERT INTO deleted_spaces (space_id, deleted_ms, reason) VALUES ($1, $2, $3)"
    case .deleteDeletion: "DELETE FROM deleted_spaces WHERE space_id = $1"
    case .setQuota: "UPDATE spaces SET max_items = $2, max_bytes = $3 WHERE space_id = $1"
    case .setFrozen: "UPDATE spaces SET frozen_ms = $2 WHERE space_id = $1"
    case .commitsInOrder:
      """
      SELECT head, nonce, made_at FROM commits WHERE space_id = $1 AND head > $2
      ORDER BY head LIMIT $3
      """
    case .sessionsInOrder:
      """
      SELECT session, device, counter, clock_ms, seen_at FROM devices
      WHERE space_id = $1 AND session > $2 ORDER BY session LIMIT $3
      """
    case .itemsInOrder:
      """
      SELECT seq, item_id, changed_at, doc FROM items WHERE space_id = $1 AND seq > $2
      ORDER BY seq LIMIT $3
      """
    case .anyItem: "SELECT seq FROM items WHERE space_id = $1 LIMIT 1"
    case .replaceSpace:
      """
      UPDATE spaces SET epoch = $2, head = $3, nonce = $4, floor = $5, age_ms = $6, purged_at = $7
      WHERE space_id = $1
      """
    case .setCounts: "UPDATE spaces SET item_count = $2, byte_count = $3 WHERE space_id = $1"
    case .databaseSize: "SELECT pg_database_size(current_database())"
    default:
      // The addresses of all daemons' connections to this database; one without an address is of the server's machine.
      """
      SELECT DISTINCT coalesce(host(client_addr), 'local') FROM pg_stat_activity
      WHERE application_name = 'itemshub' AND datname = current_database() ORDER BY 1
      """
    }
  }

  /// The statements by which daemons find each other.
  var daemonSQL: String {
    switch self {
    case .putDaemon:
      """
      INSERT INTO daemons (address, seen_ms) VALUES ($1, $2)
      ON CONFLICT (address) DO UPDATE SET seen_ms = excluded.seen_ms
      """
    case .otherDaemons:
      "SELECT address FROM daemons WHERE address <> $1 AND seen_ms > $2 ORDER BY address LIMIT $3"
    case .deleteDaemon: "DELETE FROM daemons WHERE address = $1"
    case .deleteOldDaemons: "DELETE FROM daemons WHERE seen_ms < $1"
    case .putDaemonKey:
      "INSERT INTO daemon_keys (name, key) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
    default: "SELECT key FROM daemon_keys WHERE name = $1"
    }
  }
}
#endif
