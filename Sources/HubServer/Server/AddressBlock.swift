/// A block of addresses, such as `10.0.0.0/8` or `fd00::/8`.
package struct AddressBlock: Sendable, Equatable {
  private let first: PeerAddress
  /// How many of the 128 bits are the same for all; 96 more than written for IPv4.
  private let length: Int

  /// Reads a block, or a single address; nil for anything else, and for an address with bits beyond the prefix.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let address = PeerAddress(text: parts[0]) else {
      return nil
    }
    let isShort = !parts[0].contains(":")
    var length = 128
    if parts.count == 2 {
      guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let bits = Int(parts[1]), bits <= (isShort ? 32 : 128)
      else { return nil }
      length = isShort ? bits + 96 : bits
    }
    self.first = address
    self.length = length
    guard address.prefix(length) == address else { return nil }
  }

  /// Whether an address lies in the block.
  package func contains(_ address: PeerAddress) -> Bool { address.prefix(length) == first }
}

extension PeerAddress {
  /// The address with all but its first bits cleared.
  func prefix(_ bits: Int) -> PeerAddress {
    func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : ~(.max >> bits) }
    return PeerAddress(high: high & mask(bits), low: low & mask(bits - 64))
  }

  /// What counts as one caller: an address of IPv4, or a network of IPv6 (/64).
  var network: PeerAddress { ipv4 == nil ? prefix(64) : self }
}
