import ArgumentParsing
import Foundation
import Testing

@testable import itemsctl

/// The examples of help, of the manual, of the pages and of the articles, typed as they stand there.
@Suite(.enabled(if: PseudoTerminal.isAvailable)) struct ExampleTests {
  /// Those of `completions` are each for one shell, and tried there.
  private static let ofHelp = ItemsctlProgram.program.chains
    .filter { $0.command.name != "completions" }
    .flatMap { $0.command.examples.map(\.commandLine) }

  /// Every command line of a page, whichever program it calls.
  private static func ofPages() throws -> [String] {
    try DocumentationPage.all().flatMap { $0.commandLines() }
  }

  /// The programs that they call, but for those of the shells themselves.
  private static let programs = [
    "apt", "curl", "find", "grep", "itemsctl", "itemshub", "jq", "loginctl", "mandoc", "openssl",
    "pass", "pg_basebackup", "podman", "sed", "sudo", "swift", "systemctl", "task", "xargs",
  ]
  private static let scripts = [
    "bench", "check-docs", "in-release", "install", "package", "run", "setup", "test",
  ]

  private let workplace: Workplace
  private let variables: [String: String]

  /// Programs that write down what they are called with, in place of those that examples call.
  init() async throws {
    workplace = try Workplace()
    for folder in [
      "bin", "Scripts", ".build/packages", ".local/share/man/man1", ".config/systemd/user",
    ] {
      try FileManager.default.createDirectory(
        atPath: workplace.file(folder),
        withIntermediateDirectories: true
      )
    }
    let program = """
      #!/bin/sh
      for word in "$0" "$@"; do words="$words${word##*/bin/}
      "; done
      # In one piece, as those of a pipe write at once.
      printf '%s.\\n' "$words" >>words

      """
    _ = try workplace.write("program", program)
    // Another process writes them: one that is started here meanwhile would hold them open, and they could not be run.
    let names =
      Self.programs.map { "bin/\($0)" } + Self.scripts.map { "Scripts/\($0)" }
    let copies = try await BuiltCommand.run(
      "for name in \(names.joined(separator: " ")); do cp program $name; chmod +x $name; done",
      in: workplace
    )
    #expect(copies.code == 0)
    // What they read, or name with a star.
    for name in ["line.txt", "itemshub_1_amd64.deb", ".build/packages/itemshub_1_amd64.deb"] {
      _ = try workplace.write(name, "")
    }
    variables = ["PATH": "\(workplace.file("bin")):/usr/bin:/bin"]
  }

  /// What was called, one call each; those of one line may come in any order.
  private func calls() throws -> [[String]] {
    let words = String(decoding: try workplace.read("words"), as: UTF8.self)
    try FileManager.default.removeItem(atPath: workplace.file("words"))
    return words.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .split(separator: ".").map { $0.map(String.init) }
      // Fish tries whether `grep` knows colours, and then asks for them.
      .map { $0.filter { $0 != "--color=auto" } }.filter { $0 != ["grep", ""] }
      .sorted { $0.joined(separator: "\n") < $1.joined(separator: "\n") }
  }

  /// What a shell that reads the examples from a file makes of them: there no sign means more than the standard says.
  private func callsByTheStandard(_ examples: [String]) async throws -> [[String]] {
    _ = try workplace.write("examples", examples.joined(separator: "\n") + "\nwait\n")
    let result = try await BuiltCommand.run(
      "/bin/sh examples",
      in: workplace,
      variables: variables
    )
    #expect(result.code == 0 && result.errors == "", "\(result.errors)")
    return try calls()
  }

  @Test func `each is a command line that the command understands`() async throws {
    let pages = try Self.ofPages()
    #expect(pages.count > 50)
    let calls = try await callsByTheStandard(Self.ofHelp + pages).filter { $0.first == "itemsctl" }
    #expect(calls.count > Self.ofHelp.count)
    for call in calls {
      let outcome = ItemsctlProgram.program.parse(Array(call.dropFirst()))
      guard case .run = outcome else {
        Issue.record("\(call.joined(separator: " ")): \(outcome)")
        continue
      }
    }
  }

  @Test(arguments: InteractiveShell.available)
  func `pasted at the keyboard, each says to a program what it says here`(
    shell: InteractiveShell
  ) async throws {
    let examples = Self.ofHelp + (try Self.ofPages())
    let expected = try await callsByTheStandard(examples)
    let terminal = try PseudoTerminal(
      shell.plainCommand,
      in: workplace,
      columns: 200,
      variables: variables
    )
    for (index, example) in examples.enumerated() {
      // Answered one by one, as a shell that is busy would show what is typed twice.
      terminal.type("\(example)\necho do''ne\(index).\n")
      try await terminal.wait(for: "done\(index).")
    }
    terminal.type("wait\nexit\n")
    _ = await terminal.end()
    let found = try calls()
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
  }
}
