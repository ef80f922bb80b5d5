package import Sync

/// Carries hints to other daemons; its methods block, for a quarter of a second at most.
package protocol PeerTransport: Sendable {
  /// Connects to a daemon; nil if it cannot be reached, or is no address of an allowed network.
  func connect(to address: String) -> (any PeerConnection)?
}

/// A connection to another daemon, for one request at a time.
package protocol PeerConnection: AnyObject, Sendable {
  /// Sends a request, and returns the status of its response; nil if the connection is of no use any more.
  func send(_ request: NetworkRequest) -> Int?
}
