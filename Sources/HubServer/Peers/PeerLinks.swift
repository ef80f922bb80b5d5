import Storage
package import Sync

/// The links of a daemon to the other daemons that share its store.
///
/// A push is answered first, then the others are told, so that no daemon that is slow or gone keeps a device waiting. A
/// hint that is lost is made up for by the look that each daemon takes at the store now and then.
package final class PeerLinks: Sendable {
  private struct State {
    var links: [String: PeerLink] = [:]
    /// Since when all others know of this daemon, in nanoseconds; nil before the first note.
    var announcedAt: Int64?
    var isAnnouncing = false
    var lastTry = Int64.min
  }

  /// The daemon renews its entry in the directory this often, in nanoseconds; others trust an entry for 30 seconds.
  private static let interval: Int64 = 5_000_000_000

  let environment: ServerEnvironment
  let transport: any PeerTransport
  let key: PeerKey
  private let address: String
  private let directory: any PeerDirectory
  private let metrics = Locked((sent: 0, failed: 0, received: 0, refused: 0))
  private let state = Locked(State())

  /// A daemon that others reach at an address.
  ///
  /// - Throws: ``HubError`` if the store cannot be asked for the key.
  package init(
    address: String,
    directory: any PeerDirectory,
    transport: any PeerTransport,
    environment: ServerEnvironment
  ) throws(HubError) {
    self.address = address
    self.directory = directory
    self.transport = transport
    self.environment = environment
    key = PeerKey(
      try directory.peerKey(orElse: environment.randomBytes(32)),
      sha256: environment.sha256
    )
  }

  /// Tells the others that a space has news; returns at once.
  func note(_ space: String) {
    for link in state.withLock({ Array($0.links.values) }) { link.note(space) }
  }

  /// Whether the others have had the time to learn of this daemon, so that it hears of all news.
  var hearsAll: Bool {
    let now = environment.monotonic()
    return state.withLock { state in
      state.announcedAt.map { $0 <= now - 2 * PeerLinks.interval } ?? false
    }
  }

  /// Renews the daemon's entry in the directory if the interval is over; blocks.
  package func announce() {
    let now = environment.monotonic()
    let isDue = state.withLock { state in
      guard !state.isAnnouncing, state.lastTry <= now - PeerLinks.interval else { return false }
      state.isAnnouncing = true
      state.lastTry = now
      return true
    }
    guard isDue else { return }
    do throws(HubError) {
      let others = try directory.announce(address, at: environment.now())
      state.withLock { state in
        state.links = Dictionary(
          others.map { ($0, state.links[$0] ?? PeerLink($0, self)) },
          uniquingKeysWith: { first, _ in first }
        )
        state.announcedAt = state.announcedAt ?? now
        state.isAnnouncing = false
      }
    } catch {
      // The others may forget it: until it is noted again, it looks for itself.
      state.withLock { state in
        state.announcedAt = nil
        state.isAnnouncing = false
      }
    }
  }

  /// Ends: the others send it nothing more.
  package func withdraw() {
    state.withLock { $0.links = [:] }
    try? directory.withdraw(address)
  }

  /// A hint as it is sent.
  func request(_ hint: PeerHint) -> NetworkRequest {
    let body = hint.body(at: environment.now())
    return NetworkRequest(
      method: "POST",
      path: PeerHint.path,
      headers: [
        NetworkRequest.Pair("Content-Type", "text/plain"),
        NetworkRequest.Pair(
          PeerHint.signatureHeader,
          String(decoding: key.signature(of: body), as: UTF8.self)
        ),
      ],
      body: body
    )
  }

  /// Counts what became of a hint, and returns whether it came.
  func isDelivered(_ status: Int?) -> Bool {
    let isDelivered = status == 204
    metrics.withLock { if isDelivered { $0.sent += 1 } else { $0.failed += 1 } }
    return isDelivered
  }

  func count(received isGood: Bool) {
    metrics.withLock { if isGood { $0.received += 1 } else { $0.refused += 1 } }
  }

  /// The counters, and how many other daemons there are.
  var counts: (peers: Int, sent: Int, failed: Int, received: Int, refused: Int) {
    let peers = state.withLock { $0.links.count }
    let counts = metrics.withLock { $0 }
    return (peers, counts.sent, counts.failed, counts.received, counts.refused)
  }
}
