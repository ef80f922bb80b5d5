import ArgumentParsing
import Testing

@testable import CommandKit
@testable import itemsctl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whole pages of help, and what a shell, an error and a narrow terminal make of such texts.
///
/// ``HelpStructureTests`` has what holds for every page.
@Suite struct HelpTests {
  /// The pages that are kept as files: those in which the most kinds of lines occur.
  private static let kept = HelpPage.all.filter {
    [
      "itemsctl-add", "itemsctl-edit", "itemsctl-import", "itemsctl-list", "itemsctl-sync",
      "help-filters",
    ].contains($0.name)
  }

  @Test(arguments: kept)
  func `each page that is kept is what its file says`(_ page: HelpPage) async throws {
    var text = ""
    for width in HelpPage.widths {
      text += "# \(width) columns\n\n\(try await page.text(width: width))\n"
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
    let pages = Set(Self.kept.map { "\($0.name).txt" })
    #expect(pages.count == 6)
    for name in try GoldenFile.names(in: "help") where !pages.contains(name) {
      Issue.record("Golden/help/\(name) belongs to no page that is kept; remove it.")
    }
  }

  @Test func `an error's lines fit the terminal, and are whole for programs`() async throws {
    let words = ["add", "x", "--priority", "hgih"]
    let narrow = await (try Shell(isTerminal: true, width: 40)).run(words)
    #expect(
      narrow.errors.hasPrefix(
        """
        Error: The value 'hgih' is invalid for
               '--priority <priority>': give
               none, low, medium or high.

        """
      )
    )
    for line in narrow.errors.split(separator: "\n") { #expect(line.displayWidth <= 40) }
    let piped = await (try Shell()).run(words)
    #expect(piped.errors.contains("<priority>': give none, low, medium"))
  }

  @Test func `an error shows what a terminal would obey`() async throws {
    let outcome = await (try Shell()).run(["list", "--\u{1B}[31mred"])
    #expect(outcome.errors.hasPrefix(#"Error: Unknown option '--\u001b[31mred'"#))
  }
}
