#if Postgres
import HubServer
package import Sync

extension PostgresHubStore: PeerDirectory {
  /// How long a daemon's note is believed, and kept, in milliseconds.
  private static let (believed, kept): (Int64, Int64) = (30_000, 60_000)
  /// The daemons at most that are told of news.
  private static let maxDaemons: Int64 = 100

  package func announce(_ address: String, at now: Int64) throws(HubError) -> [String] {
    let result = try onDaemons([
      PostgresCommand(.putDaemon, [.text(address), .integer(now)]),
      PostgresCommand(.deleteOldDaemons, [.integer(now - PostgresHubStore.kept)]),
      PostgresCommand(
        .otherDaemons,
        [
          .text(address), .integer(now - PostgresHubStore.believed),
          .integer(PostgresHubStore.maxDaemons),
        ]
      ),
    ])[2]
    return (0..<result.count).map { result.text($0, 0) }
  }

  package func withdraw(_ address: String) throws(HubError) {
    _ = try onDaemons([PostgresCommand(.deleteDaemon, [.text(address)])])
  }

  package func peerKey(orElse fresh: [UInt8]) throws(HubError) -> [UInt8] {
    let result = try onDaemons([
      PostgresCommand(.putDaemonKey, [.text("hints"), .bytes(fresh)]),
      PostgresCommand(.daemonKey, [.text("hints")]),
    ])[1]
    return result.bytes(0, 0)
  }

  /// Runs commands, each of which stands alone.
  private func onDaemons(_ commands: [PostgresCommand]) throws(HubError) -> [PostgresResult] {
    try retrying(for: .seconds(2)) { connection throws(PostgresError) in
      try commands.map { command throws(PostgresError) in try connection.run([command])[0] }
    }
  }
}
#endif
