import ArgumentParsing
import CommandKit
import ItemFormats
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
    let status = try await context.repository.syncStatus()
    let chosen = try await choice.chosen(from: status, in: context.repository, for: .list)
    let (conflicts, keptTexts) = (chosen.conflicts, chosen.keptTexts)
    try print(conflicts, keptTexts, KeptTextNames(status.keptTexts))
    guard !conflicts.isEmpty || !keptTexts.isEmpty else {
      try context.output.hint(
        status.conflicts.isEmpty && status.keptTexts.isEmpty
          ? "Nothing is in quarantine or in lost-and-found, and no text is kept."
          : "No conflict fits."
      )
      return .success
    }
    try context.output.hint("'itemsctl sync resolve' decides on them.")
    return .conflicts
  }

  private func print(
    _ conflicts: [SyncConflict],
    _ keptTexts: [KeptTextOfItem],
    _ names: KeptTextNames
  ) throws {
    let output = context.output
    switch context.format ?? (output.appearance.isTerminal ? .table : .tsv) {
    case .json: try output.print(SyncReport.json(of: conflicts, keptTexts, names))
    case .ndjson:
      for kept in keptTexts { try output.print(SyncReport.json(of: kept, names[kept])) }
      for conflict in conflicts { try output.print(SyncReport.json(of: conflict)) }
    case .tsv:
      for kept in keptTexts { try output.print(SyncReport.tsv(of: kept, names[kept])) }
      for conflict in conflicts { try output.print(SyncReport.tsv(of: conflict)) }
    default:
      let width = output.appearance.width ?? .max
      let calendar = context.world.calendar
      let lines =
        keptTexts.flatMap { SyncReport.lines(of: $0, names[$0], calendar) }
        + conflicts.flatMap { SyncReport.lines(of: $0, calendar) }
      for line in lines { try output.print(line.truncated(toWidth: width)) }
    }
  }

  static let command = command(calledBy: "itemsctl sync conflicts")

  /// The same command at the top, where people look for it.
  static let commandAtTop = command(calledBy: "itemsctl conflicts")

  private static func command(calledBy words: String) -> Command<CommandAction> {
    Command<CommandAction>(
      "conflicts",
      abstract: "List the changes that sync could not apply, and the texts it kept.",
      discussion: """
        A text is kept when two devices edited it and the edits overlap: the item gets the later \
        text, and every device keeps the other beside it until somebody decides. The name of a \
        kept text is k and the item's number, and where the item has several, a point and a \
        code behind it, such as k12.7f.

        Quarantine holds changes that the hub refuses: the item stays as it is here, and is sent \
        again once it is edited. Lost-and-found holds items that were edited here and deleted for \
        good elsewhere, as they were here.

        A pipe gets one line for each, with tabs between the values: number, kind, id, title, \
        reason.
        """,
      examples: [
        Example(words, "All that is to be decided on:"),
        Example("\(words) --kind kept", "The texts that sync kept:"),
      ],
      arguments: [ConflictChoice.words],
      options: [ConflictChoice.kind],
      action: CommandAction(store: .read, isPaged: true) {
        try await ConflictsCommand(context: $0).run()
      }
    )
  }
}
