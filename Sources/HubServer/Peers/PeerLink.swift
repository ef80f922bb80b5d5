import Dispatch
import Storage
import Sync

/// The way to one other daemon, on a thread of its own: one that does not answer keeps nobody else waiting.
final class PeerLink: Sendable {
  private struct State {
    /// The spaces that the other daemon has yet to be told of; nil means all.
    var pending: Set<String>? = []
    var isScheduled = false
    /// Until when nothing is sent, after a failure, in nanoseconds.
    var restsUntil = Int64.min
  }

  /// How long hints are gathered.
  private static let gathering = DispatchTimeInterval.milliseconds(5)
  private static let rest: Int64 = 1_000_000_000

  let address: String
  private let queue: DispatchQueue
  private let state = Locked(State())
  private let peers: PeerLinks
  private let connection = Locked<(any PeerConnection)?>(nil)

  init(_ address: String, _ peers: PeerLinks) {
    self.address = address
    self.peers = peers
    queue = DispatchQueue(label: "hub.peer.\(address)")
  }

  /// Has the daemon told, in a few milliseconds, that a space has news.
  func note(_ space: String) {
    let now = peers.environment.monotonic()
    let isFirst = state.withLock { state in
      guard state.restsUntil <= now else { return false }
      state.pending?.insert(space)
      if let count = state.pending?.count, count > PeerHint.maxSpaces { state.pending = nil }
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + PeerLink.gathering) { self.send() } }
  }

  private func send() {
    let spaces = state.withLock { state in
      defer {
        state.pending = []
        state.isScheduled = false
      }
      return state.pending
    }
    guard !deliver(PeerHint(spaces?.sorted())) else { return }
    let now = peers.environment.monotonic()
    state.withLock { $0.restsUntil = now + PeerLink.rest }
  }

  /// Sends a hint, over a new connection where the old one has gone.
  private func deliver(_ hint: PeerHint) -> Bool {
    let request = peers.request(hint)
    if let old = connection.withLock({ $0 }), let status = old.send(request) {
      return peers.isDelivered(status)
    }
    connection.withLock { $0 = nil }
    guard let new = peers.transport.connect(to: address) else { return peers.isDelivered(nil) }
    let status = new.send(request)
    if status != nil { connection.withLock { $0 = new } }
    return peers.isDelivered(status)
  }
}
