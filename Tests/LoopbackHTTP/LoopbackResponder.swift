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

  package var port: Int { connections.listener.port }
  private let connections: ResponderConnections

  /// Listens at a port, or at one that the system chooses.
  package init(port: Int = 0, host: LoopbackHost = .ipv4, _ answer: @escaping Answer) throws {
    connections = ResponderConnections(try ListeningSocket(at: port, host: host), answer)
    let thread = Thread { [connections] in connections.acceptAll() }
    thread.start()
  }

  /// A real hub behind HTTP.
  package convenience init(hub: Hub) throws {
    try self.init { request in .answer(hub.respond(to: request.networkRequest)) }
  }

  deinit { stop() }

  /// Ends every connection and lets none come.
  package func stop() { connections.stop() }

  /// The address for a remote, without the space.
  package var origin: String { "http://\(connections.listener.host.rawValue):\(port)" }

  /// What has come, in order.
  package var requests: [RecordedRequest] { connections.state.requests }

  /// How many connections were made.
  package var connectionCount: Int { connections.state.connectionCount }

  /// How many connections are open.
  package var openConnectionCount: Int { connections.state.open.count }

  /// Bytes that came and went, heads included.
  package var traffic: (received: Int, sent: Int) {
    let state = connections.state
    return (state.received, state.sent)
  }
}
