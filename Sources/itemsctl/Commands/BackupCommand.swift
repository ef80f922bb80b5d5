// `backup`: a copy of the store.

import ArgumentParsing
import Storage

/// Copies the store while others write, and looks the copy over.
struct BackupCommand {
  let invocation: Invocation

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let path = arguments[Keys.file]
    let output = invocation.output
    guard StoreChoice.isStore(path), StoreLocation(path).isJSON == isJSON else {
      throw arguments.invalidValue(
        path,
        for: Keys.file,
        reason:
          "it must end in \(isJSON ? ".json" : ".sqlite, .sqlite3 or .db") as the store's own form "
          + "does; 'convert' writes another one"
      )
    }
    try output.hint("Copying \(invocation.storeName)…")
    let isThere = Folders.exists(path)
    guard
      !isThere || !arguments[Keys.force]
        || !ReplaceableFile.isSame(path, invocation.storePath)
    else {
      throw CommandFailure(.cannotCreate, "'\(path)' is the store itself; give another path.")
    }
    guard isThere, arguments[Keys.force] else {
      try await copy(to: path)
      try await tell(path)
      return .success
    }
    try await checkIsBackup(path)
    // The old backup goes when the new one is known to be good.
    let temporary = "\(path).\(UInt32.random(in: 0...UInt32.max)).tmp"
    Interruption.remove([temporary])
    defer { Interruption.remove([]) }
    try await copy(to: temporary)
    try TemporaryFile.rename(temporary, to: path)
    try await tell(path)
    return .success
  }

  /// Only a store of the same form may be replaced: a hub, say, is no backup of it.
  private func checkIsBackup(_ path: String) async throws {
    do throws(StorageError) {
      try await location(path).open(options: SQLiteOptions(access: .readOnly)).close()
    } catch {
      throw CommandFailure(
        .cannotCreate,
        "'\(path)' is no backup, so it is not replaced: \(error.message)",
        help: ["Give another path, or remove the file first if it is not needed."]
      )
    }
  }

  /// Makes a copy that is known to be good, or none.
  private func copy(to path: String) async throws {
    do throws(StorageError) {
      try await invocation.repository.backup(to: path)
    } catch {
      guard error.code == .fileExists else { throw error }
      throw CommandFailure(
        .cannotCreate,
        "There is a file at '\(path)' already.",
        help: ["Give another path, or '--force' to put the new backup in its place."]
      )
    }
    do {
      let copy = try location(path).open(options: SQLiteOptions(access: .readOnly))
      let findings = try await copy.check()
      await copy.close()
      guard let finding = findings.first else { return }
      throw CommandFailure(
        .badData,
        "The store is not as it should be, so no backup was kept: \(finding.message)",
        help: ["'itemsctl doctor' tells all that is wrong with it."]
      )
    } catch {
      TemporaryFile.remove([path, path + "-wal", path + "-shm"])
      throw error
    }
  }

  private var isJSON: Bool { StoreLocation(invocation.storePath).isJSON }

  /// The copy has the form of the store, also while its name ends otherwise.
  private func location(_ path: String) -> StoreLocation {
    isJSON ? .json(path: path) : .sqlite(path: path)
  }

  private func tell(_ path: String) async throws {
    let store = try location(path).open(options: SQLiteOptions(access: .readOnly))
    let stats = try await store.stats()
    await store.close()
    TemporaryFile.remove([path + "-wal", path + "-shm"])
    let items = "\(stats.itemCount) \(stats.itemCount == 1 ? "item" : "items")"
    try invocation.output.report("Backed up \(items) to '\(path)', and checked the copy")
  }
}

extension StoreLocation {
  fileprivate var isJSON: Bool { if case .json = self { true } else { false } }
}

extension BackupCommand {
  /// The words that `backup` understands.
  enum Keys {
    static let file = Argument<String>("file", help: "The file to make.", completion: .files)
    static let force = Flag("force", short: "f", help: "Replace a file that is there.")
  }

  static let command = Command<CommandAction>(
    "backup",
    abstract: "Copy the store to a file, and check the copy.",
    discussion: """
      The copy is of one moment; others may go on writing meanwhile. It is a store of the same form: \
      give it as '--store' to look into it, or put it in the store's place to go back.
      """,
    examples: [
      Example("itemsctl backup items-monday.sqlite", "A copy of your own store:"),
      Example(
        "itemsctl --store work.json backup work-old.json --force",
        "In an older one's place:"
      ),
    ],
    arguments: [Keys.file],
    options: [Keys.force],
    action: CommandAction(.read) { try await BackupCommand(invocation: $0).run($0.arguments) }
  )
}
