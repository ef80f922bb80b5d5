#if Hub
import HubServer
import Storage
import Sync

/// One request on a connection and the way back to it; any thread may use it.
///
/// The peer's end of the stream (FIN) does not end a request that has come whole: its answer is still sent, since
/// `shutdown` after a request is legal, and a peer that has closed looks the same (RFC 9112, section 9.6, has a server
/// read on and answer). A handler that waits for something is told by ``onLastByte(_:)``, and answers at once.
final class ServerExchange: Exchange {
  private struct State {
    /// The response was given.
    var isAnswered = false
    /// The connection has ended, or counts as ended.
    var hasEnded = false
    /// The peer has sent its last byte.
    var peerFinished = false
    var endActions: [@Sendable () -> Void] = []
    var lastByteActions: [@Sendable () -> Void] = []

    /// Forgets the actions, and returns them: what they hold is freed outside of the lock.
    mutating func takeActions() -> (atEnd: [@Sendable () -> Void], rest: [@Sendable () -> Void]) {
      defer { (endActions, lastByteActions) = ([], []) }
      return (endActions, lastByteActions)
    }
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
    let runs = state.withLock { state in
      if !state.isAnswered, !state.hasEnded { state.endActions.append(action) }
      return state.hasEnded && !state.isAnswered
    }
    if runs { action() }
  }

  func onLastByte(_ action: @escaping @Sendable () -> Void) {
    let runs = state.withLock { state in
      guard !state.isAnswered, !state.hasEnded else { return false }
      if !state.peerFinished { state.lastByteActions.append(action) }
      return state.peerFinished
    }
    if runs { action() }
  }

  /// Marks the request as answered, and returns actions that are not needed any more; nil if nobody waits for the answer.
  private func answer() -> [@Sendable () -> Void]? {
    state.withLock { state in
      guard !state.isAnswered, !state.hasEnded else { return nil }
      state.isAnswered = true
      let actions = state.takeActions()
      return actions.atEnd + actions.rest
    }
  }

  // MARK: - From the event thread

  /// Answers a request that the transport refuses by itself; false if it has its answer, or has ended.
  func preempt() -> Bool {
    let actions = state.withLock { state in
      guard !state.isAnswered, !state.hasEnded else {
        return nil as (atEnd: [@Sendable () -> Void], rest: [@Sendable () -> Void])?
      }
      state.hasEnded = true
      return state.takeActions()
    }
    actions?.atEnd.forEach { $0() }
    return actions != nil
  }

  /// The connection has ended: tells the handler unless it has answered.
  func end() { _ = preempt() }

  /// The peer has sent its last byte.
  func finishPeer() {
    let actions = state.withLock { state in
      state.peerFinished = true
      defer { state.lastByteActions = [] }
      return state.lastByteActions
    }
    for action in actions { action() }
  }
}
#endif
