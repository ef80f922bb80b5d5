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
  /// To say what putting items into a store would do; one that is not there is as good as empty.
  case rehearse
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
  /// What messages call the store.
  let storeName: String
  /// The store's path, or `memory:`.
  let storePath: String
  /// What keeps other processes from syncing the store at the same time.
  let syncLease: SyncLease
  /// How a sync waits and draws random numbers.
  let syncEnvironment: SyncEnvironment

  /// How items are to be printed, if it was said.
  var format: OutputFormat? { arguments[GlobalOptions.format] }
}

/// What a parsed command line runs.
struct CommandAction: Sendable {
  let access: @Sendable (ParsedArguments) -> StoreAccess
  let run: @Sendable (Invocation) async throws -> ExitCode

  init(
    _ access: StoreAccess,
    _ run: @escaping @Sendable (Invocation) async throws -> ExitCode
  ) {
    self.init(choosing: { _ in access }, run)
  }

  /// An action whose arguments say what it needs of the store.
  init(
    choosing access: @escaping @Sendable (ParsedArguments) -> StoreAccess,
    _ run: @escaping @Sendable (Invocation) async throws -> ExitCode
  ) {
    self.access = access
    self.run = run
  }
}
