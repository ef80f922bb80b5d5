import Foundation
import Storage
import Testing

@testable import itemsctl

// The built command on a pseudo-terminal.

@Suite(.enabled(if: PseudoTerminal.isAvailable))
struct InterfaceProcessTests {
  private let workplace: Workplace

  init() throws { workplace = try Workplace() }

  /// The screens on a store with one item, with the terminal's settings told before and after.
  private func terminal(_ line: String = "$0 --store a.sqlite ui; echo code=$?") async throws
    -> PseudoTerminal
  {
    _ = try await BuiltCommand.run("$0 --store a.sqlite add -q Milk", in: workplace)
    let terminal = try PseudoTerminal("stty -g; \(line); stty -g; echo end", in: workplace)
    try await terminal.wait(for: "Milk")
    return terminal
  }

  private func expectRestored(_ terminal: PseudoTerminal, code: Int) async {
    let output = await terminal.expectRestored(code: code)
    #expect(output.contains("\u{1B}[?1000l"))
  }

  @Test
  func `keys change the store, other processes' changes are seen, and q gives the terminal back`()
    async throws
  {
    let terminal = try await terminal()
    _ = try await BuiltCommand.run("$0 --store a.sqlite add -q Bread", in: workplace)
    try await terminal.wait(for: "Bread")
    terminal.type("aTea\r")
    try await terminal.wait(for: "Added 3 \"Tea\"")
    terminal.type("q")
    await expectRestored(terminal, code: 0)
    let list = try await BuiltCommand.run("$0 --store a.sqlite list --fields title", in: workplace)
    #expect(list.output == "Milk\nBread\nTea\n")
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129), ("SEGV", 139)])
  func `a signal or a crash leaves the terminal as it was`(signal: String, code: Int) async throws {
    let terminal = try await terminal(
      "ulimit -c 0; sh -c 'echo $$ >pid; exec \"$0\" --store a.sqlite ui' \"$0\"; echo code=$?"
    )
    _ = try await BuiltCommand.run("kill -\(signal) $(cat pid)", in: workplace)
    await expectRestored(terminal, code: code)
  }

  @Test func `a place to begin is shown, and a wrong one is told before the screen is taken`()
    async throws
  {
    let terminal = try await terminal("$0 --store a.sqlite ui item 1; echo code=$?")
    try await terminal.wait(for: "number")
    terminal.type("qq")
    await expectRestored(terminal, code: 0)
    for words in ["ui item 9", "ui due:never-ever", "ui --preview nothing"] {
      let wrong = try PseudoTerminal("$0 --store a.sqlite \(words); echo code=$?", in: workplace)
      let (_, output) = await wrong.end()
      #expect(output.contains("Error: ") && !output.contains("\u{1B}[?1049h"), "\(output)")
    }
  }

  @Test func `without a terminal it says what to do`() async throws {
    _ = try await BuiltCommand.run("$0 --store a.sqlite add -q Milk", in: workplace)
    let result = try await BuiltCommand.run("$0 --store a.sqlite ui", in: workplace)
    #expect(result.errors.contains("'ui' needs a terminal to draw on."), "\(result.errors)")
  }
}
