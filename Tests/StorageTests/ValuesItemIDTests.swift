import Foundation
import Storage
import Testing

@Suite struct ValuesItemIDTests {
  @Test(
    arguments: [
      ("00000000-0000-0000-0000-000000000000", 0, 0),
      ("ffffffff-ffff-ffff-ffff-ffffffffffff", UInt64.max, UInt64.max),
      ("01234567-89ab-cdef-fedc-ba9876543210", 0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210),
      ("01890a5d-ac96-774b-bcce-b302099a8057", 0x0189_0A5D_AC96_774B, 0xBCCE_B302_099A_8057),
    ] as [(String, UInt64, UInt64)]
  )
  func `an id and its text stand for each other`(text: String, high: UInt64, low: UInt64) {
    let id = ItemID(high: high, low: low)
    #expect(id.description == text)
    #expect(ItemID(text) == id)
    #expect(ItemID(text.uppercased()) == id)
    var bytes = Array("<".utf8)
    id.append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "<" + text)
    #expect(ItemID(text: bytes.span.extracting(1..<37)) == id)
  }

  @Test func `a text with any other byte at any place is refused`() {
    let valid = Array("01890a5d-ac96-774b-bcce-b302099a8057".utf8)
    let digits = Set("0123456789abcdefABCDEF".utf8)
    for place in valid.indices {
      let isHyphen = valid[place] == UInt8(ascii: "-")
      for byte in UInt8.min...UInt8.max {
        var text = valid
        text[place] = byte
        let isValid = isHyphen ? byte == UInt8(ascii: "-") : digits.contains(byte)
        #expect((ItemID(text: text.span) != nil) == isValid, "byte \(byte) at \(place)")
      }
    }
  }

  @Test(arguments: [
    "", "-", "01890a5dac96774bbcceb302099a8057", "{01890a5d-ac96-774b-bcce-b302099a8057}",
    "01890a5d-ac96-774b-bcce-b302099a805", "01890a5d-ac96-774b-bcce-b302099a80570",
    " 01890a5d-ac96-774b-bcce-b302099a8057", "0189-0a5dac96-774b-bcce-b302099a8057",
    "01890a5d-ac96-774b-bcce-b302099a80é",
  ])
  func `a text of another shape is refused`(text: String) {
    #expect(ItemID(text) == nil)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `random ids agree with Foundation's UUID in text, bytes and order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var ids: [ItemID] = []
    for _ in 0..<500 {
      let id = ItemID(high: random.next(), low: random.next())
      let uuid = try #require(UUID(uuidString: id.description))
      #expect(uuid.uuidString.lowercased() == id.description)
      #expect(ItemID(uuid.uuidString) == id)
      #expect(ItemID(bytes: id.bytes) == id)
      ids.append(id)
    }
    let byText = ids.sorted { $0.description < $1.description }
    #expect(ids.sorted() == byText, "seed \(seed)")
    #expect(ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } == byText)
  }

  @Test func `an id of any number of bytes but sixteen is refused`() {
    #expect(ItemID(bytes: []) == nil)
    #expect(ItemID(bytes: Array(0..<15)) == nil)
    #expect(ItemID(bytes: Array(0..<17)) == nil)
    #expect(
      ItemID(bytes: Array(0..<16))?.description == "00010203-0405-0607-0809-0a0b0c0d0e0f"
    )
  }

  @Test(
    arguments: [
      (0, "00000000-0000"),
      (1_700_000_000_000, "018bcfe5-6800"),
      (1 << 48 - 1, "ffffffff-ffff"),
      (1 << 48, "ffffffff-ffff"),
      (-1, "00000000-0000"),
    ] as [(Int64, String)]
  )
  func `a new id starts with the time and says version 7`(milliseconds: Int64, prefix: String) {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let text = Array(ItemID(milliseconds: milliseconds, random: &random).description)
      #expect(String(text.prefix(13)) == prefix)
      #expect(text[14] == "7")
      #expect("89ab".contains(text[19]))
    }
  }

  @Test func `new ids follow from their generator and differ from each other`() {
    var first = SeededGenerator(seed: 7)
    var second = SeededGenerator(seed: 7)
    let ids = (0..<1000).map { _ in ItemID(milliseconds: 5, random: &first) }
    #expect(ids == (0..<1000).map { _ in ItemID(milliseconds: 5, random: &second) })
    #expect(Set(ids).count == 1000)
    #expect(ItemID(milliseconds: 6, random: &first) > ids[0])
  }

  @Test func `an id is coded as its text`() throws {
    let id = ItemID(high: 1, low: 2)
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(id)\"]")
    #expect(try JSONDecoder().decode([ItemID].self, from: data) == [id])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ItemID].self, from: Data(#"["x"]"#.utf8))
    }
  }
}
