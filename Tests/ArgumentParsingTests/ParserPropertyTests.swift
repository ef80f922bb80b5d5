import ArgumentParsing
import Testing

@Suite struct ParserPropertyTests {
  /// A generator that can be replayed from its seed (SplitMix64).
  struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  static let pieces = [
    "add", "list", "sync", "status", "convert", "undo", "help", "exit-codes", "--", "-", "-h",
    "--help", "--version", "--due", "--due=", "-p", "-plow", "--priority=high", "-vt", "--no-input",
    "--json", "=", "-=", "--=", "---", "-v=", "+tag", "-tag", "!", "-5", "", " ", "é", "👩‍👩‍👧", "\u{0}",
    "\n", "--\u{301}", "-\u{301}", "a b",
  ]

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `no words crash the parser, and none are lost`(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    for _ in 0..<250 {
      let count = Int.random(in: 0...7, using: &generator)
      let arguments = (0..<count).map { _ in
        (0..<Int.random(in: 1...2, using: &generator))
          .compactMap { _ in Self.pieces.randomElement(using: &generator) }.joined()
      }
      check(arguments, seed: seed)
    }
  }

  private func check(_ arguments: [String], seed: UInt64) {
    switch sample.parse(arguments, format: HelpFormat(width: 30)) {
    case .run(let action, let values):
      #expect(values[Shared.store] == nil || values.isGiven(Shared.store))
      guard action == .list else { return }
      let filter = values[List.filter]
      #expect(filter.allSatisfy(arguments.contains), "seed \(seed): \(arguments)")
      #expect(values.literalCount <= filter.count, "seed \(seed): \(arguments)")
    case .help(let text):
      #expect(!text.isEmpty, "seed \(seed): \(arguments)")
    case .version(let text):
      #expect(text == "1.2.3", "seed \(seed): \(arguments)")
    case .failure(let failure):
      #expect(failure.text().hasPrefix("Error: "), "seed \(seed): \(arguments)")
    }
  }

  @Test(arguments: 1...120)
  func `help fits any width unless a single word does not`(width: Int) throws {
    for path in [[], ["add"], ["sync"], ["sync", "status"], ["list"]] {
      let text = try #require(help(["help"] + path, width: width))
      for line in text.split(separator: "\n") where line.count > width {
        let isKept = line.hasPrefix("    itemsctl add") || line.contains("kept as it is")
        let words = line.split(separator: " ")
        #expect(isKept || words.count == 1, "\(width): \(line)")
      }
      let wide = try #require(help(["help"] + path, width: 1000))
      #expect(text.split { $0.isWhitespace } == wide.split { $0.isWhitespace })
    }
  }
}
