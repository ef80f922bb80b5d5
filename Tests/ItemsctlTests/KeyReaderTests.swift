import Testing

@testable import itemsctl

@Suite struct KeyReaderTests {
  private static let esc = "\u{1B}"
  private static let typed: [(String, [Key])] = [
    ("q", [.character("q")]), ("jk", [.character("j"), .character("k")]),
    ("\(esc)[A\(esc)[B", [.up, .down]), ("\(esc)OA\(esc)OB", [.up, .down]),
    ("\(esc)[5~\(esc)[6~", [.pageUp, .pageDown]), ("\(esc)[H\(esc)[F", [.home, .end]),
    ("\(esc)[1~\(esc)[4~\(esc)OH\(esc)OF", [.home, .end, .home, .end]),
    ("\r\n", [.enter, .enter]), ("é🎉", [.character("é"), .character("🎉")]),
    // Keys that mean nothing here are passed over whole: none of their bytes is a key of its own.
    ("\(esc)[24~q", [.character("q")]), ("\(esc)[1;5Aq", [.character("q")]),
    ("\(esc)OPq", [.character("q")]), ("\(esc)qx", [.character("x")]),
    ("\(esc)\(esc)[A", [.escape, .up]),
  ]

  @Test(arguments: typed) func `keys are told from what terminals send`(text: String, keys: [Key]) {
    var reader = KeyReader()
    #expect(reader.keys(in: text.utf8) == keys)
    #expect(!reader.isUndecided)
  }

  @Test(arguments: typed) func `it does not matter in which pieces the bytes come`(
    text: String,
    keys: [Key]
  ) {
    for size in 1...4 {
      var reader = KeyReader()
      let bytes = Array(text.utf8)
      let read = stride(from: 0, to: bytes.count, by: size).flatMap { start in
        reader.keys(in: bytes[start..<min(start + size, bytes.count)])
      }
      #expect(read == keys)
    }
  }

  @Test func `Esc alone is known when nothing follows it`() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0x1B]) == [] && reader.isUndecided)
    #expect(reader.flush() == [.escape] && !reader.isUndecided)
    #expect(reader.flush() == [])
  }

  @Test func `bytes that are no text stop nothing`() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0xFF, 0x80, 0xC3, 0x28, 0x71]).last == .character("q"))
  }
}
