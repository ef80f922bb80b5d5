import ArgumentParsing
import Storage
import Sync

/// Says how a store stands with its hub, without asking the hub.
struct SyncStatusCommand {
  let context: CommandContext

  /// How many unsent changes a person is shown.
  private static let shownChanges = 10

  func run() async throws -> ExitCode {
    let store = try context.replicaStore()
    let status = try await store.syncStatus()
    let limit = context.isJSON ? Int.max : SyncStatusCommand.shownChanges
    let unsent = try await store.unsentChanges(limit: limit)
    if context.isJSON {
      try context.output.print(SyncReport.json(of: status, unsent: unsent))
    } else {
      for line in lines(of: status, unsent) { try context.output.print(line) }
    }
    return status.conflicts.isEmpty && status.keptTexts.isEmpty ? .success : .conflicts
  }

  private func lines(of status: SyncStatus, _ unsent: [PlannedChange]) -> [String] {
    let quarantined = status.conflicts.count { $0.kind == .quarantined }
    var lines = [
      "remote          \(status.remote?.visible ?? "none")",
      "last sync       \(status.lastSync.map { context.world.calendar.fullText(of: $0) } ?? "never")",
      "behind          \(status.behind.map { "\($0)" } ?? "unknown")",
      "quarantine      \(quarantined)",
      "lost-and-found  \(status.conflicts.count - quarantined)",
      "kept texts      \(status.keptTexts.count)",
      "unsent          \(status.unsent)",
    ]
    lines += unsent.map { "  " + SyncReport.text(of: $0) }
    let rest = status.unsent - unsent.count
    if rest > 0 { lines.append("  … and \(rest) more") }
    return lines
  }

  static let command = Command<CommandAction>(
    "status",
    abstract: "Show the hub, the last sync, and what has yet to be sent.",
    discussion: """
      The hub is not asked: 'behind' is how many of its rows were yet to come when it last \
      answered. The time of the last sync is to the minute.
      """,
    action: CommandAction(store: .read) { try await SyncStatusCommand(context: $0).run() }
  )
}
