import ArgumentParsing
import Storage
import Sync

/// Keeps or drops changes in quarantine and in lost-and-found.
struct ResolveCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    guard arguments[Keys.keep] != arguments[Keys.drop] else {
      throw arguments.failure("Give either '--keep' or '--drop'.")
    }
    let choice = ConflictChoice(context)
    guard !choice.isOfAll || arguments[Keys.all] else {
      throw arguments.failure("Name conflicts by their numbers or by a filter, or give '--all'.")
    }
    guard !arguments[Keys.all] || arguments[ConflictChoice.words].isEmpty else {
      throw arguments.failure("'--all' goes with neither numbers nor a filter.")
    }
    let resolution: ConflictResolution = arguments[Keys.keep] ? .keepMine : .drop
    let conflicts = try await choice.chosen(from: context.replicaStore().syncStatus().conflicts)
    if conflicts.isEmpty {
      try context.output.hint("No conflict fits.")
    } else if !arguments[Keys.dryRun] {
      try confirm(conflicts, resolution, choice)
      try await context.replicaStore()
        .resolveConflicts(Set(conflicts.map(\.number)), by: resolution)
    }
    try report(conflicts, resolution, isDone: !arguments[Keys.dryRun])
    return .success
  }

  /// Asks a person before many are decided on at once.
  private func confirm(
    _ conflicts: [SyncConflict],
    _ resolution: ConflictResolution,
    _ choice: ConflictChoice
  ) throws {
    guard !choice.isOfNumbers, !context.arguments[Keys.yes] else { return }
    let verb = resolution == .keepMine ? "Keep" : "Drop"
    try context.questions.confirm("\(verb) \(counted(conflicts.count, "change"))?")
  }

  private func report(
    _ conflicts: [SyncConflict],
    _ resolution: ConflictResolution,
    isDone: Bool
  ) throws {
    for conflict in conflicts {
      if context.isJSON {
        try context.output.print(SyncReport.json(of: conflict, resolution))
      } else {
        try context.output.report(SyncReport.text(of: conflict, resolution, isDone: isDone))
      }
    }
    if isDone, !conflicts.isEmpty { try context.output.hint("'itemsctl sync' carries it out.") }
  }
}

extension ResolveCommand {
  enum Keys {
    static let keep = Flag("keep", help: "Make the change again as a new edit.")
    static let drop = Flag("drop", help: "Give the change up.")
    static let all = Flag("all", short: "a", help: "All conflicts, or all of one kind.")
    static let yes = Flag("yes", short: "y", help: "Do not ask whether many changes are meant.")
    static let dryRun = Flag("dry-run", help: "Say what would be done, and do nothing.")
  }

  static let command = Command<CommandAction>(
    "resolve",
    abstract: "Keep or drop changes that sync could not apply.",
    discussion: """
      '--keep' makes the change again as a new edit, which the next sync sends and which wins over \
      what was edited elsewhere before now. An item in lost-and-found comes back whole. What the hub \
      refused for its form or size it refuses again: edit the item instead.

      '--drop' gives the change up. An item in quarantine becomes what it is on the hub at the next \
      sync, with every change that is unsent; one that the hub never had is removed. What is in \
      lost-and-found is thrown away for good.
      """,
    examples: [
      Example("itemsctl sync resolve 3 --keep", "One, by its number in 'itemsctl sync conflicts':"),
      Example("itemsctl sync resolve --drop --all --kind lost", "All of a kind:"),
      Example("itemsctl sync resolve --keep list:home +tax", "Those of some items:"),
    ],
    arguments: [ConflictChoice.words],
    options: [Keys.keep, Keys.drop, Keys.all, ConflictChoice.kind, Keys.yes, Keys.dryRun],
    action: CommandAction(store: .write) { try await ResolveCommand(context: $0).run() }
  )
}
