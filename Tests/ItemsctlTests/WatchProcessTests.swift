import Foundation
import Storage
import Testing

@testable import itemsctl

// The built command on a pseudo-terminal, and in pipes.

@Suite(.enabled(if: PseudoTerminal.isAvailable))
struct WatchProcessTests: CommandSuite {
  let workplace: Workplace
  private static let taken = "\u{1B}[?1049h"

  init() throws { workplace = try Workplace() }

  /// Watches a store with one item, with the terminal's settings told before and after.
  private func watch(
    _ store: String,
    _ line: String = "$0 --store %s watch; echo code=$?"
  ) async throws -> PseudoTerminal {
    _ = try await run("$0 --store \(store) add -q Milk")
    let line = line.replacing("%s", with: store)
    let terminal = try PseudoTerminal("stty -g; \(line); stty -g; echo end", in: workplace)
    try await terminal.wait(for: Self.taken)
    try await terminal.wait(for: "1 open")
    return terminal
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `other processes' changes are seen, and q leaves the terminal as it was`(store: String)
    async throws
  {
    let terminal = try await watch(store)
    _ = try await run("$0 --store \(store) add -q Bread")
    try await terminal.wait(for: "Bread")
    terminal.type("q")
    await terminal.expectRestored(code: 0)
  }

  @Test func `Ctrl-C ends it with 130`() async throws {
    // In a shell of its own, which is asked to go on.
    let terminal = try await watch("a.sqlite", "trap : INT; $0 --store %s watch; echo code=$?")
    terminal.type("\u{3}")
    await terminal.expectRestored(code: 130)
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129), ("QUIT", 131), ("SEGV", 139), ("ABRT", 134)])
  func `a signal or a crash leaves the terminal as it was`(signal: String, code: Int) async throws {
    let terminal = try await watch(
      "a.sqlite",
      "ulimit -c 0; sh -c 'echo $$ >pid; exec \"$0\" --store %s watch' \"$0\"; echo code=$?"
    )
    _ = try await run("kill -\(signal) $(cat pid)")
    await terminal.expectRestored(code: code)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func `Ctrl-Z gives the terminal to the shell, and fg takes it back`() async throws {
    let terminal = try await watch(
      "a.sqlite",
      "bash -m -c '\"$0\" --store %s watch; stty -g; echo stopped; fg; echo code=$?' \"$0\""
    )
    terminal.type("\u{1A}")
    try await terminal.wait(for: PseudoTerminal.givenBack)
    try await terminal.wait(for: "stopped")
    try await terminal.wait(for: Self.taken)
    try await terminal.wait(for: "Milk")
    terminal.type("q")
    await terminal.expectRestored(code: 0)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func `in the background it writes nothing and stops, until fg calls it`() async throws {
    _ = try await run("$0 --store a.sqlite add -q Milk")
    let terminal = try PseudoTerminal(
      """
      stty -g; bash -m -c '"$0" --store a.sqlite watch & wait %1; stty -g; echo stopped; fg; \
      echo code=$?' "$0"; stty -g; echo end
      """,
      in: workplace
    )
    let before = try await terminal.wait(for: "stopped")
    #expect(!before.contains("\u{1B}"))
    let settings = Set(before.split(whereSeparator: \.isNewline).filter { $0.contains(":") })
    #expect(settings.count == 1, "\(before)")
    try await terminal.wait(for: Self.taken)
    try await terminal.wait(for: "1 open")
    terminal.type("q")
    await terminal.expectRestored(code: 0)
  }

  @Test func `a store that goes away is told after the screen is given back`() async throws {
    let terminal = try await watch("a.sqlite")
    _ = try await run("rm a.sqlite*")
    terminal.type("j")
    try await terminal.wait(for: PseudoTerminal.givenBack)
    try await terminal.wait(for: "Error: ")
    await terminal.expectRestored(code: 74)
  }

  @Test func `without a terminal to draw on it is refused, with what to do instead`() async throws {
    _ = try await run("$0 --store a.sqlite add -q Milk")
    let result = try await run("$0 --store a.sqlite watch")
    #expect(result.code == 64 && result.output == "", "\(result)")
    #expect(result.errors.contains("'--json' prints a line for each change"))
    let dumb = try PseudoTerminal(
      "$0 --store a.sqlite watch",
      in: workplace,
      variables: ["TERM": "dumb"]
    )
    let (code, output) = await dumb.end()
    #expect(code == 64 && !output.contains("\u{1B}"), "\(output)")
  }

  @Test func `a store that is yet to be made is not made, and none is watched in its place`()
    async throws
  {
    let result = try await run(
      "$0 watch --json; echo $?; : >a.sqlite; $0 --store a.sqlite watch --json"
    )
    #expect(result.code == 66 && result.output == "66\n", "\(result)")
    #expect(result.errors.contains("There is no store at"))
    #expect(!workplace.exists(".local"))
  }

  @Test func `a program is told of each change on a line`() async throws {
    _ = try await run("$0 --store a.sqlite add -q Milk")
    let call = try BuiltCommand.start(
      shell: "exec $0 --store a.sqlite watch --json >events",
      in: workplace
    )
    defer { call.send(SIGTERM) }
    for (line, event) in [
      (":", "\"event\":\"current\",\"items\":1}"),
      ("$0 --store a.sqlite add -q Bread", "\"event\":\"current\",\"items\":2}"),
      ("$0 --store a.sqlite edit -q 2 --title Rye", "\"event\":\"changed\""),
      ("$0 --store a.sqlite done -q 1", "\"event\":\"gone\""),
    ] {
      _ = try await run(line)
      try await workplace.wait(in: "events", for: event)
    }
    call.send(SIGINT)
    #expect(try await call.result().code == 130)
    let events = try String(decoding: workplace.read("events"), as: UTF8.self)
      .split(separator: "\n").map { try JSONParser.parse(String($0)) }
    #expect(events.allSatisfy { $0["schema"] == 4 })
    #expect(
      events.compactMap { $0["event"]?.string } == [
        "item", "current", "item", "current", "changed", "current", "gone", "current",
      ]
    )
    #expect(events[4]["item"]?["title"] == "Rye" && events[6]["number"] == 1)
  }

  @Test func `a reader that goes away ends it quietly, though nothing changes`() async throws {
    let result = try await run(
      "$0 --store a.sqlite add -q Milk; { $0 --store a.sqlite watch --json; echo $? >code; } | head -n 1"
    )
    #expect(result.output.contains("\"event\":\"item\"") && result.errors == "", "\(result)")
    #expect(try workplace.read("code") == Data("141\n".utf8))
  }
}
