extension PeerAddress {
  /// Reads `192.0.2.1` or an address of IPv6 (RFC 4291, section 2.2), without a zone; nil for anything else.
  package init?(text: some StringProtocol) {
    if let ipv4 = PeerAddress.ipv4(text) {
      self.init(ipv4: ipv4)
      return
    }
    guard let groups = PeerAddress.groups(text) else { return nil }
    self.init(high: PeerAddress.join(groups[..<4]), low: PeerAddress.join(groups[4...]))
  }

  private static func join(_ groups: ArraySlice<UInt16>) -> UInt64 {
    groups.reduce(0) { $0 << 16 | UInt64($1) }
  }

  private static func ipv4(_ text: some StringProtocol) -> UInt32? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }),
        part.count == 1 || part.first != 0x30
      else { return nil }
      let number = part.reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
      guard number < 256 else { return nil }
      address = address << 8 | number
    }
    return address
  }

  private static func groups(_ text: some StringProtocol) -> [UInt16]? {
    guard text.utf8.count <= 45 else { return nil }
    let text = String(text)
    guard let gap = text.firstRange(of: "::") else {
      let groups = list(text[...])
      return groups?.count == 8 ? groups : nil
    }
    guard let front = list(text[..<gap.lowerBound]), let back = list(text[gap.upperBound...]),
      front.count + back.count < 8
    else { return nil }
    return front + Array(repeating: 0, count: 8 - front.count - back.count) + back
  }

  /// Groups with colons between them; an address of IPv4 may be the last two.
  private static func list(_ text: Substring) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, let ipv4 = ipv4(part) {
        groups += [UInt16(ipv4 >> 16), UInt16(truncatingIfNeeded: ipv4)]
        continue
      }
      guard (1...4).contains(part.utf8.count), part.first != "+", part.first != "-",
        let group = UInt16(part, radix: 16)
      else { return nil }
      groups.append(group)
    }
    return groups
  }
}

extension PeerAddress: CustomStringConvertible {
  /// The address as text, for logs: RFC 5952 but for its shortest form.
  package var description: String {
    if let ipv4 {
      return [24, 16, 8, 0].map { "\(ipv4 >> UInt32($0) & 0xFF)" }.joined(separator: ".")
    }
    return [high, low].flatMap { half in
      [48, 32, 16, 0].map { String(half >> UInt64($0) & 0xFFFF, radix: 16) }
    }.joined(separator: ":")
  }
}
