import ArgumentParsing
import Testing

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1),
    ("abc", "ac", 1), ("abc", "xabc", 1), ("hgih", "high", 1), ("ca", "abc", 3),
    ("kitten", "sitting", 3), ("prioritty", "priority", 1), ("ab", "ba", 1), ("é", "e", 1),
  ])
  func `edits are counted, a swap of neighbours as one`(
    first: String,
    second: String,
    expected: Int
  ) {
    #expect(editDistance(first, second) == expected)
    #expect(editDistance(second, first) == expected)
  }

  @Test(arguments: [
    ("lst", "list"), ("statsu", "stats"), ("env", "environment"), ("sto", "stop"),
    ("remove", nil), ("manual", nil), ("exit", "exit-codes"), ("ex", nil), ("xyz", nil),
  ]) func `what is suggested begins with the word, or is more than half alike`(
    word: String,
    expected: String?
  ) {
    let names = [
      "edit", "exit-codes", "environment", "list", "stats", "stop", "reopen", "cancel", "sync",
    ]
    #expect(suggestion(for: word, among: names) == expected)
  }

  @Test func `a slip is an edit, or one for each four letters`() {
    #expect(isSlip("du", of: "due") && isSlip("wendesday", of: "wednesday"))
    #expect(isSlip("tommorow", of: "tomorrow"))
    #expect(!isSlip("cost", of: "list") && !isSlip("someday", of: "monday"))
  }
}
