// `sync`: the store and a hub brought to agree.

import ArgumentParsing
import Storage
import Sync

/// Pushes what was changed here and pulls what was changed elsewhere.
struct SyncCommand {
  let repository: any ItemRepository
  let output: Output
  let format: OutputFormat?
  let networkService: @Sendable (Remote) throws(SyncError) -> any NetworkService

  init(_ invocation: Invocation) {
    repository = invocation.repository
    output = invocation.output
    format = invocation.format
    networkService = invocation.networkService
  }

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let store = try store()
    let remote = try await remote(arguments, store)
    let engine = SyncEngine(
      store: store,
      remote: remote,
      networkService: try networkService(remote)
    )
    let output = output
    let summary = try await engine.sync { progress in
      guard progress.phase == .waiting else { return }
      try? output.hint("'\(remote)' does not answer; trying again …")
    }
    if format == .json || format == .ndjson {
      try output.print(SyncReport.json(of: summary, remote: remote))
    } else {
      try output.report("Synced with \(remote): \(SyncReport.text(of: summary))")
    }
    guard summary.conflicts > 0 else { return .success }
    try output.message(
      "Changes to look at: \(summary.conflicts). 'itemsctl sync conflicts' lists them."
    )
    return .conflicts
  }

  /// Says how the store stands with its hub, without asking the hub.
  func runStatus() async throws -> ExitCode {
    let status = try await store().syncStatus()
    if format == .json || format == .ndjson {
      try output.print(SyncReport.json(of: status))
    } else {
      try output.print("remote     \(status.remote ?? "none")")
      try output.print("unsynced   \(status.unsynced)")
      try output.print("conflicts  \(status.conflicts.count)")
    }
    return status.conflicts.isEmpty ? .success : .conflicts
  }

  /// Lists the changes that sync could not bring to the hub.
  func runConflicts() async throws -> ExitCode {
    let conflicts = try await store().syncStatus().conflicts
    let isData = format == .json || format == .ndjson
    for conflict in conflicts {
      try output.print(
        isData ? try SyncReport.json(of: conflict) : SyncReport.text(of: conflict)
      )
    }
    return conflicts.isEmpty ? .success : .conflicts
  }

  private func store() throws(CommandFailure) -> any ReplicaStore {
    guard let store = repository as? any ReplicaStore else {
      throw CommandFailure(.configuration, "This kind of store cannot be synced.")
    }
    return store
  }

  /// The remote that is given, else the one that the store was last synced with.
  private func remote(
    _ arguments: ParsedArguments,
    _ store: any ReplicaStore
  ) async throws -> Remote {
    guard let text = arguments[Keys.remote] else {
      guard let known = try await store.syncStatus().remote else {
        throw arguments.failure(
          "The store has not been synced before; give '--remote', as in file:/folder/hub.sqlite."
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
    guard text.hasPrefix("file:"), !text.hasPrefix("file:/"), let folder = Folders.current else {
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
      help: "The hub, as in file:/folder/hub.sqlite; the store remembers it."
    )
  }

  static let command = Command<CommandAction>(
    "sync",
    abstract: "Sync the store with a hub.",
    examples: [
      Example("itemsctl sync --remote file:/mnt/share/hub.sqlite", "The first time:"),
      Example("itemsctl sync", "From then on:"),
    ],
    options: [Keys.remote],
    subcommands: [status, conflicts],
    action: CommandAction(.create) { try await SyncCommand($0).run($0.arguments) }
  )

  private static let status = Command<CommandAction>(
    "status",
    abstract: "Show what has yet to be synced.",
    action: CommandAction(.read) { try await SyncCommand($0).runStatus() }
  )

  private static let conflicts = Command<CommandAction>(
    "conflicts",
    abstract: "List the changes that need a decision.",
    action: CommandAction(.read) { try await SyncCommand($0).runConflicts() }
  )
}
