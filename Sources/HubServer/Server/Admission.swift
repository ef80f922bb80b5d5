import Storage

/// Counts connections, requests and bytes, and says what is too much.
final class Admission: Sendable {
  private struct State {
    var connections = 0
    var byNetwork: [PeerAddress: Int] = [:]
    /// Requests that have not been answered.
    var requests = 0
    /// Requests that wait for the store or are worked on by it.
    var queued = 0
    var bytes = 0
    /// Wrong tokens of this minute.
    var minute: Int64 = 0
    var wrongTokens: [PeerAddress: Int] = [:]
  }

  private let state = Locked(State())

  /// How many addresses are watched for wrong tokens in a minute; the others may try.
  private static let maxWatched = 65_536

  // MARK: Connections

  /// Counts a connection, and says whether it may stay; `isCounted` is false for addresses that have no limit of their own.
  func beginConnection(from peer: PeerAddress, isCounted: Bool, _ limits: ServerLimits) -> Bool {
    let network = peer.network
    return state.withLock { state in
      guard state.connections < limits.connections else { return false }
      let count = state.byNetwork[network] ?? 0
      guard !isCounted || count < limits.connectionsPerAddress else { return false }
      state.byNetwork[network] = count + 1
      state.connections += 1
      return true
    }
  }

  func endConnection(from peer: PeerAddress) {
    let network = peer.network
    state.withLock { state in
      state.connections -= 1
      guard let count = state.byNetwork[network] else { return }
      state.byNetwork[network] = count > 1 ? count - 1 : nil
    }
  }

  // MARK: Requests

  func beginRequest() { state.withLock { $0.requests += 1 } }
  func endRequest() { state.withLock { $0.requests -= 1 } }

  /// Whether another request may wait for the store; counted until ``leaveQueue()``.
  func enterQueue(_ limits: ServerLimits) -> Bool {
    state.withLock { state in
      guard state.queued < limits.queue else { return false }
      state.queued += 1
      return true
    }
  }

  func leaveQueue() { state.withLock { $0.queued -= 1 } }

  /// Whether a body of so many bytes may be held; counted until ``release(bytes:)``.
  func reserve(bytes: Int, _ limits: ServerLimits) -> Bool {
    state.withLock { state in
      guard state.bytes == 0 || state.bytes + bytes <= limits.queueBytes else { return false }
      state.bytes += bytes
      return true
    }
  }

  func release(bytes: Int) { state.withLock { $0.bytes -= bytes } }

  /// Whether three quarters of what may wait for the store, or be held for it, do.
  func isCrowded(_ limits: ServerLimits) -> Bool {
    state.withLock { state in
      // Of a limit of one or two, the first that waits is no crowd.
      state.queued > 1 && state.queued >= limits.queue - limits.queue / 4
        || state.bytes >= limits.queueBytes - limits.queueBytes / 4
    }
  }

  // MARK: Wrong tokens

  /// Counts a wrong token; returns whether it is one too many in this minute.
  func countWrongToken(from peer: PeerAddress, at now: Int64, _ limits: ServerLimits) -> Bool {
    let network = peer.network
    return state.withLock { state in
      let minute = now / 60_000_000_000
      if state.minute != minute {
        state.minute = minute
        state.wrongTokens = [:]
      }
      let count = state.wrongTokens[network] ?? 0
      guard count > 0 || state.wrongTokens.count < Admission.maxWatched else { return false }
      state.wrongTokens[network] = min(count + 1, limits.wrongTokensPerMinute + 1)
      return count >= limits.wrongTokensPerMinute
    }
  }

  // MARK: Figures

  var connections: Int { state.withLock { $0.connections } }
  var requests: Int { state.withLock { $0.requests } }
  var queued: Int { state.withLock { $0.queued } }
  var bytes: Int { state.withLock { $0.bytes } }
}
