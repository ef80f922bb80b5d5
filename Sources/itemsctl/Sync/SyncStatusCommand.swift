import ArgumentParsing
import CommandKit
import Phrases
import Storage
import Sync

/// Says how a store stands with its hub, without asking the hub.
struct SyncStatusCommand {
  let context: CommandContext

  /// How many unsent changes a person is shown.
  private static let shownChanges = 10

  func run() async throws -> ExitCode {
    let store = context.repository
    let status = try await store.syncStatus()
    let limit = context.isJSON ? Int.max : SyncStatusCommand.shownChanges
    let unsent = try await store.unsentChanges(limit: limit)
    let token = Result { () throws(SyncError) in try tokenPlace(for: status.remote) }
    if context.isJSON {
      let line = try SyncReport.json(of: status, token: try? token.get(), unsent: unsent)
      try context.output.print(line)
    } else {
      for line in lines(of: status, token, unsent) { try context.output.print(line) }
    }
    return status.conflicts.isEmpty && status.keptTexts.isEmpty ? .success : .conflicts
  }

  /// Where the token of a hub behind HTTP is; nil if there is none.
  private func tokenPlace(for remote: String?) throws(SyncError) -> HubAccess.TokenPlace? {
    guard let remote, let remote = try? Remote(remote), case .http = remote.location else {
      return nil
    }
    return try context.hubAccess.credential(for: remote)?.place
  }

  private func lines(
    of status: SyncStatus,
    _ token: Result<HubAccess.TokenPlace?, SyncError>,
    _ unsent: [PlannedChange]
  ) -> [String] {
    let calendar = context.world.calendar
    let conflicts = SyncReport.conflicts(status.conflicts, kept: status.keptTexts.count)
    var lines = [
      "hub        \(status.remote?.visible ?? "none")",
      "last sync  \(status.lastSync.map { calendar.fullText(of: $0) } ?? "never")",
      "to fetch   \(status.behind.map { "\($0)" } ?? "not known yet")",
      "to send    \(status.unsent)",
      "to decide  \(conflicts.map { "\($0); see 'itemsctl sync conflicts'" } ?? "0")",
    ]
    if let refusal = status.refusal {
      let since = calendar.fullText(of: refusal.since)
      lines.insert("refused    since \(since): \(SyncReport.text(of: refusal))", at: 2)
    }
    if let remote = status.remote, remote.hasPrefix("http") {
      let place =
        switch token {
        case .success(let place): place?.phrase ?? "none; 'itemsctl login' asks for one"
        case .failure(let error): error.message
        }
      lines.insert("token      \(place.visible)", at: 1)
    }
    lines += unsent.map { "  " + SyncReport.text(of: $0) }
    let rest = status.unsent - unsent.count
    if rest > 0 { lines.append("  … and \(rest) more") }
    return lines
  }

  static let command = Command<CommandAction>(
    "status",
    abstract: "Show the hub, the last sync, and what has yet to be sent.",
    discussion: """
      For a hub behind HTTP, also shows where its token is, and since when the hub has refused the \
      store. The hub is not asked: 'to fetch' is how many of its changes were missing here when it \
      last answered, and 'to send' how many items have unsent changes. The time of the last sync \
      is precise to the minute.
      """,
    examples: [
      Example("itemsctl sync status", "See whether all is sent:"),
      Example("itemsctl sync status --json", "For a program, in one line:"),
    ],
    action: CommandAction(store: .read) { try await SyncStatusCommand(context: $0).run() }
  )
}
