import Storage

/// A socket that a thread of its own accepts connections on.
///
/// The thread closes it, and nobody shuts it down afterwards: its number may be another's by then.
package final class ListeningSocket: Sendable {
  package let host: LoopbackHost
  package let port: Int
  private let descriptor: Int32
  private let isClosed = Locked(false)

  /// Listens at a port, or at one that the system chooses.
  package init(at port: Int = 0, host: LoopbackHost = .ipv4) throws(SocketError) {
    self.host = host
    (descriptor, self.port) = try Socket.listen(at: port, host: host)
  }

  /// The next connection; nil when the socket was shut down.
  package func accept() -> Int32? { Socket.accept(descriptor) }

  /// Lets no more connections come, and ends the wait for one.
  package func shutDown() {
    isClosed.withLock { if !$0 { Socket.shutDown(descriptor) } }
  }

  /// For the thread that accepts, at its end.
  package func close() {
    isClosed.withLock { isClosed in
      if !isClosed { Socket.close(descriptor) }
      isClosed = true
    }
  }
}
