import ArgumentParsing
import CommandKit
import Storage

/// Copies the store while others write, and looks the copy over.
struct BackupCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let (arguments, output) = (context.arguments, context.output)
    let path = arguments[Keys.file]
    guard StorePath.isFile(path), StoreLocation(path).isJSON == store.isJSON else {
      throw arguments.invalidValue(
        path,
        for: Keys.file,
        reason:
          "it must end in \(store.isJSON ? ".json" : ".sqlite, .sqlite3 or .db") as the store's own form "
          + "does; 'convert' writes another one"
      )
    }
    let copy = StoreCopy(
      path: path,
      store: context.store.path,
      isForced: arguments[Keys.force],
      remedy: "'--force' to put the new backup in its place",
      location: store.moved
    )
    try await copy.check(against: context.repository)
    try output.hint("Copying \(context.store.name)…")
    let count = try await copy.make { temporary in
      try await context.repository.backup(to: temporary)
      return try await check(temporary)
    }
    try output.report("Backed up \(counted(count)) to '\(path)', and checked the copy")
    return .success
  }

  /// Looks a copy over, and counts its items; what is wrong with it is wrong with the store.
  private func check(_ path: String) async throws -> Int {
    let findings: [StoreFinding]
    let count: Int
    do throws(StorageError) {
      let copy = try store.moved(to: path).open(options: StoreOptions(access: .readOnly))
      findings = try await copy.check()
      count = try await copy.stats().itemCount
      await copy.close()
    } catch {
      guard error.code == .damaged else { throw error }
      throw failedCheck(error, path)
    }
    guard let finding = findings.first else { return count }
    throw failedCheck(StorageError(.damaged, finding.message), path)
  }

  /// The error of a store whose copy is damaged; it names the store, since the copy is not kept.
  private func failedCheck(_ error: StorageError, _ copy: String) -> CommandError {
    let message = error.renaming(copy, to: context.store.path).message
    return CommandError(
      .badData,
      "The store failed its check, so no backup was kept: \(message)",
      help: ["'itemsctl doctor' lists everything that is wrong with it."]
    )
  }

  /// Where the store is, and so its form, which the copy has whatever its temporary name ends in.
  private var store: StoreLocation { StoreLocation(context.store.path) }
}

extension BackupCommand {
  /// The words that `backup` understands.
  enum Keys {
    static let file = Argument<String>("file", help: "The backup to make.", completion: .files)
    static let force = Flag("force", short: "f", help: "Replace an earlier backup.")
  }

  static let command = Command<CommandAction>(
    "backup",
    abstract: "Copy the store to a file, and check the copy.",
    discussion: """
      The copy shows the store at one moment; other programs can keep writing meanwhile. It is a \
      store of the same form: '--store' opens it. To restore it, move the store away, with the \
      files beside it whose names end in '-wal' and '-shm', and put the copy in its place. \
      '--force' replaces a backup of this store, and no other store.
      """,
    examples: [
      Example("itemsctl backup items-monday.sqlite", "A copy of your own store:"),
      Example(
        "itemsctl --store work.json backup work-old.json --force",
        "Replace an older copy:"
      ),
    ],
    arguments: [Keys.file],
    options: [Keys.force],
    action: CommandAction(store: .read) { try await BackupCommand(context: $0).run() }
  )
}
