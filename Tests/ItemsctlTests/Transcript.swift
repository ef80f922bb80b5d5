@testable import CommandKit
@testable import itemsctl

// Whole outputs, kept as files.

/// A file in the folder Golden: command lines after `$ itemsctl`, each with all that it prints.
///
/// Standard output comes first, then standard error with `! ` before each line, then the exit code
/// if it is not 0. See ``GoldenFile`` for how to write it anew.
struct Transcript {
  let name: String

  private var file: GoldenFile { GoldenFile(name: "\(name).txt") }

  /// Plays every line in memory, and compares what is printed with the file.
  func play(in world: SyncWorld, isTerminal: Bool = false) async throws {
    try await play { words in
      Transcript.text(
        of: await world.run(words, isTerminal: isTerminal, width: isTerminal ? 100 : nil)
      )
    }
  }

  /// Plays every line, and compares what is told of each with the file.
  func play(_ tell: ([String]) async throws -> String) async throws {
    var played = ""
    for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
      // A table's header begins with the same sign, and two spaces.
      if line.hasPrefix("# "), !line.hasPrefix("#  ") { played += line + "\n" }
      guard line.hasPrefix("$ itemsctl") else { continue }
      played += line + "\n" + (try await tell(SyncWorld.words(of: String(line.dropFirst(10)))))
    }
    try file.expect(played)
  }

  /// What a command printed, as the file has it.
  static func text(of outcome: Outcome) -> String {
    var text = visible(outcome.output)
    for line in visible(outcome.errors).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast(outcome.errors.hasSuffix("\n") ? 1 : 0)
    where !outcome.errors.isEmpty {
      text += "! \(line)\n"
    }
    return outcome.code == .success ? text : text + "[exit \(outcome.code.rawValue)]\n"
  }

  /// What a terminal obeys is shown; figures that depend on random numbers are left out.
  private static func visible(_ text: String) -> String {
    text.replacing("\r\n", with: "␍\n").replacing("\r", with: "␍").replacing("\u{1B}[K", with: "␛")
      .replacing("\u{1B}[", with: "␛[")
      .replacing(/"bytes(Sent|Received)":\d+/) { "\"bytes\($0.output.1)\":…" }
      .replacing(/[\d.]+ (B|kB|MB)\b/) { "… \($0.output.1)" }
  }
}
