package import Sync

/// What a transport hands requests to; knows no socket.
///
/// A transport calls it on the threads that read and write sockets, so each of its methods returns at once: what waits
/// for the store or for news holds no thread.
package protocol RequestHandler: Sendable {
  /// Whether a new connection may stay; each one that may is told of once more, by ``connectionEnded(from:)``.
  func connectionBegan(from peer: PeerAddress) -> Bool

  /// A connection that was let in has ended.
  func connectionEnded(from peer: PeerAddress)

  /// The head of a request has come, without its body.
  ///
  /// Now or later, on any thread, the handler calls ``Exchange/respond(_:)`` once, after
  /// ``Exchange/readBody(atMost:_:)`` where it wants the body. A transport reads nothing of a body that the handler
  /// has not asked for.
  ///
  /// - Parameters:
  ///   - request: The request without its body; its path is as it came, without the query.
  ///   - exchange: The way to the body and back.
  func handle(_ request: NetworkRequest, _ exchange: any Exchange)

  /// The transport answered what was no request by itself, and closed the connection; for the log and the counters.
  func refused(_ refusal: TransportRefusal, from peer: PeerAddress)
}

/// One request and its response, whatever carries them.
///
/// A handler may use it on any thread; what comes after the response, or after the connection has ended, does nothing.
package protocol Exchange: AnyObject, Sendable {
  /// Who sends: the other end of the connection, before any proxy is taken into account.
  var peer: PeerAddress { get }

  /// Reads the body, and passes it on once it is whole; asks for it first where the request said `Expect`.
  ///
  /// A transport answers a longer one with 413, and one that does not come in time with 408, by itself. The body passed
  /// on is not compressed any more; the limit holds for it as it was sent and as it is.
  func readBody(atMost limit: Int, _ body: @escaping @Sendable ([UInt8]) -> Void)

  /// Sends the response, once. A body that was not read ends the connection.
  func respond(_ response: NetworkResponse)

  /// Runs the closure when the connection ends before the response was given, at once if it has ended already.
  func onDisconnect(_ action: @escaping @Sendable () -> Void)

  /// Runs the closure when the peer sends nothing more, at once if that was before, never after the response.
  ///
  /// The hub cannot know whether the peer still reads: it may have closed the connection, or have ended its own side and wait
  /// for the response. So a handler that waits for something answers now.
  func onLastByte(_ action: @escaping @Sendable () -> Void)
}

/// Bytes that a transport could not take for a request, or that did not come in time.
package struct TransportRefusal: Sendable, Equatable {
  /// The status it answered with.
  package var status: Int
  /// What was wrong, for a log: a few words, none of them the sender's.
  package var reason: String

  package init(status: Int, reason: String) {
    self.status = status
    self.reason = reason
  }
}
