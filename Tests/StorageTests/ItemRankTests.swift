import Storage
import Testing

/// The keys of the order by hand.
@Suite struct `Ranks` {
  private static func ids(_ count: Int) -> [ItemID] {
    (0..<count).map { ItemID(high: 1, low: UInt64($0) &* 0x9E37_79B9_7F4A_7C15) }
  }

  private func key(_ lower: String?, _ upper: String?, _ id: ItemID = ids(2)[1]) -> String? {
    ItemRank.keys(for: [id], between: lower, and: upper)?.first
  }

  @Test func `are ASCII, stand between their bounds, and do not end with the lowest digit`() throws
  {
    for (lower, upper) in [
      (nil, nil), ("a0", nil), (nil, "a0"), ("a0", "a1"), ("a0", "a0V"), ("Zz", "a0"),
      ("az", "b00"),
      ("a0", "a01"), ("a0V", "a0W"), ("a1", "a9"), ("a0zzz", "a1"), ("a0", "a0001"),
    ] as [(String?, String?)] {
      for id in Self.ids(50) {
        let made = key(lower, upper, id)
        let key = try #require(made, "\(lower ?? "-") \(upper ?? "-")")
        #expect(ItemRank.isValid(key) && key.utf8.last != UInt8(ascii: "0"))
        #expect(lower.map { utf8Less($0, key) } ?? true, "\(key) is above \(lower ?? "")")
        #expect(upper.map { utf8Less(key, $0) } ?? true, "\(key) is below \(upper ?? "")")
      }
    }
  }

  @Test(
    arguments: [
      ("", "a1"), ("a1", "a1"), ("a2", "a1"), ("a", nil), ("a10", nil), ("~", nil), ("0", "a1"),
      ("a1!", nil), ("\u{e9}", nil), ("b0", nil), (nil, String(repeating: "a", count: 60)),
    ] as [(String?, String?)]
  )
  func `are not made between bounds that are none, equal, or the other way round`(
    lower: String?,
    upper: String?
  ) {
    #expect(key(lower, upper) == nil)
  }

  @Test func `of items that come one after the other at an end stay short`() throws {
    let ids = Self.ids(10_000)
    for isAtEnd in [true, false] {
      var last: String?
      for id in ids {
        let made = isAtEnd ? key(last, nil, id) : key(nil, last, id)
        let next = try #require(made)
        if let last { #expect(isAtEnd ? utf8Less(last, next) : utf8Less(next, last)) }
        last = next
      }
      #expect(try #require(last).utf8.count <= 7)
    }
  }

  @Test func `between the same two grow by a digit for every third at most, up to the limit`() {
    var (lower, upper) = ("a0", "a1")
    var count = 0
    let ids = Self.ids(200)
    while let key = key(lower, upper, ids[count % 200]) {
      count += 1
      #expect(key.utf8.count <= min(ItemRank.maxBytes, 6 + count / 3), "\(count): \(key)")
      if count % 2 == 0 { lower = key } else { upper = key }
    }
    #expect(count > 120)
  }

  @Test func `of many items at once share the room`() throws {
    let ids = Self.ids(1_000)
    for (lower, upper) in [("a0", "a1"), ("a0", nil), (nil, "a0"), (nil, nil)]
      as [(String?, String?)]
    {
      let keys = try #require(ItemRank.keys(for: ids, between: lower, and: upper))
      #expect(keys.count == ids.count)
      #expect(zip(keys, keys.dropFirst()).allSatisfy { utf8Less($0, $1) })
      #expect(keys.allSatisfy { $0.utf8.count <= 9 })
    }
    #expect(ItemRank.keys(for: [], between: "a0", and: "a1") == [])
  }

  @Test func `of two items in the same gap differ, on whatever devices they are made`() {
    let keys = Self.ids(100).map { key("a0", "a1", $0) }
    #expect(Set(keys).count == 100)
  }
}
