import Foundation
import Storage
import Testing

@Suite struct JSONRoundTripTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a random value is read back as it was written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<200 {
      let value = JSONValue.random(depth: 4, using: &random)
      for style in [JSONWriter.Style.compact, .pretty] {
        let bytes = try JSONWriter.bytes(of: value, style: style)
        #expect(try JSONParser.parse(bytes) == value, "seed \(seed), round \(round)")
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a damaged text is refused or read, and what is read has one form`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<500 {
      var bytes = try JSONWriter.bytes(of: .random(depth: 3, using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.damage(using: &random) }
      guard let value = try? JSONParser.parse(bytes) else { continue }
      let again = try JSONParser.parse(try JSONWriter.bytes(of: value))
      #expect(again == value, "seed \(seed), round \(round)")
      // What we read, a parser that is known to be correct must read too.
      #expect(throws: Never.self, "seed \(seed), round \(round)") {
        try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      }
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `random bytes never stop the program`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array(#"{}[]",:\u00DdE+-.019 trufalsn"#.utf8) + [0, 0x0A, 0xC3, 0xA9, 0xFF]
    for _ in 0..<2000 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      _ = try? JSONParser.parse(bytes)
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `every double survives to the bit`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      let text = try JSONWriter.text(of: .double(double))
      #expect(try JSONParser.parse(text) == .double(double), "seed \(seed)")
    }
  }

  // Cases that are known to go wrong: halfway points, subnormals, long digit strings.
  @Test(arguments: [
    "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9406564584124654e-324", "1e-400",
    "2.4703282292062327e-324", "2.4703282292062328e-324", "9007199254740993.0", "1e23", "8.5e22",
    "9007199254740991e22", "9007199254740993e-22", "0.1e1", "123456789012345678e-5", "1e22",
    "1e-22",
    "179769313486231570000000000000000000000e270", "0.000000000000000000000000000001e30",
    "6.02214076e23", "3.5844466002796428e298", "10000000000000000000000.0",
    "1e-99999999999999999999",
    "1448997445238699.0", "7.2057594037927933e16",
    "0.500000000000000166533453693773481063544750213",
  ])
  func `a hard number is rounded as the standard library rounds it`(text: String) throws {
    let expected = try #require(Double(text))
    #expect(try JSONParser.parse(text) == .double(expected))
    #expect(try JSONParser.parse("-" + text) == .double(-expected))
  }

  @Test func `a value keeps its meaning in Swift's own encoders`() throws {
    let value: JSONValue = ["a": [1, 1.5, .null, true, "x"], "b": [:], "c": .integer(.max)]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    #expect(try JSONParser.parse(Array(data)) == value)
  }
}

extension [UInt8] {
  fileprivate mutating func damage(using random: inout SeededGenerator) {
    let place = Int.random(in: 0...count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 1: removeSubrange(place..<Swift.min(count, place + 2))
    case 2: insert(contentsOf: self[0..<place], at: place)
    default: if place < count { self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    }
  }
}
