import ArgumentParsing
import Testing

@testable import itemsctl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The help of every command and every topic, whole, at three widths.
@Suite struct HelpTests {
  /// A page: what its file is called, and the words that ask for it.
  struct Page: Sendable, CustomTestStringConvertible {
    var name: String
    var words: [String]
    var testDescription: String { name }
  }

  static let commands = ItemsctlProgram.program.chains
    .filter { !$0.command.isHidden }
    .map { Page(name: $0.path.joined(separator: "-"), words: $0.path.dropFirst() + ["--help"]) }

  static let topics = HelpTopics.all
    .map { Page(name: "help-\($0.name)", words: ["help", $0.name]) }

  @Test(arguments: commands + topics)
  func `each page is what its file says`(_ page: Page) async throws {
    var text = ""
    for width in [40, 80, 200] {
      let outcome = await (try Shell(isTerminal: true, width: width)).run(page.words)
      #expect(outcome.code == .success && outcome.errors.isEmpty)
      text += "# \(width) columns\n\n\(outcome.output)\n"
    }
    try GoldenFile(name: "help/\(page.name).txt").expect(text)
  }

  @Test func `no example has a sign that means something else to a shell`() {
    for chain in ItemsctlProgram.program.chains {
      for example in chain.command.examples {
        // Every second part stands within quotes, which do not keep a shell from `!`.
        let parts = example.commandLine.split(separator: "\"", omittingEmptySubsequences: false)
        let bare = parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }.joined()
        let reads = bare.split(separator: "<").dropFirst().contains { !$0.hasPrefix("(") }
        #expect(!reads && !example.commandLine.contains("!"), "\(example)")
      }
    }
  }

  @Test func `no file is left of a page that is gone`() throws {
    let pages = Set((Self.commands + Self.topics).map { "\($0.name).txt" })
    for name in try GoldenFile.names(in: "help") where !pages.contains(name) {
      Issue.record("Golden/help/\(name) belongs to no page any more; remove it.")
    }
  }

  @Test(arguments: commands + topics)
  func `no line is wider than it need be`(_ page: Page) async throws {
    for width in [40, 60, 80] {
      let outcome = await (try Shell(isTerminal: true, width: width)).run(page.words)
      // What is there to be copied, and what is set in columns by hand, is never broken.
      let lines = outcome.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      for line in lines { #expect(line.displayWidth <= width, "\(line)") }
    }
  }

  @Test func `an error's lines fit the terminal, and are whole for programs`() async throws {
    let words = ["add", "x", "--priority", "hgih"]
    let narrow = await (try Shell(isTerminal: true, width: 40)).run(words)
    #expect(
      narrow.errors.hasPrefix(
        """
        Error: The value 'hgih' is invalid for
               '--priority <priority>'. Please
               provide one of 'none', 'low',
               'medium' or 'high'.

        """
      )
    )
    for line in narrow.errors.split(separator: "\n") { #expect(line.displayWidth <= 40) }
    let piped = await (try Shell()).run(words)
    #expect(piped.errors.contains("<priority>'. Please provide one of 'none', 'low', 'medium'"))
  }

  @Test func `an error shows what a terminal would obey`() async throws {
    let outcome = await (try Shell()).run(["list", "--\u{1B}[31mred"])
    #expect(outcome.errors.hasPrefix(#"Error: Unknown option '--\u001b[31mred'"#))
  }

  @Test func `the help of sync leads to all about syncing`() async throws {
    let shell = try Shell()
    let short = await shell("sync", "--help").output
    let long = await shell("help", "sync").output
    #expect(
      short.hasSuffix("  See 'itemsctl help sync' for: How stores and a hub are kept in sync.\n")
    )
    #expect(long.hasPrefix(short + "\nTOPIC: How stores and a hub are kept in sync\n"))
  }
}
