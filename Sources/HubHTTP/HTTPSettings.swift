#if Hub
/// The limits and deadlines of a server; the defaults are those of the guide.
package struct HTTPSettings: Sendable {
  /// Event threads; nil is one a core.
  package var threads: Int?
  /// What the head of a request may have.
  package var head = HeadLimits()
  /// From the first byte of a head, or the connection's beginning, to the head's last byte.
  package var headDeadline: Duration = .seconds(10)
  /// The time for a body; each ``leastRate`` bytes of it that have come give one second more.
  package var bodyDeadline: Duration = .seconds(30)
  /// The bytes a second at which a peer has to send a body, and to take a response, beyond its first deadline.
  package var leastRate = 8_192
  /// How long a connection may stay open between two requests.
  package var idleDeadline: Duration = .seconds(75)
  /// How long a peer may take nothing, or less than ``leastRate``, of a response.
  package var writeDeadline: Duration = .seconds(30)
  /// The time for a TLS handshake.
  package var handshakeDeadline: Duration = .seconds(10)
  /// How long a connection that is to close still takes what was under way, so that the response is not lost by a reset.
  package var lingerDeadline: Duration = .seconds(2)
  /// The smallest body that is compressed, in bytes.
  package var leastCompressed = 1_024
  /// The largest body that is compressed on an event thread, in bytes; on other threads each is.
  package var mostCompressedInLoop = 32_768
  /// Connections that the system holds until they are accepted.
  package var backlog: Int32 = 4_096
  /// The bytes that the system buffers of a response for a connection; nil leaves that to the system.
  package var sendBuffer: Int32?
  /// What tells the time.
  package var clock: HTTPClock = .monotonic

  /// The defaults.
  package init() {}
}

/// What the head of a request may have; counted as its bytes come.
package struct HeadLimits: Sendable {
  /// Bytes of the request line without its end.
  package var requestLine = 8_192
  /// Bytes of all header lines with their ends.
  package var headers = 16_384
  /// Header lines.
  package var headerCount = 64

  /// The defaults.
  package init() {}
}
#endif
