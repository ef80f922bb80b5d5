import Storage
package import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// Answers HTTP/1.1 on a port that the system chooses, as well or as badly as a test asks.
///
/// Each connection has a thread of its own, so that one that is kept waiting holds up no other.
package final class LoopbackResponder: Sendable {
  package typealias Answer = @Sendable (RecordedRequest) -> Reaction

  private struct State {
    var connections: Set<Int32> = []
    var requests: [RecordedRequest] = []
    var connectionCount = 0
    var received = 0
    var sent = 0
    var isStopped = false
  }

  package var port: Int { listener.port }
  private let listener: ListeningSocket
  private let answer: Answer
  private let state = Locked(State())

  /// Listens at a port, or at one that the system chooses.
  package init(port: Int = 0, host: LoopbackHost = .ipv4, _ answer: @escaping Answer) throws {
    self.answer = answer
    listener = try ListeningSocket(at: port, host: host)
    let thread = Thread { [weak self, listener] in
      while let connection = listener.accept() {
        guard let self else {
          Socket.close(connection)
          break
        }
        self.serve(connection)
      }
      listener.close()
    }
    thread.start()
  }

  /// A real hub behind HTTP.
  package convenience init(hub: Hub) throws {
    try self.init { request in .answer(hub.respond(to: request.networkRequest)) }
  }

  deinit { stop() }

  /// Ends every connection and lets none come.
  package func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      listener.shutDown()
      for connection in state.connections { Socket.shutDown(connection) }
    }
  }

  /// The address for a remote, without the space.
  package var origin: String { "http://\(listener.host.rawValue):\(port)" }

  /// What has come, in order.
  package var requests: [RecordedRequest] { state.withLock { $0.requests } }

  /// How many connections were made.
  package var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// How many connections are open.
  package var openConnectionCount: Int { state.withLock { $0.connections.count } }

  /// Bytes that came and went, heads included.
  package var traffic: (received: Int, sent: Int) { state.withLock { ($0.received, $0.sent) } }
}

extension LoopbackResponder {
  private func serve(_ connection: Int32) {
    let isOpen = state.withLock { state in
      guard !state.isStopped else { return false }
      state.connections.insert(connection)
      state.connectionCount += 1
      return true
    }
    guard isOpen else { return Socket.close(connection) }
    let thread = Thread { [self] in
      converse(on: connection)
      state.withLock { state in
        state.connections.remove(connection)
        Socket.close(connection)
      }
    }
    thread.start()
  }

  /// Reads requests and answers them until one side has had enough.
  private func converse(on connection: Int32) {
    var reader = RequestReader(connection)
    while let request = reader.next() {
      state.withLock { state in
        state.requests.append(request)
        state.received += request.size
      }
      guard perform(answer(request), on: connection) else { return }
    }
  }

  /// Does what the test asks for; false where the connection is to end.
  private func perform(_ reaction: Reaction, on connection: Int32) -> Bool {
    switch reaction {
    case .answer(let response):
      return send(response.wireBytes, on: connection)
    case .bytes(let bytes, let closes):
      return send(bytes, on: connection) && !closes
    case .steps(let steps):
      for step in steps {
        switch step {
        case .send(let bytes): guard send(bytes, on: connection) else { return false }
        case .wait(let gate): gate.wait()
        }
      }
      return true
    case .silence:
      // Nothing comes from a client that waits; the end of its connection does.
      Socket.waitForEnd(connection)
      return false
    case .close:
      return false
    }
  }

  private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    let isSent = Socket.send(bytes, on: connection)
    if isSent { state.withLock { $0.sent += bytes.count } }
    return isSent
  }
}
