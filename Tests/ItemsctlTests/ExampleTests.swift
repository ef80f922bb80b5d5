import ArgumentParsing
import Foundation
import Testing

@testable import itemsctl

/// The examples of help and of the manual, typed as they stand there.
@Suite(.enabled(if: PseudoTerminal.isAvailable)) struct HelpExampleTests {
  /// Those of `completions` are each for one shell, and tried there.
  private static let examples = ItemsctlProgram.program.chains
    .filter { $0.command.name != "completions" }
    .flatMap { $0.command.examples.map(\.commandLine) }

  private let workplace: Workplace
  private let variables: [String: String]

  /// Programs that write down what they are called with, in place of those that examples call.
  init() async throws {
    workplace = try Workplace()
    for folder in ["bin", ".local/share/man/man1", ".config/systemd/user"] {
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
    let copies = try await BuiltCommand.run(
      "for name in itemsctl curl jq mandoc pass task; do cp program bin/$name; chmod +x bin/$name; done",
      in: workplace
    )
    #expect(copies.code == 0)
    _ = try workplace.write("line.txt", "")
    variables = ["PATH": "\(workplace.file("bin")):/usr/bin:/bin"]
  }

  /// What was called, one call each; those of one line may come in any order.
  private func calls() throws -> [[String]] {
    let words = String(decoding: try workplace.read("words"), as: UTF8.self)
    try FileManager.default.removeItem(atPath: workplace.file("words"))
    return words.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .split(separator: ".").map { $0.map(String.init) }
      .sorted { $0.joined(separator: "\n") < $1.joined(separator: "\n") }
  }

  /// What a shell that reads the examples from a file makes of them: there no sign means more than the standard says.
  private func callsByTheStandard() async throws -> [[String]] {
    _ = try workplace.write("examples", Self.examples.joined(separator: "\n") + "\n")
    let result = try await BuiltCommand.run(
      "/bin/sh examples",
      in: workplace,
      variables: variables
    )
    #expect(result.code == 0 && result.errors == "", "\(result.errors)")
    return try calls()
  }

  @Test func `each is a command line that the command understands`() async throws {
    let calls = try await callsByTheStandard().filter { $0.first == "itemsctl" }
    #expect(calls.count == Self.examples.count)
    for call in calls {
      let outcome = ItemsctlProgram.program.parse(Array(call.dropFirst()))
      guard case .run = outcome else {
        Issue.record("\(call.joined(separator: " ")): \(outcome)")
        continue
      }
    }
  }

  @Test(arguments: [
    ("bash", "exec bash --norc -i"), ("zsh", "exec zsh -f -i"),
    ("fish", "exec fish --no-config -i"),
  ])
  func `pasted at the keyboard, each says to the command what it says here`(
    shell: String,
    start: String
  ) async throws {
    guard ShellCompletionTests.path(of: shell) != nil else { return }
    let expected = try await callsByTheStandard()
    let terminal = try PseudoTerminal(start, in: workplace, columns: 200, variables: variables)
    for (index, example) in Self.examples.enumerated() {
      // Answered one by one, as a shell that is busy would show what is typed twice.
      terminal.type("\(example)\necho do''ne\(index).\n")
      try await terminal.wait(for: "done\(index).")
    }
    terminal.type("exit\n")
    _ = await terminal.end()
    let found = try calls()
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
  }
}
