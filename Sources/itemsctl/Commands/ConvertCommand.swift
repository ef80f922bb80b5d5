import ArgumentParsing
import CommandKit
import Files
import Storage

/// Writes all that a store holds to a new one.
struct ConvertCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let source = try location(Keys.from)
    let target = try location(Keys.to)
    let path = source.path ?? ""
    guard FilePath(path).exists else {
      throw CommandError(.noInput, "There is no store at '\(path)'.")
    }
    let copy = StoreCopy(
      path: context.arguments[Keys.to],
      store: path,
      isForced: false,
      remedy: "move it away first",
      location: target.moved
    )
    try copy.checkPlace()
    try await copy.make { temporary in
      try await source.convert(to: target.moved(to: temporary))
    }
    let store = try target.open(options: StoreOptions(access: .readOnly))
    let stats = try await store.stats()
    let isSynced = try await store.readReplica { replica throws(StorageError) in
      try replica.syncState() != nil
    }
    await store.close()
    let items = counted(stats.itemCount)
    try context.output.report(
      "Converted '\(path)' to '\(target.path ?? "")': \(items), with numbers, history and stamps"
    )
    if isSynced {
      try context.output.hint("It knows the hub and what was synced: 'sync' continues from there.")
    }
    return .success
  }

  private func location(_ key: Argument<String>) throws(UsageError) -> StoreLocation {
    let path = context.arguments[key]
    guard StorePath.isFile(path) else {
      throw context.arguments.invalidValue(
        path,
        for: key,
        reason: "it must end in .sqlite, .sqlite3, .db or .json"
      )
    }
    return StoreLocation(path)
  }
}

extension ConvertCommand {
  /// The words that `convert` understands.
  enum Keys {
    static let from = Argument<String>("from", help: "The store to read.", completion: .files)
    static let to = Argument<String>(
      "to",
      help: "The store to make; the ending of its name gives its form.",
      completion: .files
    )
  }

  static let command = Command<CommandAction>(
    "convert",
    abstract: "Write a store in another form.",
    discussion: """
      The new store holds everything from the old one: items with ids and numbers, deleted items \
      that can be restored, the steps of 'undo', and the state of 'sync'. The command reads it \
      back and compares. It never replaces an existing file.
      """,
    examples: [
      Example("itemsctl convert items.sqlite items.json", "A file to read and edit by hand:"),
      Example("itemsctl convert items.json items.sqlite", "And back:"),
    ],
    arguments: [Keys.from, Keys.to],
    action: CommandAction(store: nil) { try await ConvertCommand(context: $0).run() }
  )
}
