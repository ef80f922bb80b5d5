import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Whole outputs of the commands that people use most.
@Suite struct TranscriptTests {
  @Test(arguments: [("items", false), ("items-terminal", true)])
  func `each line prints what the file says`(name: String, isTerminal: Bool) async throws {
    try await Transcript(name: name).play(in: SyncWorld(), isTerminal: isTerminal)
  }

  /// A pipe, or a terminal of a width, with a world of its own that has seen the same commands.
  private struct Viewer {
    let width: Int?
    let world = SyncWorld()
    let uncoloured = SyncWorld()

    var name: String { width.map { "\($0) columns" } ?? "pipe" }

    func text(_ words: [String]) async -> String {
      let isTerminal = width != nil
      let outcome = await world.run(words, isTerminal: isTerminal, width: width)
      let plain = await uncoloured.run(
        ["--color", "never"] + words,
        isTerminal: isTerminal,
        width: width
      )
      #expect(outcome.output.unpainted == plain.output)
      // A line of progress is drawn anew without colours, too.
      #expect(outcome.errors.unpainted == plain.errors.unpainted)
      // A release changes no transcript.
      return Transcript.text(of: outcome)
        .replacing("itemsctl \(PackageRelease.version)", with: "itemsctl VERSION")
    }
  }

  @Test func `every command suits pipes and terminals of every width, and colours only add`()
    async throws
  {
    let viewers = [nil, 40, 80, 200].map(Viewer.init)
    try await Transcript(name: "commands").play { words in
      var told: [(names: [String], text: String)] = []
      for viewer in viewers {
        let text = await viewer.text(words)
        if let same = told.firstIndex(where: { $0.text == text }) {
          told[same].names.append(viewer.name)
        } else {
          told.append(([viewer.name], text))
        }
      }
      if told.count == 1 { return told[0].text }
      return told.map { "[\($0.names.joined(separator: ", "))]\n\($0.text)" }.joined()
    }
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `a pseudo-terminal shows what the file says`() async throws {
    let workplace = try Workplace()
    try await Transcript(name: "pseudo-terminal").play { words in
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      // Whether a line of progress is due would depend on how fast the machine is.
      let terminal = try PseudoTerminal(
        "$0 \(line)",
        in: workplace,
        columns: 60,
        variables: ["ITEMSCTL_PROGRESS": "none"]
      )
      let result = await terminal.end()
      let output = result.output.replacing(workplace.path, with: "~")
      return Transcript.text(
        of: Outcome(code: ExitCode(rawValue: result.code), output: output, errors: "")
      )
    }
  }
}
