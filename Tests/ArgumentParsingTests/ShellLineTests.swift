import ArgumentParsing
import Testing

@Suite struct ShellLineTests {
  @Test(arguments: [
    ("", [""], 0, false),
    ("a", ["a"], 0, false),
    ("a b", ["a", "b"], 0, false),
    ("a  b ", ["a", "b", ""], 0, false),
    ("a list:ho", ["a", "list:ho"], 5, false),
    ("a --x=b:c", ["a", "--x=b:c"], 6, false),
    (#"a b\ c"#, ["a", "b c"], 0, false),
    (#"a "b c"#, ["a", "b c"], 0, true),
    (#"a x"b c"#, ["a", "xb c"], 1, true),
    (#"a 'b\'c"#, ["a", #"b\c"#], 0, false),
    (#"a "b\"c" d"#, ["a", #"b"c"#, "d"], 0, false),
  ])
  func `a line is taken apart as bash does`(
    line: String,
    words: [String],
    kept: Int,
    isOpen: Bool
  ) {
    let parsed = ShellLine(line, wordBreaks: " =:")
    #expect(parsed.words == words)
    #expect(parsed.keptLength == kept)
    #expect(parsed.isQuoteOpen == isOpen)
  }
}
