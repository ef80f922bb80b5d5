import Expectations
import Testing

/// The expectations that contracts use: each failure is one issue, at its place, with what was found.
struct ExpectTests {
  @Test func `what holds is no issue, and its comment is not made`() throws {
    var comments = 0
    func comment() -> String {
      comments += 1
      return ""
    }
    expect(1 + 1, equals: 2, comment())
    expect(comments == 0, comment())
    #expect(try require(Optional(7), comment()) == 7)
    #expect(comments == 0)
  }

  @Test func `values that differ are an issue with both values, the comment and the place`() {
    let line = #line + 2
    withKnownIssue {
      expect("e\u{301}z", equals: "ez", "two words")
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return ["\"ez\"", "z\"", "two words"].allSatisfy(text.contains)
        && issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileID.hasSuffix("ExpectTests.swift") == true
    }
  }

  @Test func `a condition that does not hold is an issue`() {
    withKnownIssue {
      expect([1].isEmpty, "one is in it")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("one is in it") }
    }
  }

  @Test func `a value that is missing is an issue, and the check ends`() {
    withKnownIssue {
      #expect(throws: MissingValue.self) { try require(Int?.none, "the number") }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("the number") }
    }
  }
}
