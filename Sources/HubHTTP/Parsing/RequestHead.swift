#if Hub
package import Sync

/// The head of a request that passed every rule.
package struct RequestHead: Sendable, Equatable {
  /// How the body's end is found.
  package enum Framing: Sendable, Equatable {
    /// There is none.
    case none
    /// So many bytes, at least one.
    case length(Int)
    case chunked
  }

  /// How the body is compressed.
  package enum Coding: Sendable, Equatable {
    case identity
    case gzip
    case unknown
  }

  /// The request as the handler gets it, without a body.
  package var request: NetworkRequest
  /// The minor number of the version: HTTP/1.0 or HTTP/1.1.
  package var minorVersion: UInt8
  /// Whether the connection is to stay open, as the client wants it.
  package var keepsAlive: Bool
  package var framing: Framing
  /// Whether the client waits for "100 Continue" before it sends the body.
  package var expectsContinue: Bool
  package var coding: Coding
  /// Whether the response may be compressed with gzip.
  package var acceptsGzip: Bool
}
#endif
