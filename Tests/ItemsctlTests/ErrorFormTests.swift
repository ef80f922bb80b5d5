import ArgumentParsing
import Testing

@testable import CommandKit
@testable import itemsctl

/// Errors for typing mistakes: a sentence, then what was typed with a mark or one line of help, and no more.
@Suite struct ErrorFormTests {
  private static let chains = ItemsctlProgram.program.chains.filter { !$0.command.isHidden }

  /// The paths of the commands that run by themselves.
  static let paths = chains.filter { $0.command.action != nil }.map { Array($0.path.dropFirst()) }

  /// Those with a filter, and what they need beside it.
  static let filters: [[String]] = [
    ["list"], ["count"], ["export"], ["stats"], ["remind"], ["watch"], ["search", "x"], ["done"],
    ["skip"], ["cancel"], ["reopen"], ["delete"], ["restore"], ["purge"], ["edit", "--tag", "x"],
    ["tag", "+x"], ["sync", "resolve", "--keep"],
  ]

  /// A pipe, and a terminal of the usual width, which wraps sentences.
  private func check(
    _ words: [String],
    lines: ClosedRange<Int> = 2...3,
    _ isRight: ([String]) -> Bool = { $0.contains { $0.hasPrefix("Help:  ") } }
  ) async throws {
    for width in [nil, 80] {
      let place = try Workplace()
      var shell = try Shell(isTerminal: width != nil, width: width)
      shell.variables["XDG_STATE_HOME"] = place.path
      let outcome = await shell.run(words)
      #expect(outcome.code == .usage && outcome.output == "", "\(words): \(outcome)")
      let printed = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
      #expect(lines.contains(printed.count), "\(words): \(outcome.errors)")
      #expect(printed.first?.hasPrefix("Error: ") == true && outcome.errors.hasSuffix("\n"))
      #expect(!outcome.errors.contains("Usage:") && !outcome.errors.contains("more information"))
      #expect(isRight(printed), "\(words): \(outcome.errors)")
      #expect(printed.filter { $0.hasPrefix("Error: ") }.count == 1)
      if width == 80 { #expect(printed.allSatisfy { $0.displayWidth <= 80 }, "\(outcome.errors)") }
    }
  }

  @Test(arguments: paths)
  func `a slip in the name of an option`(path: [String]) async throws {
    let chain = try #require(Self.chains.first { $0.path.dropFirst().elementsEqual(path) })
    for option in chain.visibleOptions where !option.isHidden && option.name.count > 3 {
      let slip = "--" + option.name.dropLast(2) + "x"
      try await check(path + [slip]) { lines in
        lines[0].hasPrefix("Error: Unknown option '\(slip)'")
          && lines.last == "Help:  See '\(chain.path.joined(separator: " ")) --help'."
      }
    }
  }

  @Test func `a slip in the name of a command, of a subcommand, and of a topic`() async throws {
    for path in Self.paths where !path.isEmpty {
      let slip = path.dropLast() + [String(path[path.count - 1].dropLast()) + "xx"]
      let before = Self.chains.first { $0.path.dropFirst().elementsEqual(path.dropLast()) }
      // A word behind a command that takes words is one of them.
      guard before?.command.arguments.isEmpty ?? true, path != ["__complete"] else { continue }
      try await check(Array(slip)) {
        $0[0].hasPrefix("Error: Unknown subcommand '\(slip.last ?? "")'")
      }
    }
    for topic in HelpTopics.all {
      try await check(["help", topic.name + "xx"]) {
        let text = $0.joined(separator: " ").split(separator: " ").joined(separator: " ")
        return text.contains("Did you mean '\(topic.name)'?")
      }
    }
  }

  @Test(arguments: filters)
  func `a slip in a filter`(command: [String]) async throws {
    for words in [
      ["prio:high"], ["prioritty:high"], ["+x", "or"], ["not"], ["(", "a"], ["a", ")"],
      ["status:opne"], ["due:frday"], ["list:home", "due<tomorow"], ["priority:urgent"], ["due:"],
      ["is:overdeu"], ["http://example.org"], ["due:friday", "5pm"], ["list:\"a"], ["-"],
    ] {
      try await check(command + words) { lines in
        lines.count == 3 && lines[1].hasPrefix("  ") && lines[2].contains("^")
          && lines[2].allSatisfy { " ^~".contains($0) }
      }
    }
  }

  @Test(arguments: [
    ["add", "x", "--due"], ["add", "x", "--start"], ["edit", "1", "--due"],
    ["edit", "1", "--start"],
  ])
  func `a slip in a date of an option`(words: [String]) async throws {
    for date in ["frday", "tomorow 5pm", "next wednsday", "2026-13-01", "5pm tody", ""] {
      try await check(words + [date]) { $0.last == "Help:  See 'itemsctl help dates'." }
    }
  }

  @Test(arguments: [["add", "x"], ["edit", "1"]], ["due:", "start:"])
  func `a slip in a date of a word`(words: [String], key: String) async throws {
    for date in ["frday", "tomorow 5pm", "2026-13-01"] {
      try await check(words + [key + date]) { $0.last == "Help:  See 'itemsctl help dates'." }
    }
  }

  @Test(arguments: [
    ["add", "x", "--repeat", "evry week"], ["add", "x", "--priority", "hgih"],
    ["edit", "1", "--status", "clsed"], ["list", "--sort", "deu"], ["list", "--limit", "x"],
    ["list", "--format", "jsno"], ["list", "--color", "alway"], ["config", "set", "lsit", "x"],
    ["config", "get", "strore"], ["config", "set", "sort", "deu"], ["undo", "x"], ["show", "x"],
    ["completions", "bsh"], ["import"], ["done"], ["edit"], ["search"], ["convert", "a.json"],
    ["add", "x", "prio:high"], ["add", "x", "priority:hgih"], ["edit", "1", "lst:home"],
    ["list", "-n=x"], ["list", "-z"], ["delete", "-f", "+x"], ["add", "x", "--due"], ["tag", "1"],
    ["tag", "1", "x"], ["login", "x"], ["sync", "--remote", "x"],
  ])
  func `any other slip`(words: [String]) async throws { try await check(words) }
}
