/// The address of a server behind HTTP, as in `https://hub.example:8443`.
package struct HTTPOrigin: Sendable, Equatable {
  /// Whether the connection is encrypted.
  package let isEncrypted: Bool
  /// A name or an address; an IPv6 address is in brackets.
  package let host: String
  /// The port, if it is not the scheme's own.
  package let port: Int?

  /// Reads `http://HOST[:PORT]` or `https://HOST[:PORT]`; nil for anything else.
  ///
  /// A name with non-ASCII letters must be in its ASCII form, such as `xn--bcher-kva.de`.
  package init?(_ text: some StringProtocol) {
    let rest: Substring
    if text.hasPrefix("https://") {
      (isEncrypted, rest) = (true, Substring(text.dropFirst(8)))
    } else if text.hasPrefix("http://") {
      (isEncrypted, rest) = (false, Substring(text.dropFirst(7)))
    } else {
      return nil
    }
    let end = rest.hasPrefix("[") ? rest.firstIndex(of: "]").map(rest.index(after:)) : nil
    let colon = rest[(end ?? rest.startIndex)...].firstIndex(of: ":")
    host = String(rest[..<(colon ?? rest.endIndex)])
    guard HTTPOrigin.isHost(host) else { return nil }
    guard let colon else {
      port = nil
      return
    }
    let digits = rest[rest.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
      (1...65_535).contains(number)
    else { return nil }
    port = number
  }

  /// Whether the server is on this machine, so that no data leaves it.
  package var isLoopback: Bool {
    if host.lowercased() == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in Int(part).map { $0 < 256 && String($0) == part } ?? false }
  }

  private static func isHost(_ text: String) -> Bool {
    let bytes = text.utf8
    if text.hasPrefix("["), text.hasSuffix("]") {
      return bytes.count > 3
        && bytes.dropFirst().dropLast().allSatisfy { ":.".utf8.contains($0) || $0.isHexDigit }
    }
    let isName = bytes.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
    return isName && (1...253).contains(bytes.count) && bytes.first?.isLetterOrDigit == true
  }
}

extension HTTPOrigin: CustomStringConvertible {
  /// The text that reads back as this address.
  package var description: String {
    "\(isEncrypted ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")"
  }
}

extension Remote {
  /// The address of the server; nil for a hub file.
  ///
  /// - Throws: ``SyncError`` with code `invalidRemote` for an invalid address, and for an unencrypted
  ///   one of another machine, unless `allowsInsecure`.
  package func httpOrigin(allowsInsecure: Bool) throws(SyncError) -> HTTPOrigin? {
    guard case .http(let text) = location else { return nil }
    guard let origin = HTTPOrigin(text), Remote.isSpaceName(space) else {
      throw SyncError(.invalidRemote, "'\(self)' names no hub: it is not 'https://HOST/SPACE'.")
    }
    guard origin.isEncrypted || origin.isLoopback || allowsInsecure else {
      throw SyncError(
        .invalidRemote,
        "'\(self)' is not encrypted: others on the way could read items and the token. "
          + "Use 'https://', or say that every network on the way is trusted."
      )
    }
    return origin
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }

  /// Whether the byte is a letter or a digit of ASCII.
  var isLetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
