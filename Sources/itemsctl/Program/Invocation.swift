// A command that is to run, with all that it depends on.

import ArgumentParsing
import Storage
import Sync

/// What a command needs of its store.
enum StoreAccess: Sendable {
  /// To look at items.
  case read
  /// To change items that are there.
  case write
  /// To put items into a store that may be new.
  case create
}

/// One call of a command: its words, and the world it works in.
struct Invocation: Sendable {
  let arguments: ParsedArguments
  let repository: any ItemRepository
  let output: Output
  let input: any ByteSource
  let calendar: LocalCalendar
  /// The way to a hub.
  let networkService: @Sendable (Remote) throws(SyncError) -> any NetworkService

  /// How items are to be printed, if it was said.
  var format: OutputFormat? { arguments[GlobalOptions.format] }
}

/// What a parsed command line runs.
struct CommandAction: Sendable {
  let access: StoreAccess
  let run: @Sendable (Invocation) async throws -> ExitCode

  init(
    _ access: StoreAccess,
    _ run: @escaping @Sendable (Invocation) async throws -> ExitCode
  ) {
    self.access = access
    self.run = run
  }
}
