/// An item's id, a UUID that starts with the time (version 7 of RFC 9562).
///
/// Ids are ordered by their bytes, which is the order of their texts and of the 16-byte BLOBs in
/// SQLite. Any UUID is accepted as an id, whatever its version.
public struct ItemID: Sendable, Hashable {
  /// The first eight bytes, the first one most significant.
  package let high: UInt64

  /// The last eight bytes.
  package let low: UInt64

  /// An id of given bits, for fixtures and storage.
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A new version 7 id: 48 bits of time and 74 random bits.
  ///
  /// - Parameters:
  ///   - milliseconds: The time in milliseconds since 1970; clamped to 0 ..< 2^48, years 1970 to 10889.
  ///   - random: The source of the random bits.
  public init(milliseconds: Int64, random: inout some RandomNumberGenerator) {
    let time = UInt64(min(max(milliseconds, 0), 1 << 48 - 1))
    high = time << 16 | 0x7000 | random.next() & 0x0FFF
    low = 0x8000_0000_0000_0000 | random.next() >> 2
  }
}

extension ItemID: Comparable {
  /// Whether the bytes of the first id come before those of the second.
  public static func < (left: Self, right: Self) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}

extension ItemID: Codable {
  /// Decodes an id from its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = ItemID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
    }
    self = id
  }

  /// Encodes the id as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
