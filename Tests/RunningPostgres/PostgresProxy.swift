import Foundation
import LoopbackHTTP
import Storage

/// A way to a server that breaks when a test says so.
package final class PostgresProxy: Sendable {
  /// What becomes of a COMMIT.
  package enum Fault: Sendable {
    /// The server never gets it, nor what was sent with it.
    case loseCommit
    /// The server executes it, and its answer never comes.
    case loseAnswer
  }

  private struct State {
    var faults: [Fault] = []
    var links: [UUID: (Int32, Int32)] = [:]
    /// Gives the number of bytes after which a connection breaks, in each direction.
    var limits: (@Sendable () -> (requests: Int, answers: Int))?
    var whenCut: (@Sendable () -> Void)?
    var isClosed = false
  }

  /// Where it listens on 127.0.0.1.
  package var port: Int { listener.port }
  private let listener: ListeningSocket
  private let target: Int
  private let state = Locked(State())

  /// Listens, and passes on to another port.
  package init(to target: Int) throws {
    self.target = target
    listener = try ListeningSocket()
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// Ends all connections, and takes no more.
  package func close() {
    listener.shutDown()
    // Within the lock: a link that has ended closes its sockets, and the next ones that are opened get their numbers.
    state.withLock { state in
      state.isClosed = true
      for (client, server) in state.links.values {
        Socket.shutDown(client)
        Socket.shutDown(server)
      }
    }
  }

  /// Lets the next COMMITs meet these faults, one each.
  package func arm(_ faults: Fault...) { state.withLock { $0.faults += faults } }

  /// Runs the body after the next fault, before the client can know of it.
  package func whenCut(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenCut = body }
  }

  /// How many faults have not happened yet.
  package var faultsLeft: Int { state.withLock { $0.faults.count } }

  /// Lets each connection from now on break after so many bytes; nil for never.
  package func setLimits(_ limits: (@Sendable () -> (requests: Int, answers: Int))?) {
    state.withLock { $0.limits = limits }
  }

  private func acceptAll() {
    while let client = listener.accept() {
      guard let server = Socket.connect(to: target) else {
        Socket.shutDown(client)
        Socket.close(client)
        continue
      }
      let id = UUID()
      let isClosed = state.withLock { state in
        state.links[id] = (client, server)
        return state.isClosed
      }
      if isClosed { Socket.shutDown(client) }
      let link = Link(client: client, server: server, limits: state.withLock { $0.limits }?())
      Thread.detachNewThread { [self] in
        link.passAnswers { state.withLock { $0.whenCut.take() }?() }
        // Both directions are over: the sockets' numbers can go to others.
        link.waitForRequests()
        state.withLock { _ = $0.links.removeValue(forKey: id) }
        Socket.close(client)
        Socket.close(server)
      }
      Thread.detachNewThread { [self] in
        link.passRequests { state.withLock { $0.faults.isEmpty ? nil : $0.faults.removeFirst() } }
      }
    }
    listener.close()
  }
}

/// One connection through the proxy.
private final class Link: Sendable {
  private let client: Int32
  private let server: Int32
  private let limits: (requests: Int, answers: Int)
  private let losesAnswer = Locked(false)
  private let requestsAreOver = DispatchSemaphore(value: 0)

  init(client: Int32, server: Int32, limits: (requests: Int, answers: Int)?) {
    (self.client, self.server) = (client, server)
    self.limits = limits ?? (.max, .max)
  }

  func waitForRequests() { requestsAreOver.wait() }

  /// A message that binds the statement named "commit".
  private static let commit: [UInt8] = [0] + Array("commit".utf8) + [0]

  func passRequests(_ takeFault: () -> PostgresProxy.Fault?) {
    defer {
      end()
      requestsAreOver.signal()
    }
    var left = limits.requests
    while let bytes = Socket.receive(on: client) {
      if bytes.contains(Link.commit), let fault = takeFault() {
        guard fault == .loseAnswer else { return }
        losesAnswer.withLock { $0 = true }
      }
      guard Socket.send(Array(bytes.prefix(left)), on: server), bytes.count < left else { return }
      left -= bytes.count
    }
  }

  func passAnswers(_ cut: () -> Void) {
    defer { end() }
    var left = limits.answers
    var lost: [UInt8] = []
    while let bytes = Socket.receive(on: server) {
      if losesAnswer.withLock({ $0 }) {
        lost += bytes
        // Only now is it certain that the server has executed it.
        guard lost.contains(Array("COMMIT".utf8) + [0]) else { continue }
        return cut()
      }
      guard Socket.send(Array(bytes.prefix(left)), on: client), bytes.count < left else { return }
      left -= bytes.count
    }
  }

  private func end() {
    Socket.shutDown(client)
    Socket.shutDown(server)
  }
}
