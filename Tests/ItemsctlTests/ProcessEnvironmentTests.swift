import Foundation
import Storage
import Testing

@testable import itemsctl

/// What the command does where the world is not as usual.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct SurroundingsTests: CommandSuite {
  let workplace: Workplace

  init() throws { workplace = try Workplace() }

  @Test func `without a home there is no place for a store, but for one that is named`()
    async throws
  {
    for line in ["env -u HOME $0 list", "HOME= $0 list", "HOME=relative $0 add x"] {
      let result = try await run(line)
      #expect(result.code == 78 && result.output.isEmpty, "\(line)")
      #expect(result.errors.contains("Cannot find the folder for the store"), "\(result.errors)")
      #expect(result.errors.contains("\nHelp:  Give one by '--store PATH' or ITEMSCTL_STORE."))
    }
    #expect(try await run("env -u HOME $0 --store a.json add -q x").code == 0)
    #expect(try await run("env -u HOME $0 --help").code == 0)
  }

  @Test func `a home that is not there is as good as empty, until something is to be kept`()
    async throws
  {
    let variables = ["HOME": "/proc/nonexistent"]
    let listed = try await run("$0 list", variables: variables)
    #expect(listed.code == 0 && listed.output.isEmpty && listed.errors.isEmpty)
    let added = try await run("$0 add x", variables: variables)
    #expect([73, 77].contains(added.code))
    #expect(added.errors.hasPrefix("Error: Cannot make the folder '/proc/nonexistent"))
  }

  @Test(arguments: ["0", "-3", "nonsense", "99999999999999999999"])
  func `a width that is none is not known`(columns: String) async throws {
    let variables = ["COLUMNS": columns]
    let list = "$0 --context preview list --format table --color never"
    #expect(try await run(list, variables: variables).output == run(list).output)
    #expect(try await run("$0 --help", variables: variables).output == run("$0 --help").output)
  }

  @Test(arguments: ["1", "2", "9", "1000000000"])
  func `a width of any number is enough`(columns: String) async throws {
    for line in ["--context preview list --format table", "list --help", "lst", "help sync"] {
      let result = try await run("$0 \(line)", variables: ["COLUMNS": columns])
      #expect([0, 64].contains(result.code))
      #expect(result.output.utf8.count + result.errors.utf8.count < 100_000)
    }
  }

  @Test(arguments: [
    ("", true), ("UTC", true), ("Europe/Warsaw", true), (":Europe/Warsaw", true),
    ("/usr/share/zoneinfo/Asia/Tokyo", true), ("CET-1CEST", true), ("<+0330>-3:30", true),
    ("EST5EDT,M3.2.0,M11.1.0", true),
    ("Nope/Nope", false), ("/no/such/zone", false), ("Europe", false), ("+3", false), ("x1", false),
  ])
  func `a time zone that is not known is told, and a known one is not`(
    zone: String,
    isKnown: Bool
  ) async throws {
    let hasZones = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Warsaw")
    guard hasZones || !isKnown || !zone.contains("/") else { return }
    let result = try await run("$0 list", variables: ["TZ": zone])
    let warning = "Warning: TZ names no known time zone, '\(zone)': times are in UTC.\n"
    #expect(result.code == 0 && result.errors == (isKnown ? "" : warning), "\(result)")
    #expect(try await run("$0 list -q", variables: ["TZ": zone]).errors == "")
  }

  @Test func `a locale without UTF-8 changes no text`() async throws {
    let variables = ["LC_ALL": "C", "LANG": "C"]
    let added = try await run("$0 add 'Bilety do Krakowa 🎂 zażółć'", variables: variables)
    #expect(added.code == 0 && added.output.contains("Bilety do Krakowa 🎂 zażółć"))
    let listed = try await run("$0 list", variables: variables)
    #expect(listed.output.hasSuffix("\tBilety do Krakowa 🎂 zażółć\n"))
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `a closed stream is an error where it is needed, and never a hole in a store`(
    store: String
  ) async throws {
    let variables = ["ITEMSCTL_STORE": store]
    #expect(try await run("$0 add -q one", variables: variables).code == 0)
    let output = try await run("$0 list >&-", variables: variables)
    #expect(output.code == 74)
    #expect(output.errors.hasPrefix("Error: Writing to standard output failed: Bad file desc"))
    #expect(try await run("$0 --version >&-", variables: variables).code == 74)
    #expect(try await run("$0 add -q two >&- 2>&- <&-", variables: variables).code == 0)
    let input = try await run("$0 add - <&-", variables: variables)
    #expect(input.code == 74, "\(input.errors)")
    #expect(input.errors.contains("Reading standard input failed: Bad file descriptor."))
    let silent = try await run("$0 lst 2>&-", variables: variables)
    #expect(silent.code == 64 && silent.output.isEmpty)
    let listed = try await run("$0 list --sort number", variables: variables)
    #expect(listed.output == "1\topen\tnone\t\tinbox\t\tone\n2\topen\tnone\t\tinbox\t\ttwo\n")
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a dumb terminal gets no colours, and no line is drawn anew`() async throws {
    let terminal = try PseudoTerminal(
      "$0 --context preview list; $0 --store a.json sync --remote file:hub.sqlite",
      in: workplace,
      variables: ["TERM": "dumb"]
    )
    let result = await terminal.end()
    #expect(result.code == 0 && result.output.contains("TITLE"))
    #expect(!result.output.contains("\u{1B}"), "\(result.output)")
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable), arguments: ["add -", "import -"])
  func `who is waited for is told`(command: String) async throws {
    let terminal = try PseudoTerminal("$0 --store a.json \(command)", in: workplace)
    try await terminal.wait(for: "Reading from the terminal; Ctrl-D ends it.")
    terminal.type("{\"title\":\"Milk\"}\n\u{4}")
    let result = await terminal.end()
    #expect(result.code == 0 && result.output.contains("dded"), "\(result.output)")
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `settings that cannot be read end a command that needs them`() async throws {
    let result = try await run(
      """
      mkdir -p .config/itemsctl && echo nonsense >.config/itemsctl/config && $0 list; echo $?; \
      $0 config unset sort; echo $?; $0 man >/dev/null; echo $?
      """
    )
    #expect(result.output == "78\n78\n0\n", "\(result.errors)")
  }
}
