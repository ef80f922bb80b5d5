package import Sync

/// What a server lets one caller, one address and all together have; the defaults suit a family or a team.
///
/// | name                        | default       | meaning                                                      |
/// | --------------------------- | ------------- | ------------------------------------------------------------ |
/// | `connections`               | 20,000        | open at once                                                 |
/// | `connections-per-address`   | 256           | of these from one address; IPv6 by /64; loopback and trusted proxies have no such limit |
/// | `waits-per-token`           | 16            | requests that wait for news                                  |
/// | `requests-per-second`       | 50            | of one token, in the long run                                |
/// | `request-burst`             | 200           | of one token, at once                                        |
/// | `changes-per-second`        | 1,000         | pushed with one token, in the long run                       |
/// | `change-burst`              | 100,000       | pushed with one token, at once                               |
/// | `wrong-tokens-per-minute`   | 10            | from one address, before it gets 429 for wrong ones          |
/// | `body`                      | 1,048,576     | bytes of a request, compressed or not, and of a page         |
/// | `changes`                   | 2,000         | in one push                                                  |
/// | `page`                      | 4,000         | rows of one page                                             |
/// | `wait-seconds`              | 55            | that a request waits for news at most                        |
/// | `items-per-space`           | 1,000,000     | alive; a quota of the space comes first                      |
/// | `bytes-per-space`           | 4,294,967,296 | of documents; a quota of the space comes first               |
/// | `spaces`                    | 1,000         | in the store                                                 |
/// | `queue`                     | 4,096         | requests that wait for the store                             |
/// | `queue-bytes`               | 268,435,456   | bytes of bodies that are read or wait for the store          |
/// | `log-lines-per-second`      | 200           | in the long run; more are counted, and left out              |
package struct ServerLimits: Sendable, Equatable {
  package var connections = 20_000
  package var connectionsPerAddress = 256
  package var waitsPerToken = 16
  package var requestsPerSecond = 50
  package var requestBurst = 200
  package var changesPerSecond = 1_000
  package var changeBurst = 100_000
  package var wrongTokensPerMinute = 10
  package var body = 1_048_576
  package var changes = 2_000
  package var page = 4_000
  package var waitSeconds = 55
  package var itemsPerSpace = 1_000_000
  package var bytesPerSpace = 4_294_967_296
  package var spaces = 1_000
  package var queue = 4_096
  package var queueBytes = 268_435_456
  package var logLinesPerSecond = 200

  /// The defaults.
  package init() {}

  /// The names with where their values are, in the order of the table above.
  private static let table:
    [(name: String, path: any WritableKeyPath<ServerLimits, Int> & Sendable)] =
      [
        ("connections", \.connections),
        ("connections-per-address", \.connectionsPerAddress),
        ("waits-per-token", \.waitsPerToken),
        ("requests-per-second", \.requestsPerSecond),
        ("request-burst", \.requestBurst),
        ("changes-per-second", \.changesPerSecond),
        ("change-burst", \.changeBurst),
        ("wrong-tokens-per-minute", \.wrongTokensPerMinute),
        ("body", \.body),
        ("changes", \.changes),
        ("page", \.page),
        ("wait-seconds", \.waitSeconds),
        ("items-per-space", \.itemsPerSpace),
        ("bytes-per-space", \.bytesPerSpace),
        ("spaces", \.spaces),
        ("queue", \.queue),
        ("queue-bytes", \.queueBytes),
        ("log-lines-per-second", \.logLinesPerSecond),
      ]

  /// The names of all limits.
  package static var names: [String] { table.map(\.name) }

  /// Every limit with its value, for `config`.
  package var values: [(name: String, value: Int)] {
    ServerLimits.table.map { ($0.name, self[keyPath: $0.path]) }
  }

  /// Sets a limit from `NAME=VALUE`.
  ///
  /// - Throws: ``HubError`` with code `invalid`, which says what was expected.
  package mutating func set(_ assignment: String) throws(HubError) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw HubError(.invalid, "A limit is given as NAME=VALUE, such as waits-per-token=16.")
    }
    guard let entry = ServerLimits.table.first(where: { $0.name == parts[0] }) else {
      throw HubError(
        .invalid,
        "There is no limit of that name. The limits are \(ServerLimits.names.joined(separator: ", "))."
      )
    }
    let value = Int(parts[1].filter { $0 != "_" && $0 != "," })
    guard let value, (1...ServerLimits.maxValue).contains(value) else {
      throw HubError(.invalid, "The limit '\(entry.name)' is a whole number from 1.")
    }
    self[keyPath: entry.path] = value
  }

  /// Far above what any machine has, and far below where sums overflow.
  private static let maxValue = 1 << 48

  /// The limits that clients are told.
  var sync: SyncLimits { SyncLimits(changes: changes, body: body, page: page) }

  /// What a space may hold that has no quota of its own.
  package var quota: SpaceQuota {
    SpaceQuota(items: Int64(itemsPerSpace), bytes: Int64(bytesPerSpace))
  }
}
