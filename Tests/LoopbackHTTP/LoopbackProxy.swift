import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// Stands between clients and a server on this machine, and cuts connections where a test asks for it.
///
/// Its port stays while the server comes and goes at others.
package final class LoopbackProxy: Sendable {
  /// What happens to bytes on their way.
  package enum Fault: Sendable, Equatable {
    case none
    /// So many bytes of what a client sends arrive, and its connection ends.
    case cutRequests(after: Int)
    /// An answer's head arrives with so many bytes of its body, and the connection ends.
    ///
    /// A head is never cut: half of one ends programs that use URLSession on Linux, see
    /// https://github.com/swiftlang/swift-corelibs-foundation/issues/5285.
    case cutAnswers(after: Int)
    /// The server hears everything, and no answer arrives: the connection ends instead.
    case loseAnswers
  }

  fileprivate struct State {
    var target: Int?
    var fault = Fault.none
    var connections: [Int: Connection] = [:]
    var next = 0
    var requests = 0
    var isStopped = false
  }

  /// The sockets of one client; closed by the last of the two threads that use them.
  fileprivate struct Connection {
    let client: Int32
    let server: Int32
    var threads = 2
  }

  package var port: Int { listener.port }
  private let listener: ListeningSocket
  private let state = Mutex(State())

  /// Listens at a port that the system chooses; nobody is let through before there is a target.
  package init() throws {
    listener = try ListeningSocket()
    let thread = Thread { [weak self, listener] in
      while let client = listener.accept() {
        guard let self else {
          Socket.close(client)
          break
        }
        self.accept(client)
      }
      listener.close()
    }
    thread.start()
  }

  deinit { stop() }

  /// The port that connections lead to; with nil they end at once.
  package var target: Int? {
    get { state.withLock { $0.target } }
    set { state.withLock { $0.target = newValue } }
  }

  /// What happens to bytes from now on.
  package var fault: Fault {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  /// How many pieces of requests it has passed on.
  package var requestCount: Int { state.withLock { $0.requests } }

  /// Ends every connection that is open.
  package func cut() {
    state.withLock { state in
      for connection in state.connections.values { connection.end() }
    }
  }

  /// Ends every connection and lets none come.
  package func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      listener.shutDown()
      for connection in state.connections.values { connection.end() }
    }
  }
}

extension LoopbackProxy.Connection {
  /// Both threads notice.
  fileprivate func end() {
    Socket.shutDown(client)
    Socket.shutDown(server)
  }
}

extension LoopbackProxy {
  private func accept(_ client: Int32) {
    guard let target, let server = Socket.connect(to: target) else { return Socket.close(client) }
    let number = state.withLock { state -> Int? in
      guard !state.isStopped else { return nil }
      state.next += 1
      state.connections[state.next] = Connection(client: client, server: server)
      return state.next
    }
    guard let number else {
      Socket.close(client)
      return Socket.close(server)
    }
    Thread { [self] in pump(number, from: client, to: server, isAnswer: false) }.start()
    Thread { [self] in pump(number, from: server, to: client, isAnswer: true) }.start()
  }

  private func pump(_ number: Int, from source: Int32, to sink: Int32, isAnswer: Bool) {
    while let bytes = Socket.receive(on: source) {
      if !isAnswer { state.withLock { $0.requests += 1 } }
      let passed = isAnswer ? fault.passed(ofAnswer: bytes) : fault.passed(ofRequest: bytes)
      guard Socket.send(Array(bytes.prefix(passed)), on: sink), passed == bytes.count else { break }
    }
    state.withLock { state in
      guard var connection = state.connections[number] else { return }
      connection.end()
      connection.threads -= 1
      state.connections[number] = connection.threads == 0 ? nil : connection
      if connection.threads == 0 {
        Socket.close(connection.client)
        Socket.close(connection.server)
      }
    }
  }
}

extension LoopbackProxy.Fault {
  /// How many of these bytes arrive.
  fileprivate func passed(ofRequest bytes: [UInt8]) -> Int {
    if case .cutRequests(let count) = self { min(count, bytes.count - 1) } else { bytes.count }
  }

  fileprivate func passed(ofAnswer bytes: [UInt8]) -> Int {
    switch self {
    case .none, .cutRequests: return bytes.count
    case .loseAnswers: return 0
    case .cutAnswers(let count):
      let end = Array("\r\n\r\n".utf8)
      guard let head = bytes.firstRange(of: end) else { return 0 }
      return min(head.upperBound + count, bytes.count - 1)
    }
  }
}
