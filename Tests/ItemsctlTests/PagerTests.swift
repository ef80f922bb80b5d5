import Foundation
import Testing

@testable import CommandKit
@testable import itemsctl

/// Long texts on a terminal.
@Suite(.enabled(if: PseudoTerminal.isAvailable)) struct PagerTests {
  private let workplace: Workplace
  private static let long = "$0 --store memory: --fixture full list"

  init() throws { workplace = try Workplace() }

  private func terminal(
    _ line: String,
    rows: UInt16 = 10,
    _ variables: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(line, in: workplace, rows: rows, variables: variables)
  }

  @Test func `what is more than a screen is shown by the pager`() async throws {
    let result = try await terminal(Self.long, ["PAGER": "sed s/^/paged:/"]).end()
    #expect(result.code == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count > 10 && lines.allSatisfy { $0.hasPrefix("paged:") }, "\(result.output)")
  }

  @Test func `what fits the screen is not`() async throws {
    let variables = ["PAGER": "sed s/^/paged:/"]
    let result = try await terminal("\(Self.long) -n 5", variables).end()
    #expect(result.code == 0 && !result.output.contains("paged:"))
    // Five items, the names of the columns, and the headings of the days, of which there may be none.
    let lines = result.output.split(whereSeparator: \.isNewline)
    #expect(6...10 ~= lines.count, "\(result.output)")
  }

  @Test(arguments: [
    ["PAGER": ""], ["PAGER": "cat"], ["ITEMSCTL_PAGER": "none", "PAGER": "false"],
    ["TERM": "dumb", "PAGER": "false"], ["PAGER": "no-such-program"],
  ])
  func `without a pager everything is there`(variables: [String: String]) async throws {
    let result = try await terminal(Self.long, variables).end()
    #expect(result.code == 0)
    #expect(result.output.split(separator: "\n").count > 20, "\(result.output)")
  }

  @Test func `a pipe is never paged`() async throws {
    let result = try await terminal("\(Self.long) | wc -l", ["PAGER": "false"]).end()
    #expect(result.code == 0 && Int(result.output.trimmed.dropLast()) ?? 0 > 20, "\(result.output)")
  }

  @Test func `who leaves the pager early has succeeded`() async throws {
    let line = "$0 --store memory: --fixture large:20000 list; echo code $?"
    let result = try await terminal(line, ["PAGER": "head -n 2"]).end()
    #expect(result.output.hasSuffix("\ncode 0\n") && !result.output.contains("Error"))
    #expect(result.output.split(separator: "\n").count == 3, "\(result.output)")
  }

  @Test func `a pager that a shell cannot run is an error with a remedy`() async throws {
    let result = try await terminal("\(Self.long); echo code $?", ["PAGER": "nope | nope"]).end()
    #expect(result.output.contains("Cannot run the pager 'nope | nope'."))
    #expect(result.output.hasSuffix("\ncode 1\n"), "\(result.output)")
  }

  @Test func `a pager is told how to treat colours, unless it has been told`() async throws {
    let line = "\(Self.long) >/dev/null; \(Self.long)"
    let pager = "cat >/dev/null; echo LESS is $LESS"
    let told = try await terminal(line, ["PAGER": pager]).end()
    #expect(told.output == "LESS is FIRX\n")
    let kept = try await terminal(line, ["PAGER": pager, "LESS": "S"]).end()
    #expect(kept.output == "LESS is S\n")
  }

  @Test func `help is paged, and the setting comes before PAGER`() async throws {
    _ = try await BuiltCommand.run("$0 config set pager 'sed s/^/set:/'", in: workplace)
    for line in ["$0 --help", "$0 help dates"] {
      let result = try await terminal(line, ["PAGER": "false"]).end()
      #expect(result.code == 0 && result.output.hasPrefix("set:"), "\(result.output)")
    }
  }

  @Test func `Ctrl-C is the pager's`() async throws {
    // The pager says that it is there, and goes on after Ctrl-C until it is told to end.
    let pager = "trap 'echo caught' INT; cat >/dev/null; echo ready; read line </dev/tty; echo bye"
    let terminal = try terminal("exec \(Self.long)", ["PAGER": pager])
    try await terminal.wait(for: "ready")
    terminal.type("\u{3}")
    try await terminal.wait(for: "caught")
    terminal.type("q\n")
    let result = await terminal.end()
    #expect(result.code == 0 && result.output.contains("bye"), "\(result)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/less")))
  func `less shows the list and is left by a key`() async throws {
    let terminal = try terminal("\(Self.long); echo code $?")
    try await terminal.wait(for: "TITLE")
    try await terminal.wait(for: ":")
    terminal.type("q")
    #expect(await terminal.end().output.contains("code 0\n"))
  }
}
