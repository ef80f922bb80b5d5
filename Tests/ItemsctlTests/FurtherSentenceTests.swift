import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// Sentences of people, typed at a terminal.
@Suite struct FurtherSentenceTests {
  @Test func `each is understood, or what stays in the title is told`() async throws {
    let file = GoldenFile(name: "quick-add-more.txt")
    var printed: [String] = []
    var (count, section) = (0, "")
    for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
      // What stands in front of the arrows is the input.
      if line.hasPrefix("! ") { continue }
      guard !line.isEmpty, !line.hasPrefix("#") else {
        if !line.isEmpty { section = String(line) }
        printed.append(String(line))
        continue
      }
      count += 1
      let arrow = line.firstRange(of: " → ")
      let sentence = String(line[..<(arrow?.lowerBound ?? line.endIndex)])
      let shell = try Shell(isTerminal: true, width: 300)
      let words = sentence.split(separator: " ").map(String.init)
      let outcome = await shell.run(["add", "--dry-run", "--color", "never"] + words)
      #expect(outcome.code == .success, "\(sentence): \(outcome)")
      let hints = outcome.errors.split(separator: "\n").map { "! \($0)" }
      let told = outcome.output.replacing("Would add ", with: "").replacing("\n", with: "")
      printed.append("\(sentence) → \(told)")
      printed += hints
      let isWhole = told.hasPrefix("\"\(sentence)\"")
      if section == "# No dates" {
        #expect(isWhole && hints.isEmpty, "\(sentence): \(outcome)")
      } else {
        #expect(!isWhole || hints.count == 1, "\(sentence): \(outcome)")
      }
    }
    #expect(count >= 150)
    try file.expect(printed.joined(separator: "\n"))
  }

  @Test(arguments: ["every", "each", "every other", "every second", "every 2nd", "biweekly on"])
  func `a day of the week is never cut out of a rule`(start: String) async throws {
    for day in Weekday.allCases {
      for end in ["", " at 11", " at 6pm", " and tomorrow"] {
        let shell = try Shell(isTerminal: true, width: 300)
        let sentence = "Team call \(start) \(day)\(end)"
        let outcome = await shell.run(["add"] + sentence.split(separator: " ").map(String.init))
        let item = try #require(try await shell.repository.item(number: 1))
        // All of the rule is understood, or all of it is in the title, and that is told.
        let isWhole = item.title == sentence
        #expect(isWhole || item.title == "Team call" && item.repeat != nil, "\(item.title)")
        #expect(!isWhole || !outcome.errors.isEmpty, "\(outcome)")
      }
    }
  }

  @Test(arguments: ["mon wed", "mon, wed", "on mon and", "monday wednesday", "tue/thu"])
  func `of several days of the week none is taken for the date`(days: String) async throws {
    for last in ["fri", "friday", "fri at 6pm"] {
      let shell = try Shell(isTerminal: true, width: 300)
      let sentence = "Gym \(days) \(last)"
      let outcome = await shell.run(["add"] + sentence.split(separator: " ").map(String.init))
      let item = try #require(try await shell.repository.item(number: 1))
      #expect(item.title == sentence && item.due == nil && item.repeat == nil, "\(item.title)")
      #expect(outcome.errors.contains("fri"), "\(outcome)")
    }
  }
}
