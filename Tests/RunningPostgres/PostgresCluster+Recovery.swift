import Foundation

extension PostgresCluster {
  /// Makes a cluster of a base backup and an archive, as of a moment, and waits until it takes writes.
  ///
  /// - Parameters:
  ///   - backup: A folder that ``makeBaseBackup(in:)`` has filled.
  ///   - settings: Lines of `postgresql.conf`, with `restore_command` and the target.
  /// - Throws: ``Unavailable`` with what the server's programs say.
  package convenience init(recovering backup: String, settings: String) throws {
    let lines = settings.split(separator: "\n").map(String.init)
    try self.init(options: ["fsync=off"]) { _, folder in
      let data = "\(folder)/data"
      let script = """
        cp -r '\(backup)' '\(data)' && chmod 700 '\(data)' && touch '\(data)/recovery.signal'
        printf '%s\\n' "$@" >>'\(data)/postgresql.conf'
        """
      return ["/bin/sh", "-ec", script, "recovery"] + lines
    }
    while try sql("SELECT pg_is_in_recovery()") != "f" {}
  }

  /// Runs a shell's line as the server's user, in the cluster's folder, with the server's programs in PATH, and these words
  /// as its parameters.
  ///
  /// - Throws: ``Unavailable`` with what it says, if it fails.
  package func shell(_ line: String, _ words: String...) throws {
    let path = "PATH=\(Self.programs ?? ""):/usr/bin:/bin"
    try Self.run(
      Self.words(
        ["/usr/bin/env", path, "/bin/sh", "-ec", "cd '\(folder)'\n\(line)", "shell"] + words
      ),
      log: folder + "/shell.log"
    )
  }
}

extension PostgresCluster {
  /// Comes back as a standby of the server that took its place: what it alone has is dropped.
  ///
  /// Its processes are killed first. Commits of the primary wait for it once it is there.
  /// - Throws: ``Unavailable`` with what `pg_rewind` says.
  package func rejoin(_ primary: PostgresCluster) throws {
    send(SIGKILL)
    stop(.immediate)
    // Until then the primary's control file names the timeline before, and nothing would seem to have to go.
    try primary.sql("CHECKPOINT")
    let source = "host=127.0.0.1 port=\(primary.port) user=hub dbname=postgres"
    try shell(
      """
      rm -f data/postmaster.pid
      pg_rewind --target-pgdata=data --source-server='\(source)' --write-recovery-conf --no-sync
      """
    )
    try start()
    try primary.awaitStandby()
  }

  /// Has commits wait for a standby, and waits until one is there.
  package func awaitStandby() throws {
    try sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    try sql("SELECT pg_reload_conf()")
    let position = try sql("SELECT pg_current_wal_lsn()")
    while true {
      // One that has gone its own way may come for a moment, and names places of its own.
      let count = try sql(
        """
        SELECT count(*) FROM pg_stat_replication
        WHERE sync_state = 'sync' AND state = 'streaming' AND replay_lsn >= '\(position)'
        """
      )
      guard count != "1" else {
        // The sessions before learn from the process that makes checkpoints whether there is anybody to wait for, and it
        // reads the new setting before its next one.
        try sql("CHECKPOINT")
        return
      }
      usleep(10_000)
    }
  }
}
