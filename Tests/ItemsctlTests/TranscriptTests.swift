import Foundation
import Testing

@testable import itemsctl

/// Whole outputs of the commands that people use most.
@Suite struct TranscriptTests {
  @Test(arguments: [("items", false), ("items-terminal", true)])
  func `each line prints what the file says`(name: String, isTerminal: Bool) async throws {
    try await Transcript(name: name).play(in: SyncWorld(), isTerminal: isTerminal)
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a pseudo-terminal shows what the file says`() async throws {
    let workplace = try Workplace()
    try await Transcript(name: "pseudo-terminal").play { words in
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      let terminal = try PseudoTerminal("$0 \(line)", in: workplace, columns: 60)
      let result = await terminal.end()
      return Outcome(code: ExitCode(rawValue: result.code), output: result.output, errors: "")
    }
  }
}
