#if Hub
package import HubServer
import Storage
import Synchronization

/// An HTTP/1.1 server on sockets: it reads requests, hands them to a handler, and writes the responses.
///
/// Set up by ``listen(on:tls:)``, then ``start()``; taken down by ``stopAccepting()``, ``drain(deadline:)`` and
/// ``stop()``, each of which may be left out but the last.
package final class HTTPServer: Sendable {
  private struct State {
    var listeners: [Listener] = []
    var loops: [EventLoop] = []
    var isStopped = false
  }

  private let handler: any RequestHandler
  private let settings: HTTPSettings
  private let state = Locked(State())

  /// A server that does nothing yet.
  package init(handler: any RequestHandler, settings: HTTPSettings = HTTPSettings()) {
    self.handler = handler
    self.settings = settings
  }

  /// Listens on an address, before or after the start; the system holds connections until then.
  ///
  /// With a certificate the address speaks TLS alone, without it plain HTTP alone. The result is the port, which is the
  /// system's choice where the address said 0.
  @discardableResult
  package func listen(
    on address: ListenAddress,
    tls: TLSContext? = nil
  ) throws(HTTPServerError) -> UInt16 {
    let listeners = try Listener.bind(address, tls: tls, settings: settings)
    let acceptor = state.withLock { state in
      state.listeners += listeners
      return state.loops.first
    }
    for listener in listeners { acceptor?.post(.listen(listener)) }
    return listeners.first?.port ?? 0
  }

  /// Starts the event threads, which begin to accept connections.
  package func start() throws(HTTPServerError) {
    let loops = try EventLoop.group(handler: handler, settings: settings)
    let listeners = state.withLock { state in
      precondition(state.loops.isEmpty && !state.isStopped, "a server is started once")
      state.loops = loops
      return state.listeners
    }
    for loop in loops { try loop.start() }
    for listener in listeners { loops[0].post(.listen(listener)) }
  }

  /// Closes the sockets that listen; connections that are open stay.
  package func stopAccepting() {
    let acceptor = state.withLock { state in
      state.listeners = []
      return state.loops.first
    }
    acceptor?.post(.stopAccepting)
  }

  /// Closes connections that have no request in hand, and the others after their response.
  ///
  /// - Returns: Whether all had ended by the deadline.
  package func drain(deadline: Duration) async -> Bool {
    let loops = state.withLock { $0.loops }
    guard !loops.isEmpty else { return true }
    let drain = Drain(loops: loops.count)
    for loop in loops { loop.post(.drain(drain, deadline: deadline)) }
    return await drain.result()
  }

  /// Ends all connections and event threads, and returns once they have ended.
  ///
  /// Not to be called by a handler on an event thread.
  package func stop() {
    let loops = state.withLock { state in
      defer { (state.loops, state.listeners) = ([], []) }
      state.isStopped = true
      return state.loops
    }
    for loop in loops { loop.post(.stop) }
    for loop in loops { loop.join() }
  }

  /// The connections that are open.
  package var connectionCount: Int {
    state.withLock { $0.loops }.reduce(0) { $0 + $1.load.load(ordering: .relaxed) }
  }

  /// Returns after everything that sockets hold now was read and every deadline that has passed was kept.
  ///
  /// For tests: with a clock that they move, and before they do.
  package func settle() async {
    for loop in state.withLock({ $0.loops }) {
      await withCheckedContinuation { done in loop.post(.settle { done.resume() }) }
    }
  }
}
#endif
