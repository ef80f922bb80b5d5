import Testing

@testable import TerminalScreens

@Suite struct KeyReaderTests {
  private static let esc = "\u{1B}"
  private static let typed: [(String, [Key])] = [
    ("q", [.character("q")]), ("jk", [.character("j"), .character("k")]),
    ("\(esc)[A\(esc)[B", [.up, .down]), ("\(esc)OA\(esc)OB", [.up, .down]),
    ("\(esc)[5~\(esc)[6~", [.pageUp, .pageDown]), ("\(esc)[H\(esc)[F", [.home, .end]),
    ("\(esc)[1~\(esc)[4~\(esc)OH\(esc)OF", [.home, .end, .home, .end]),
    ("\r\n", [.enter, .enter]), ("é🎉", [.character("é"), .character("🎉")]),
    ("\t\(esc)[Z\u{7F}\(esc)[3~", [.tab, .backTab, .backspace, .delete]),
    ("\(esc)[C\(esc)[D\(esc)OC", [.right, .left, .right]), ("\u{13}", [.control("s")]),
    // With Ctrl, Alt or Shift, a key is what it is alone.
    ("\(esc)[1;5A\(esc)[3;2~", [.up, .delete]),
    // The mouse: pressed, let go, and its wheel.
    ("\(esc)[<0;5;3M\(esc)[<0;5;3m", [.click(row: 2, column: 4)]),
    ("\(esc)[<64;1;1M\(esc)[<65;1;1M", [.wheelUp, .wheelDown]),
    // What is put in is one text, whatever it holds.
    ("\(esc)[200~a\nq\(esc)[A\(esc)[201~q", [.paste("a\nq\(esc)[A"), .character("q")]),
    // Keys that mean nothing here are passed over whole: none of their bytes is a key of its own.
    ("\(esc)[24~q", [.character("q")]), ("\(esc)[<3;1;1Mq", [.character("q")]),
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

  @Test func `a text that is put in has a limit, and its end is found behind it`() {
    var reader = KeyReader()
    let long = String(repeating: "x", count: 3 * KeyReader.longestPaste)
    var keys: [Key] = []
    for part in ["\(KeyReaderTests.esc)[200~", long, "\(KeyReaderTests.esc)[20", "1~q"] {
      keys += reader.keys(in: part.utf8)
      #expect(reader.flush() == [])
    }
    let kept = String(long.prefix(KeyReader.longestPaste))
    #expect(keys == [.paste(kept), .character("q")])
  }

  @Test func `bytes that are no text stop nothing`() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0xFF, 0x80, 0xC3, 0x28, 0x71]).last == .character("q"))
  }
}
