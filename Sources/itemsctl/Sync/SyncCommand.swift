import ArgumentParsing
import CommandKit
import Files
import Storage
import Sync

/// Brings the store and a hub to agree.
struct SyncCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    let isDryRun = arguments[Keys.dryRun]
    guard !isDryRun || !arguments[Keys.watch], !isDryRun || !arguments[Keys.verify] else {
      throw arguments.failure("'--dry-run' cannot be used with '--watch' or '--verify'.")
    }
    guard !arguments[Keys.watch] || !arguments[Keys.verify] else {
      throw arguments.failure("'--watch' cannot be used with '--verify'.")
    }
    let store = context.repository
    let status = try await store.syncStatus()
    let remote = try remote(known: status.remote)
    // A hub that is named may be a new one; one that was there before is rather out of reach.
    let missing: MissingHubFile =
      status.hasMetHub && !arguments.isGiven(Keys.remote) ? .refused : .made
    do {
      let engine = SyncEngine(
        store: store,
        remote: remote,
        // A hub that a sync would make counts as empty.
        networkService: try isDryRun && missing == .made && HubFileError.isMissing(remote)
          ? InProcessNetworkService(.inMemory())
          : context.networkService(for: remote, missing: missing),
        environment: context.world.syncEnvironment,
        lease: context.syncLease
      )
      let run = SyncRun(context: context, engine: engine, remote: remote, before: status)
      if isDryRun { return try await run.plan() }
      return try await arguments[Keys.watch]
        ? run.watch() : run.sync(verifies: arguments[Keys.verify])
    } catch let error as SyncError {
      await (context.repository as? NewStore)?.withdraw()
      throw failure(error, of: remote)
    }
  }

  private func failure(_ error: SyncError, of remote: Remote) -> CommandError {
    var failure = HubFileError.failure(error, of: remote)
    failure.help += SyncReport.advice(after: error, of: remote, context.hubAccess)
    return failure
  }

  /// The remote that is given, else the one that the store was last synced with.
  private func remote(known: String?) throws -> Remote {
    let arguments = context.arguments
    guard let text = arguments[Keys.remote] else {
      guard let known = known ?? context.settings[.remote]?.text else {
        throw arguments.failure(
          "The store has no hub yet. Give one by '--remote', as in file:/folder/hub.sqlite, or call "
            + "'itemsctl login https://HOST/SPACE'."
        )
      }
      return try Remote(known)
    }
    do throws(SyncError) {
      return try Remote(SyncCommand.absolute(text))
    } catch {
      throw arguments.invalidValue(
        text,
        for: Keys.remote,
        reason: error.message.unended
      )
    }
  }

  /// A file's path from the root, whatever the folder the command is called in next time.
  private static func absolute(_ text: String) -> String {
    guard text.hasPrefix("file:"), !text.hasPrefix("file:/"), let folder = FilePath.currentFolder
    else {
      return text
    }
    return "file:\(folder == "/" ? "" : folder)/\(text.dropFirst(5))"
  }
}

extension SyncCommand {
  /// The options that `sync` understands.
  enum Keys {
    static let remote = Option<String?>(
      "remote",
      valueName: "url",
      help: "The hub, as in file:/folder/hub.sqlite or https://host/space; the store remembers it."
    )
    static let dryRun = Flag(
      "dry-run",
      help: "Say what would be pushed and pulled, and change nothing, here or on the hub."
    )
    static let verify = Flag(
      "verify",
      help: "Compare the store with the hub afterwards, and name the items that differ."
    )
    static let watch = Flag(
      "watch",
      help: "Go on syncing whenever something changes here or on the hub, until Ctrl-C or SIGTERM."
    )
  }

  static let command = Command<CommandAction>(
    "sync",
    phrase: { word in
      let isRemote = ["file:", "http:", "https:"].contains { word.hasPrefix($0) }
      if isRemote { return "sync --remote \(word)" }
      return word.hasSuffix(".sqlite") ? "sync --remote file:\(word)" : nil
    },
    abstract: "Sync the store with a hub.",
    discussion: """
      Pushes the changes made here and pulls the changes made elsewhere. Changes of the same item \
      are merged field by field, and notes by lines. If two edits of one text overlap, both texts \
      are kept; of other values the later wins, and the sync reports it. Every other command works \
      without a hub; changes that a sync cannot send stay marked for the next one.

      If a hub does not know the store, because it is another hub or was restored from a backup, \
      the sync offers it every item. At a terminal, 'sync' asks first; with '--no-input', or \
      without a terminal, it says so and continues: nothing is lost by it.

      '--watch' sends each change within a second, whichever command made it, and receives changes \
      on the hub as they happen. While the hub cannot be reached, it tries again after growing \
      pauses. It ends when another try would not help, such as with a revoked token. 'itemsctl \
      help service' explains how to start it at login.

      '--json' prints an object on each line for each step: begin, progress, change, plan, \
      difference, overwritten, synced, failed, stopped.
      """,
    examples: [
      Example("itemsctl sync --remote file:/mnt/share/hub.sqlite", "The first time:"),
      Example("itemsctl sync", "From then on:"),
      Example("itemsctl login https://hub.example/home", "A hub behind HTTP, the first time:"),
      Example("itemsctl sync --dry-run", "See what would be sent and received:"),
      Example("itemsctl sync --watch", "Keep in sync until Ctrl-C:"),
    ],
    options: [
      Keys.remote, HubAccess.tokenFile, HubAccess.insecure, Keys.dryRun, Keys.verify, Keys.watch,
    ],
    subcommands: [SyncStatusCommand.command, ConflictsCommand.command, ResolveCommand.command],
    action: CommandAction(store: { $0[Keys.dryRun] ? .preview : .create }) {
      try await SyncCommand(context: $0).run()
    }
  )
}
