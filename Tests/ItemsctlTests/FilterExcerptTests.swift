import ArgumentParsing
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct FilterExcerptTests {
  @Test(
    arguments: [
      (["list:home", "prio:high", "+x"], "  list:home prio:high +x\n            ^~~~\n"),
      (["+x", "or"], "  +x or\n       ^\n"),
      (["not", "(", "a"], "  not '(' a\n       ^\n"),
      (["a", ")"], "  a ')'\n     ^\n"),
      (["status:open,opne"], "  status:open,opne\n              ^~~~\n"),
      (["due<in 3 fortnights"], "  'due<in 3 fortnights'\n            ^~~~~~~~~~\n"),
      (["due:today..fri 5qm"], "  'due:today..fri 5qm'\n                  ^~~\n"),
      (["list:\"a"], "  'list:\"a'\n        ^~\n"),
      (["list:\"a\"b"], "  'list:\"a\"b'\n           ^\n"),
      (["牛乳", "prio:x"], "  牛乳 prio:x\n       ^~~~\n"),
      (["it's", "prio:x"], "  'it'\\''s' prio:x\n            ^~~~\n"),
      (["+x", "(a or (due:fry))"], "  +x '(a or (due:fry))'\n                 ^~~\n"),
      (["(a", "or", "prio:x)"], "  '(a' or 'prio:x)'\n           ^~~~\n"),
      (["(a or"], "  '(a or'\n         ^\n"),
      (["a", "!"], "  a '!'\n     ^\n"),
      ([""], "  ''\n  ^\n"),
      (["text:\"\""], "  'text:\"\"'\n        ^~\n"),
      (["a\u{1B}[2J", "prio:x"], "  'a\u{FFFD}[2J' prio:x\n          ^~~~\n"),
    ] as [([String], String)]
  ) func `the word at fault is marked`(words: [String], excerpt: String) async throws {
    for command in ["list", "export", "edit", "delete", "search"] {
      let options = command == "edit" ? ["--title", "x", "--yes"] : []
      let outcome = await (try Shell()).run([command] + options + words)
      #expect(outcome.code == .usage && outcome.output == "")
      #expect(outcome.errors.contains("\n" + excerpt), "\(command): \(outcome.errors)")
    }
  }

  @Test(arguments: [20, 30, 40, 60, 80])
  func `the excerpt fits the terminal, and shows the mark`(width: Int) async throws {
    let shell = try Shell(isTerminal: true, width: width)
    let long = (1...30).map { "word\($0)" }
    for words in [long + ["prio:x"] + long, ["prio:x"] + long, long + ["prio:x"]] {
      let lines = await shell.run(["list"] + words).errors.split(separator: "\n")
      let place = try #require(lines.firstIndex { $0.contains("^") })
      let (excerpt, mark) = (lines[place - 1], lines[place])
      #expect(excerpt.displayWidth <= width && mark.displayWidth <= width, "\(excerpt)")
      let column = mark.prefix { $0 == " " }.count
      #expect(String(excerpt).dropFirst(column).hasPrefix("prio"), "\(excerpt)\n\(mark)")
    }
  }

  @Test func `the words in front of a filter are shown with it`() async throws {
    let outcome = await (try Shell())("tag", "+a", "list:x", "prio:y", "--yes")
    #expect(outcome.errors.contains("\n  +a list:x prio:y\n            ^~~~\n"))
  }
}
