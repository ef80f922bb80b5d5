import ArgumentParsing
import CommandKit
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
  func settings() throws(CommandError) -> HubSettings { try HubSettings(arguments, variables) }
}

/// What a command does.
struct HubAction: Sendable {
  let run: @Sendable (Invocation) throws -> ExitCode
}
