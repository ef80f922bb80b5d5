import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct GlobalOptionsTests {
  @Test func `verbose tells of the store and the time, beside the data`() async throws {
    let shell = try Shell(.full)
    let plain = await shell("list", "-n", "1")
    let outcome = await shell("list", "-n", "1", "--verbose")
    #expect(outcome.output == plain.output && plain.errors.isEmpty)
    #expect(
      outcome.errors == """
        itemsctl: The store is /dev/null/.local/share/itemsctl/items.sqlite, chosen by the default.
        itemsctl: Opened after 0.0 ms.
        itemsctl: Ended with 0 after 0.0 ms.

        """
    )
  }

  @Test(arguments: [
    (["--store", "a.sqlite"], "a.sqlite, chosen by the command line."),
    (["--context", "preview"], "memory:, chosen by the command line."),
    ([], "b.sqlite, chosen by the variable ITEMSCTL_STORE."),
  ])
  func `verbose tells who chose the store`(words: [String], expected: String) async throws {
    var shell = try Shell()
    shell.variables["ITEMSCTL_STORE"] = "b.sqlite"
    let outcome = await shell.run(["list", "-v"] + words)
    #expect(outcome.errors.hasPrefix("itemsctl: The store is \(expected)\n"))
  }

  @Test func `quiet silences verbose`() async throws {
    #expect(await (try Shell())("list", "-vq").errors == "")
  }

  @Test(
    arguments: [
      (true, false, "y\n", nil), (true, false, "", .cancelled), (true, false, "n\n", .cancelled),
      (true, true, "y\n", .usage), (false, false, "y\n", .usage),
    ] as [(Bool, Bool, String, ExitCode?)]
  )
  func `a question is asked only where somebody can answer`(
    hasTerminal: Bool,
    isForbidden: Bool,
    answer: String,
    code: ExitCode?
  ) {
    let errors = CapturedSink()
    let questions = Questions(
      output: Output(of: "itemsctl", to: CapturedSink(), messagesTo: errors, appearance: .plain),
      input: TextSource(answer),
      hasTerminal: hasTerminal,
      isForbidden: isForbidden
    )
    do throws(CommandError) {
      try questions.confirm("Delete 5 items?")
      #expect(code == nil)
    } catch {
      #expect(error.code == code)
    }
    // Without an answer, what comes next has a line of its own.
    let end = answer.isEmpty ? "\n" : ""
    #expect(errors.text == (questions.mayAsk ? "Delete 5 items? [y/N] \(end)" : ""))
  }
}
