import Foundation
import LoopbackHTTP
import Storage

/// A port at which a server is reached, another one after each failover: connections pass, are refused, or stand still.
package final class ServerSeat: Sendable {
  private struct State {
    var target: Int?
    var isCutOff = false
    var links: [UUID: [Int32]] = [:]
  }

  package var port: Int { listener.port }
  private let listener: ListeningSocket
  private let state = Locked(State())

  /// Listens on 127.0.0.1.
  package init() throws {
    listener = try ListeningSocket()
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// The port of the server; connections to the one before end, and with nil new ones end at once.
  package func lead(to target: Int?) {
    state.withLock { state in
      state.target = target
      state.isCutOff = false
      // Within the lock: a link that has ended closes its sockets, and the next ones that are opened get their numbers.
      for socket in state.links.values.joined() { Socket.shutDown(socket) }
    }
  }

  /// Lets no byte pass any more, in either direction, without a word to anybody, until it leads elsewhere.
  package func cutOff() { state.withLock { $0.isCutOff = true } }

  /// Lets nobody come any more.
  package func close() {
    listener.shutDown()
    lead(to: nil)
  }

  private func acceptAll() {
    while let client = listener.accept() {
      let (target, isCutOff) = state.withLock { ($0.target, $0.isCutOff) }
      let server = isCutOff ? nil : target.flatMap { Socket.connect(to: $0) }
      guard isCutOff || server != nil else {
        Socket.shutDown(client)
        Socket.close(client)
        continue
      }
      let id = UUID()
      let sockets = [client] + (server.map { [$0] } ?? [])
      state.withLock { $0.links[id] = sockets }
      Thread.detachNewThread { [self] in
        let isOver = DispatchSemaphore(value: 0)
        if let server {
          Thread.detachNewThread { [self] in
            pass(from: client, to: server, sockets)
            isOver.signal()
          }
          pass(from: server, to: client, sockets)
          isOver.wait()
        } else {
          // Nobody is there: what comes is taken, and not answered.
          while Socket.receive(on: client) != nil {}
        }
        // Nobody uses their numbers any more.
        state.withLock { _ = $0.links.removeValue(forKey: id) }
        for socket in sockets { Socket.close(socket) }
      }
    }
    listener.close()
  }

  private func pass(from source: Int32, to target: Int32, _ sockets: [Int32]) {
    while let bytes = Socket.receive(on: source) {
      // What has come is kept back for good: it leads elsewhere before it is passed on.
      if state.withLock({ $0.isCutOff }) { continue }
      guard Socket.send(bytes, on: target) else { break }
    }
    for socket in sockets { Socket.shutDown(socket) }
  }
}
