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
}
