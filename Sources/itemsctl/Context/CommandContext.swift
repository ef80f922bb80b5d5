import ArgumentParsing
import CommandKit
import Phrases
import Storage
import Sync

/// One call of a command: its words, its store, its output, and the world around it.
struct CommandContext: Sendable {
  let world: World
  let arguments: ParsedArguments
  /// What the environment and the files of configuration say.
  ///
  /// A command that opens no store has none where they are wrong.
  let settings: Settings
  let output: Output
  /// Standard input; a person who types it is told that the command waits.
  let input: any ByteSource
  /// The store that the words name.
  private(set) var store = StoreChoice.memory(.empty)
  /// The items that the command has changed, of which hooks are told.
  let changed = ChangedItems()
  private var opened: (any OpenedStore)?

  init(_ world: World, _ arguments: ParsedArguments, _ settings: Settings, _ output: Output) {
    var world = world
    if let order = settings.value(.dateOrder, as: DateOrder.self) {
      world.calendar.dateOrder = order
    }
    self.world = world
    self.arguments = settings.views.completing(arguments)
    self.settings = settings
    self.output = output
    if world.inputIsTerminal, let input = world.input as? DescriptorSource {
      self.input = input.announced {
        try? output.hint("Reading from the terminal; Ctrl-D ends it.")
      }
    } else {
      input = world.input
    }
  }

  /// The opened store; for a command that opens none, each use is an error.
  var repository: any OpenedStore {
    let error = StorageError(.misuse, "This command opens no store.")
    return opened
      ?? DisconnectedRepository(after: error) { () throws(StorageError) in throw error }
  }

  /// Opens the store that the words name.
  mutating func openStore(for access: StoreAccess) throws {
    store = try StoreChoice(arguments, world.environment, settings)
    output.detail("The store is \(store.path), chosen by \(store.origin.name).")
    if let path = store.emptyFile {
      try output.message(
        "Warning: '\(path)' is an empty file, and counts as a new store. If it held items once, put a "
          + "backup in its place."
      )
    }
    opened = try world.repository(store, access)
    output.detail("Opened after \(world.elapsed().milliseconds).")
  }

  /// Closes the store, if one was opened.
  func closeStore() async { await opened?.close() }

  /// How to ask a person, where that is possible.
  var questions: Questions {
    Questions(
      output: output,
      input: world.input,
      hasTerminal: world.inputIsTerminal && world.errorIsTerminal,
      isForbidden: arguments[GlobalOptions.noInput]
    )
  }

  /// What the words and the environment say of hubs behind HTTP.
  var hubAccess: HubAccess { HubAccess(arguments, world.environment) }

  /// The way to a hub; where its file is missing, one may be made or not.
  func networkService(
    for remote: Remote,
    missing: MissingHubFile
  ) throws(SyncError) -> any NetworkService {
    var access = hubAccess
    access.missingFile = missing
    return try world.networkService(store, remote, access)
  }

  /// The way to a hub with a token that is not kept yet.
  func networkService(
    for remote: Remote,
    token: HubToken
  ) throws(SyncError) -> any NetworkService {
    var access = hubAccess
    access.token = token
    return try world.networkService(store, remote, access)
  }

  /// The lock against other processes' syncs of the store.
  var syncLease: SyncLease {
    // Beside a store that is not there yet, there may be no folder for a lock.
    repository is NewStore ? .none : world.syncLease(store)
  }
}
