import Sync

/// Who sent a request that came through proxies.
enum ForwardedFor {
  /// The last address that no trusted proxy has: the peer's own, or what trusted proxies say in `X-Forwarded-For`.
  ///
  /// What stands further left is the client's own word.
  static func client(
    of request: NetworkRequest,
    from peer: PeerAddress,
    _ trusted: [AddressBlock]
  ) -> PeerAddress {
    guard !trusted.isEmpty, trusted.contains(where: { $0.contains(peer) }) else { return peer }
    var client = peer
    for header in request.headers.reversed() where header.name.isHeader("X-Forwarded-For") {
      for part in header.value.split(separator: ",").suffix(32).reversed() {
        guard let address = PeerAddress(text: trimmed(part)) else { return client }
        client = address
        if !trusted.contains(where: { $0.contains(address) }) { return client }
      }
    }
    return client
  }

  /// Without blanks, and without the port that some proxies add.
  private static func trimmed(_ part: Substring) -> Substring {
    var part = part.drop { $0 == " " || $0 == "\t" }
    while part.last == " " || part.last == "\t" { part.removeLast() }
    if part.first == "[", let end = part.firstIndex(of: "]") {
      return part[part.index(after: part.startIndex)..<end]
    }
    if part.count(where: { $0 == ":" }) == 1, let colon = part.firstIndex(of: ":") {
      return part[..<colon]
    }
    return part
  }
}
