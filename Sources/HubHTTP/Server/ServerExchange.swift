#if Hub
import HubServer
import Storage
import Sync

/// One request on a connection and the way back to it; any thread may use it.
///
/// The peer's end of the stream (FIN) alone does not end a request that has come whole: its answer is still sent, since
/// `shutdown` after a request is legal. A handler that has set ``onDisconnect(_:)`` waits for something, and then the FIN
/// counts as gone: nothing else tells of a peer that has closed.
final class ServerExchange: Exchange {
  private struct State {
    /// The response was given.
    var isAnswered = false
    /// The connection has ended, or counts as ended.
    var hasEnded = false
    /// The peer has sent its last byte.
    var peerFinished = false
    var actions: [@Sendable () -> Void] = []
  }

  let peer: PeerAddress
  let token: UInt64
  private let loop: EventLoop
  private let isCompressible: Bool
  private let state = Locked(State())

  init(_ loop: EventLoop, token: UInt64, peer: PeerAddress, acceptsGzip: Bool) {
    self.loop = loop
    self.token = token
    self.peer = peer
    isCompressible = acceptsGzip
  }

  func readBody(atMost limit: Int, _ body: @escaping @Sendable ([UInt8]) -> Void) {
    guard state.withLock({ !$0.isAnswered && !$0.hasEnded }) else { return }
    loop.post(.readBody(self, limit: limit, body))
  }

  func respond(_ response: NetworkResponse) {
    guard let dropped = answer() else { return }
    // What the actions hold is freed here, outside of the lock.
    withExtendedLifetime(dropped) {}
    loop.post(
      .respond(
        self,
        OutgoingResponse(
          response,
          acceptsGzip: isCompressible,
          settings: loop.settings,
          isInLoop: loop.isCurrent
        )
      )
    )
  }

  func onDisconnect(_ action: @escaping @Sendable () -> Void) {
    let (runs, abandons) = state.withLock { state in
      if state.isAnswered { return (false, false) }
      if state.hasEnded { return (true, false) }
      guard state.peerFinished else {
        state.actions.append(action)
        return (false, false)
      }
      state.hasEnded = true
      return (true, true)
    }
    if abandons { loop.post(.abandon(self)) }
    if runs { action() }
  }

  /// Marks the request as answered; nil if nobody waits for that any more.
  private func answer() -> [@Sendable () -> Void]? {
    state.withLock { state in
      guard !state.isAnswered, !state.hasEnded else { return nil }
      state.isAnswered = true
      defer { state.actions = [] }
      return state.actions
    }
  }

  // MARK: - From the event thread

  /// Answers a request that the transport refuses by itself; false if it has its answer, or has ended.
  func preempt() -> Bool {
    let actions = state.withLock { state in
      guard !state.isAnswered, !state.hasEnded else { return nil as [@Sendable () -> Void]? }
      state.hasEnded = true
      defer { state.actions = [] }
      return state.actions
    }
    actions?.forEach { $0() }
    return actions != nil
  }

  /// The connection has ended: tells the handler unless it has answered.
  func end() { _ = preempt() }

  /// The peer has sent its last byte; true if that ends the request, whose handler was then told.
  func finishPeer() -> Bool {
    let waits = state.withLock { state in
      state.peerFinished = true
      return !state.isAnswered && !state.actions.isEmpty
    }
    return waits && preempt()
  }
}
#endif
