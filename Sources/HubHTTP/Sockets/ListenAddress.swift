#if Hub
import CEvents
import HubServer

/// Where a server listens.
package enum ListenAddress: Sendable, Hashable {
  /// An address of IPv4 or IPv6, or `localhost`, which stands for both addresses of this machine; port 0 is any free one.
  case internet(host: String, port: UInt16)
  /// A descriptor that listens already, as systemd hands them over from number 3 on.
  case descriptor(Int32)

  /// Reads `127.0.0.1:8731`, `[::1]:8731` or `localhost:8731`.
  package init(_ text: String) throws(HTTPServerError) {
    guard let colon = text.lastIndex(of: ":"),
      let port = Self.port(text[text.index(after: colon)...])
    else { throw Self.invalid(text) }
    var host = String(text[..<colon])
    if host.hasPrefix("[") {
      guard host.hasSuffix("]") else { throw Self.invalid(text) }
      host = String(host.dropFirst().dropLast())
      guard host.contains(":") else { throw Self.invalid(text) }
    } else if host.contains(":") {
      throw Self.invalid(text)
    }
    guard host == "localhost" || SocketAddress(host: host, port: port) != nil else {
      throw Self.invalid(text)
    }
    self = .internet(host: host, port: port)
  }

  /// Whether only this machine reaches it; not known of a descriptor, so false.
  package var isLoopback: Bool {
    guard case .internet(let host, let port) = self else { return false }
    return host == "localhost" || SocketAddress(host: host, port: port)?.peer.isLoopback == true
  }

  private static func port(_ text: Substring) -> UInt16? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(text) : nil
  }

  private static func invalid(_ text: String) -> HTTPServerError {
    HTTPServerError(
      .invalidAddress,
      "'\(text)' is not an address to listen on. Write it as 127.0.0.1:8731, [::1]:8731 or localhost:8731."
    )
  }
}

extension ListenAddress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .internet(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .descriptor(let number): "descriptor \(number)"
    }
  }
}
#endif
