import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Titles that a terminal or a table may stumble over.
private let titles = [
  "a\u{1B}]0;pwned\u{7}b\u{9B}31m", "two\nlines\r\nof\ttext", "\u{202E}desrever\u{202C}",
  "\u{2066}isolated\u{2069} \u{200F}marks\u{200E}", "nul\u{0}inside", "\u{2028}separated\u{2029}",
  String(repeating: "👩‍👩‍👧‍👦", count: 1_000), String(repeating: "🏳️‍🌈", count: 500),
  String(repeating: "e\u{301}", count: 500), String(repeating: "牛", count: 1_000),
  "\u{7F}\u{85}", "'\"`$(rm -rf ~)\\",
]

@Suite struct UnusualTitleTests {
  @Test(arguments: titles)
  func `every command shows it on a terminal, and changes nothing in it`(title: String)
    async throws
  {
    let shell = try Shell(isTerminal: true, width: 60)
    let commands = [
      ["add", "--", title], ["list"], ["show", "1"], ["tag", "+t", "1"], ["done", "1"],
      ["reopen", "1"], ["delete", "1"], ["list", "--deleted"], ["restore", "1"], ["log"], ["undo"],
      ["redo", "--dry-run"], ["redo"], ["delete", "1", "--dry-run"], ["edit", "1", "--list", "x"],
    ]
    for words in commands {
      let outcome = await shell.run(words + (words.contains("--") ? [] : ["--color", "never"]))
      #expect(outcome.code == .success, "\(words): \(outcome.errors)")
      for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
        let isObeyed = scalar.properties.generalCategory == .control
        #expect(!isObeyed && !(0x202A...0x202E).contains(scalar.value), "\(words)")
      }
      if words[0] == "list" || words[0] == "log" {
        for line in outcome.output.split(separator: "\n") { #expect(line.displayWidth <= 60) }
      }
    }
    let stored = try #require(try await shell.repository.item(number: 1)?.title)
    #expect(stored.utf8.elementsEqual(title.utf8))
    let json = try JSONParser.parse(await shell("show", "1", "--json").output)
    #expect(json["items"]?[0]?["title"]?.string.map { $0.utf8.elementsEqual(title.utf8) } == true)
    let line = await shell("list", "--format", "tsv").output
    #expect(line.split(separator: "\n").count == 1)
    #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 7)
  }
}
