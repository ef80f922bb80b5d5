import ArgumentParsing
import Storage
import Sync
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct UsageTests {
  @Test func `the program's definition has no faults`() {
    #expect(ItemsctlProgram.program.definitionErrors == [])
  }

  @Test(arguments: [
    (["today"], "list today"), (["3"], "show 3"), (["projects"], "lists"),
    (["annotate"], "edit <item> --append <text>"),
    (["postpone"], "edit <item> due:<date>"), (["version"], "--version"),
    (["sync", "hub.sqlite"], "sync --remote file:hub.sqlite"),
    (["sync", "https://hub.example/main"], "sync --remote https://hub.example/main"),
    (["config", "view.hot"], "config set view.hot <value>"),
  ]) func `a word of another program is answered with what it is called here`(
    words: [String],
    meant: String
  ) async throws {
    let outcome = await (try Shell()).run(words)
    #expect(outcome.code == .usage)
    #expect(
      outcome.errors.hasPrefix(
        "Error: Unknown subcommand '\(words.last ?? "")'. Did you mean '\(meant)'?\n"
      ),
      "\(outcome.errors)"
    )
  }

  @Test func `a file's name is no word to export by, unless it is meant so`() async throws {
    let shell = try Shell(.full)
    for name in ["out.csv", "o.md", "a/b.ics", "all.json"] {
      let outcome = await shell("export", name)
      #expect(outcome.code == .usage)
      #expect(outcome.errors.contains("Did you mean '--output \(name)'?"), "\(outcome.errors)")
    }
    #expect(await shell("export", "--", "out.csv").code == .success)
    #expect(await shell("export", "milk").code == .success)
  }

  @Test func `a hub is no path alone`() async throws {
    let errors = await (try Shell())("sync", "--remote", "hub.sqlite").errors
    #expect(errors.contains("Did you mean 'file:hub.sqlite'?"), "\(errors)")
  }

  @Test func `a wrong word is answered with what is right`() async throws {
    let shell = try Shell()
    #expect(
      await shell("lst")
        == Outcome(
          code: .usage,
          output: "",
          errors: """
            Error: Unknown subcommand 'lst'. Did you mean 'list'?
            Help:  See 'itemsctl --help'.

            """
        )
    )
    #expect(
      await shell("add", "x", "--prioritty", "high").errors
        == """
        Error: Unknown option '--prioritty'. Did you mean '--priority'?
        Help:  See 'itemsctl add --help'.

        """
    )
    #expect(
      await shell("add", "x", "--priority", "hgih").errors
        == """
        Error: The value 'hgih' is invalid for '--priority <priority>': give none, low, medium or high.
        Help:  See 'itemsctl add --help'.

        """
    )
    #expect(
      await shell("done").errors
        == """
        Error: Missing expected argument '<id|filter>'
        Help:  As in 'itemsctl done 12 15'; see 'itemsctl done --help'.

        """
    )
  }

  @Test(arguments: [
    ["list", "--sort", "dew"], ["list", "--limit", "0"], ["list", "--limit"], ["nope"],
    ["help", "nope"], ["--context", "prod", "list"], ["--fixture", "big", "list"],
    ["list", "--color", "blue"], ["list", "--format", "xml"], ["import"], ["import", "a", "b"],
    ["add", "a", "--id", "12"], ["edit", "1", "--status", "closed"], ["-z"],
    ["--store", "x.txt", "list"], ["--fixture", "full", "list"],
    ["--store", "memory:", "--fixture", "large:99999999999", "list"],
    ["edit", "1", "--title", "-rope"],
  ]) func `a wrong command line exits with 64 and changes nothing`(words: [String]) async throws {
    let shell = try Shell()
    let outcome = await shell.run(words)
    #expect(outcome.code == .usage && outcome.output == "" && outcome.errors.hasPrefix("Error: "))
    #expect(outcome.errors.contains("\nHelp:  See 'itemsctl") || words == ["import"])
  }

  @Test func `an error about a value says how much, and how to write it`() async throws {
    let shell = try Shell()
    #expect(
      await shell("--store", "memory:", "--fixture", "large:5000001", "list").errors.contains(
        "a fixture has at most 5000000 items"
      )
    )
    #expect(await shell("--store", "memory:", "--fixture", "large:3", "list").code == .success)
    let missing = await shell("edit", "1", "--title", "-rope").errors
    #expect(missing.contains("Write '--title=-rope' if '-rope' is the value."))
    _ = await shell("add", "-q", "Sail")
    #expect(await shell("edit", "1", "--title=-rope").output.contains("-rope"))
  }

  @Test(arguments: [
    "exit-codes", "environment", "configuration", "dates", "filters", "formats", "sync",
  ])
  func `each topic can be read and fits 80 columns`(topic: String) async throws {
    let outcome = await (try Shell())("help", topic)
    #expect(outcome.code == .success && outcome.output.count > 200)
    for line in outcome.output.split(separator: "\n") { #expect(line.displayWidth <= 80) }
  }

  @Test func `the page on exit codes names every code there is`() async throws {
    let page = await (try Shell())("help", "exit-codes").output
    for code in [0, 1, 2, 10, 64, 65, 66, 69, 70, 73, 74, 75, 76, 77, 78, 130, 141] {
      #expect(page.contains(" \(code)  "))
    }
  }

  @Test(
    arguments: [
      (StorageError.Code.notFound, 1), (.alreadyExists, 1), (.invalidItem, 65), (.invalidQuery, 64),
      (.misuse, 70), (.cannotOpen, 73), (.notAStore, 65), (.damaged, 65), (.laterVersion, 65),
      (.migrationMismatch, 65), (.busy, 75), (.readOnly, 77), (.permission, 77), (.full, 74),
      (.inputOutput, 74), (.cancelled, 2), (.closed, 70), (.malformedFile, 65),
      (.unsynced, 1),
    ] as [(StorageError.Code, Int32)]
  ) func `each error of a store has its exit code`(code: StorageError.Code, exit: Int32) {
    #expect(ExitCode(code).rawValue == exit)
  }

  @Test(
    arguments: [
      (SyncError.Code.cancelled, 2), (.invalidRemote, 64), (.badHub, 65), (.unreachable, 69),
      (.store, 74), (.busy, 75), (.quota, 75), (.protocolViolation, 76), (.upgrade, 76),
      (.tooManyResets, 76), (.unauthorized, 77), (.notBuiltIn, 78), (.deleted, 66),
    ] as [(SyncError.Code, Int32)]
  ) func `each error of a sync has its exit code`(code: SyncError.Code, exit: Int32) {
    #expect(ExitCode(SyncError(code, "x")).rawValue == exit)
  }

  @Test func `how a sync ended has its exit code`() {
    var summary = SyncSummary()
    #expect(ExitCode(summary).rawValue == 0)
    summary.conflicts = 1
    #expect(ExitCode(summary).rawValue == 10)
    summary.verification = SyncSummary.Verification(differences: 1, unsynced: 0)
    #expect(ExitCode(summary).rawValue == 70)
  }

  @Test func `each error of the command keeps its code through a write`() {
    let failure = CommandError(.noInput, "x", help: ["y", "z"])
    let back = CommandError(failure.wrappedAsStorageError)
    #expect(back.code == .noInput && back.text() == "Error: x\nHelp:  y\n       z\n")
  }

  @Test(
    arguments: [
      (ColorChoice.auto, [:], true, true), (.auto, [:], false, false),
      (.auto, ["NO_COLOR": "1"], true, false), (.auto, ["NO_COLOR": ""], true, true),
      (.auto, ["CLICOLOR_FORCE": "1"], false, true), (.auto, ["CLICOLOR_FORCE": "0"], false, false),
      (.auto, ["TERM": "dumb"], true, false), (.always, ["NO_COLOR": "1"], false, true),
      (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false), (.never, [:], true, false),
    ] as [(ColorChoice, [String: String], Bool, Bool)]
  )
  func `colour is decided in order`(
    choice: ColorChoice,
    variables: [String: String],
    isTerminal: Bool,
    expected: Bool
  ) {
    #expect(choice.allowsColor(isTerminal: isTerminal, variables: variables) == expected)
  }
}
