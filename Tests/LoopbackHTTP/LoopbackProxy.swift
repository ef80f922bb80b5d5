#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// Passes bytes between clients and a server on this machine, as badly as a test asks.
///
/// It knows no more of HTTP than where a message ends, so that it can send pushes again and spare heads. Its port stays
/// while the server comes and goes at others.
package final class LoopbackProxy: Sendable {
  /// What has gone through it, and what has gone wrong until now.
  package struct Counts: Sendable {
    package var connections = 0
    /// The pieces of requests that have come.
    package var requestPieces = 0
    package var cuts = 0
    package var repeats = 0
  }

  package var port: Int { listener.port }
  private let listener: ListeningSocket
  private let way: ProxyWay

  /// Listens at a port that the system chooses, and passes on to another port.
  ///
  /// - Parameters:
  ///   - server: The port of the server; nil lets nobody through before there is a ``target``.
  ///   - plan: What goes wrong with the connection of that number, counted from 0.
  /// - Throws: ``SocketError`` if it cannot listen.
  package init(
    to server: Int? = nil,
    plan: @escaping @Sendable (Int) -> ConnectionFault = { _ in ConnectionFault() }
  ) throws {
    listener = try ListeningSocket()
    way = ProxyWay(to: server, plan)
    let thread = Thread { [listener, way] in
      while let connection = listener.accept() { way.pass(connection) }
      listener.close()
    }
    thread.start()
  }

  deinit { stop() }

  /// The address for a remote, without the space.
  package var origin: String { "http://127.0.0.1:\(port)" }

  /// The port that connections lead to; with nil they end at once.
  package var target: Int? {
    get { way.target }
    set { way.target = newValue }
  }

  /// Has this go wrong with every connection from now on, those that are open included, whatever the plan.
  package func begin(_ fault: ConnectionFault) { way.begin(fault) }

  /// What has gone through it, and what has gone wrong until now.
  package var counts: Counts { way.counts }

  /// Sends every push that has come until now again, in that order; returns the statuses of the answers.
  package func repeatAll() -> [Int] { way.repeatAll() }

  /// Ends every connection that is open.
  package func cut() { way.cut() }

  /// Ends every connection and lets none come.
  package func stop() {
    listener.shutDown()
    way.end()
  }
}
