import Sync
import SyncSimulator
import Testing

@Suite struct TextMergeTests {
  /// The text that both sides had, the two edits, and what comes of them; nil where they overlap.
  struct Case: Sendable, CustomStringConvertible {
    var description: String
    var base: String
    var earlier: String
    var later: String
    var expected: String?
  }

  static let cases = [
    Case(
      description: "edits of different lines are both there",
      base: "a\nb\nc",
      earlier: "A\nb\nc",
      later: "a\nb\nC",
      expected: "A\nb\nC"
    ),
    Case(
      description: "an edit and a removed line",
      base: "a\nb\nc",
      earlier: "a\nc",
      later: "a\nb\nC",
      expected: nil
    ),
    Case(
      description: "a line removed apart from an edit",
      base: "a\nb\nc\nd",
      earlier: "b\nc\nd",
      later: "a\nb\nc\nD",
      expected: "b\nc\nD"
    ),
    Case(
      description: "of two insertions at one place the earlier comes first",
      base: "a\nb",
      earlier: "a\nx\nb",
      later: "a\ny\nb",
      expected: "a\nx\ny\nb"
    ),
    Case(
      description: "two texts where there was none",
      base: "",
      earlier: "milk",
      later: "bread",
      expected: "milk\nbread"
    ),
    Case(
      description: "one line edited by both overlaps",
      base: "a\nb\nc",
      earlier: "a\nx\nc",
      later: "a\ny\nc",
      expected: nil
    ),
    Case(
      description: "the same edit on both sides is there once",
      base: "a\nb",
      earlier: "a\nx\nb",
      later: "a\nx\nb",
      expected: "a\nx\nb"
    ),
    Case(
      description: "the longer of two insertions holds the shorter",
      base: "a",
      earlier: "a\nx",
      later: "a\nw\nx\ny",
      expected: "a\nw\nx\ny"
    ),
    Case(
      description: "insertions that share a line in part overlap",
      base: "a",
      earlier: "a\nx\nv",
      later: "a\nx\nw",
      expected: nil
    ),
    Case(
      description: "a line that both moved, to different places, is not there twice",
      base: "a\nb\nc\nx",
      earlier: "x\na\nb\nc",
      later: "a\nx\nb\nc",
      expected: nil
    ),
    Case(
      description: "blank lines may be many",
      base: "a\nb",
      earlier: "\na\nb",
      later: "a\nb\n",
      expected: "\na\nb\n"
    ),
    Case(
      description: "lines are compared by their bytes",
      base: "caf\u{e9}\nb",
      earlier: "cafe\u{301}\nb",
      later: "caf\u{e9}\nb\nc",
      expected: "cafe\u{301}\nb\nc"
    ),
    Case(
      description: "one side is as it was",
      base: "a\nb",
      earlier: "a\nb",
      later: "c",
      expected: "c"
    ),
    Case(
      description: "a text without lines in common is replaced by the one side that changed it",
      base: "a",
      earlier: "",
      later: "a",
      expected: ""
    ),
  ]

  @Test(arguments: cases)
  func `two edits of a text are merged line by line`(_ row: Case) {
    let merged = TextMerge.merge(base: row.base, earlier: row.earlier, later: row.later)
    #expect(merged.map { Array($0.utf8) } == row.expected.map { Array($0.utf8) })
  }

  @Test func `a merge brings both sides' lines, removes what one removed, and nothing else`() {
    var random = SeededRandom(seed: 11)
    var merges = 0
    for number in 0..<3_000 {
      let base = (0..<random.below(8)).map { "b\($0)" }
      let (first, second) = (
        edited(base, "x\(number)", &random), edited(base, "y\(number)", &random)
      )
      let text = base.joined(separator: "\n")
      guard
        let merged = TextMerge.merge(
          base: text,
          earlier: first.joined(separator: "\n"),
          later: second.joined(separator: "\n")
        )
      else { continue }
      merges += 1
      let lines = merged.isEmpty ? [] : merged.split(separator: "\n").map(String.init)
      let (all, a, b) = (Set(lines), Set(first), Set(second))
      let added = a.union(b).subtracting(base)
      let removed = Set(base).subtracting(a).union(Set(base).subtracting(b))
      #expect(lines.count == all.count, "a line is there twice: \(merged)")
      #expect(all == Set(base).union(added).subtracting(removed), "\(base) \(first) \(second)")
    }
    #expect(merges > 500)
  }

  private func edited(
    _ base: [String],
    _ name: String,
    _ random: inout SeededRandom
  ) -> [String] {
    var lines = base
    for number in 0...random.below(3) {
      switch random.below(3) {
      case 0: lines.insert("\(name).\(number)", at: random.below(lines.count + 1))
      case 1: if !lines.isEmpty { lines.remove(at: random.below(lines.count)) }
      default: if !lines.isEmpty { lines[random.below(lines.count)] = "\(name).\(number)" }
      }
    }
    return lines
  }

  @Test func `texts that differ in too many lines to compare overlap`() {
    let many = (0..<4_000).map { "line \($0)" }.joined(separator: "\n")
    let others = (0..<4_000).map { "other \($0)" }.joined(separator: "\n")
    #expect(TextMerge.merge(base: many, earlier: others, later: many + "\nend") == nil)
    // The length alone is no hindrance.
    let both = TextMerge.merge(base: many, earlier: "start\n" + many, later: many + "\nend")
    #expect(both == "start\n" + many + "\nend")
  }

  @Test func `a text contains another with all its lines, in any order, as often`() {
    #expect(TextMerge.contains("a\nb\nc", everyLineOf: "c\n\na"))
    #expect(TextMerge.contains("a", everyLineOf: ""))
    #expect(!TextMerge.contains("a\nb", everyLineOf: "a\na"))
    #expect(!TextMerge.contains("", everyLineOf: "a"))
  }
}
