import Foundation
import Storage
import Testing

@Suite struct ValuesTextTests {
  @Test(
    arguments: [
      ("", ""),
      ("plain", "plain"),
      ("\u{E9}", "\u{E9}"),
      ("e\u{301}", "\u{E9}"),
      ("\u{212B}", "\u{C5}"),
      ("q\u{307}\u{323}", "q\u{323}\u{307}"),
      ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"),
      ("\u{FB01}", "\u{FB01}"),
      ("\u{0}e\u{301}\u{0}", "\u{0}\u{E9}\u{0}"),
      ("\u{374}", "\u{2B9}"),
      ("\u{958}", "\u{915}\u{93C}"),
    ] as [(String, String)]
  )
  func `a text is put into normalisation form C`(text: String, normalized: String) {
    #expect(Array(text.nfc.utf8) == Array(normalized.utf8))
    #expect(Array(text.nfc.nfc.utf8) == Array(normalized.utf8))
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `random texts are normalised as Foundation does it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      guard case .string(let text) = JSONValue.random(depth: 0, using: &random) else { continue }
      let expected = text.precomposedStringWithCanonicalMapping
      #expect(Array(text.nfc.utf8) == Array(expected.utf8), "seed \(seed)")
    }
  }

  @Test func `texts are ordered by their bytes`() {
    let ordered = ["", "\u{0}", "A", "B", "a", "aa", "ab", "b", "e\u{301}", "\u{E9}", "\u{FFFD}"]
    for (first, left) in ordered.enumerated() {
      for (second, right) in ordered.enumerated() {
        #expect(utf8Less(left, right) == (first < second))
        #expect(utf8Equal(left, right) == (first == second))
        #expect(utf8Compare(left, right).signum() == (first - second).signum())
      }
    }
  }

  @Test func `ids and times are read and written as JSON strings`() throws {
    let id = ItemID(high: 1, low: 2)
    var writer = JSONWriter()
    writer.beginArray()
    writer.writeItemID(id)
    writer.writeInstant(milliseconds: 5)
    writer.endArray()
    let text = "[\"00000000-0000-0001-0000-000000000002\",\"1970-01-01T00:00:00.005Z\"]"
    #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    var reader = JSONReader(writer.bytes)
    try reader.beginArray()
    _ = try reader.nextElement()
    #expect(try reader.readItemID() == id)
    _ = try reader.nextElement()
    #expect(try reader.readInstant().milliseconds == 5)
    #expect(try !reader.nextElement())
  }

  @Test(arguments: [
    ("\"x\"", "expected an id, 32 hexadecimal digits in groups of 8-4-4-4-12"),
    ("1", "expected a string, found a number"),
    ("\"00000000-0000-0001-0000-00000000000", "the string that starts here has no end"),
  ])
  func `a JSON string that holds no id is refused`(text: String, message: String) throws {
    var reader = JSONReader(Array(" \(text)".utf8))
    let error = try #require(throws: JSONError.self) { try reader.readItemID() }
    #expect(error.description == "line 1, column 2: \(message)")
  }

  @Test func `an id and a time written with escapes are read, and a wrong time refused`() throws {
    var reader = JSONReader(
      Array(
        #"["\u0030\u0030000000-0000-0001-0000-000000000002", "\u0031970-01-01", "2026-02-30"]"#.utf8
      )
    )
    try reader.beginArray()
    _ = try reader.nextElement()
    #expect(try reader.readItemID() == ItemID(high: 1, low: 2))
    _ = try reader.nextElement()
    #expect(try reader.readInstant().milliseconds == 0)
    _ = try reader.nextElement()
    let error = try #require(throws: JSONError.self) { try reader.readInstant() }
    #expect(error.message == "the time is invalid: the month has 28 days")
  }
}
