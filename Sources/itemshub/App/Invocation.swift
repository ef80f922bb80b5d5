import ArgumentParsing
import Files
import Storage
import Sync

/// What a command is called with, and where it writes to.
struct Invocation: Sendable {
  let arguments: ParsedArguments
  /// The variables of the environment.
  let variables: [String: String]
  let output: Output

  /// The settings of this command line.
  func settings() throws(CommandFailure) -> Settings { try Settings(arguments, variables) }
}

/// What a command does.
struct CommandAction: Sendable {
  let run: @Sendable (Invocation) throws -> ExitCode
}

/// The streams that a command writes to.
struct Output: Sendable {
  private let standardOutput: FileDescriptor
  private let standardError: FileDescriptor

  init(
    _ standardOutput: FileDescriptor = .standardOutput,
    _ standardError: FileDescriptor = .standardError
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
  }

  /// Writes what was asked for.
  func write(_ text: String) throws(CommandFailure) {
    do throws(FileError) {
      try standardOutput.write(Array(text.utf8))
    } catch {
      // Whoever reads has seen enough.
      if error.reason.kind == .pipeClosed { throw CommandFailure(ExitCode(rawValue: 141), "") }
      throw CommandFailure(.inputOutput, "Writing the output failed: \(error.reason).")
    }
  }

  /// Writes a line of what was asked for.
  func print(_ line: String) throws(CommandFailure) { try write(line + "\n") }

  /// Writes a table.
  func print(_ table: TextTable) throws(CommandFailure) {
    for line in table.lines { try print(line) }
  }

  /// Writes JSON in a line.
  func print(json: JSONValue) throws(CommandFailure) {
    try print(String(decoding: json.canonicalBytes, as: UTF8.self))
  }

  /// Writes a word to the person beside it; nothing fails if nobody reads it.
  func say(_ line: String) { try? standardError.write(Array("\(line)\n".utf8)) }

  /// Writes an error and what to do.
  func fail(_ failure: CommandFailure) {
    guard !failure.message.isEmpty else { return }
    try? standardError.write(Array(failure.text.utf8))
  }
}
