import ArgumentParsing
import Storage
import Sync

/// Lists the changes that sync could not apply.
struct ConflictsCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    _ = try context.format(
      among: [.table, .tsv, .json, .ndjson],
      else: "conflicts are printed as table, tsv, json or ndjson"
    )
    let choice = ConflictChoice(context)
    let all = try await context.replicaStore().syncStatus().conflicts
    let conflicts = try await choice.chosen(from: all)
    try print(conflicts)
    guard !conflicts.isEmpty else {
      try context.output.hint(
        all.isEmpty
          ? "Nothing is in quarantine or in lost-and-found." : "No conflict fits."
      )
      return .success
    }
    try context.output.hint("'itemsctl sync resolve' decides on them.")
    return .conflicts
  }

  private func print(_ conflicts: [SyncConflict]) throws {
    let output = context.output
    switch context.format ?? (output.appearance.isTerminal ? .table : .tsv) {
    case .json: try output.print(SyncReport.json(of: conflicts))
    case .ndjson: for conflict in conflicts { try output.print(SyncReport.json(of: conflict)) }
    case .tsv: for conflict in conflicts { try output.print(SyncReport.tsv(of: conflict)) }
    default:
      let width = output.appearance.width ?? .max
      for conflict in conflicts {
        for line in SyncReport.lines(of: conflict, context.world.calendar) {
          try output.print(line.truncated(toWidth: width))
        }
      }
    }
  }

  static let command = named("conflicts")

  /// The same command at the top, where people look for it.
  static func named(_ name: String) -> Command<CommandAction> {
    Command<CommandAction>(
      name,
      abstract: "List the changes that sync could not apply.",
      discussion: """
        In quarantine are changes that the hub refuses: the item stays as it is here, and is sent \
        again once it is edited. In lost-and-found are items that were deleted for good elsewhere \
        while they were edited here, as they stood.

        A pipe gets one line for each, values between tabs: number, kind, id, title, reason.
        """,
      arguments: [ConflictChoice.words],
      options: [ConflictChoice.kind],
      action: CommandAction(store: .read, isPaged: true) {
        try await ConflictsCommand(context: $0).run()
      }
    )
  }
}
