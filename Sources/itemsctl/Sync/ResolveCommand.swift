import ArgumentParsing
import CommandKit
import Phrases
import Storage
import Sync

/// Keeps or drops changes in quarantine and in lost-and-found, and decides on kept texts.
struct ResolveCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    let choice = ConflictChoice(context)
    if let decision = choice.decision { return try await resolve(choice, by: decision) }
    guard arguments[Keys.keep] != arguments[Keys.drop] else {
      throw arguments.failure(
        "Give 'mine', 'theirs' or 'both' at the end, or '--keep' or '--drop'."
      )
    }
    guard !choice.isOfAll || arguments[Keys.all] else {
      throw arguments.failure("Name conflicts by their numbers or by a filter, or give '--all'.")
    }
    guard !arguments[Keys.all] || arguments[ConflictChoice.words].isEmpty else {
      throw arguments.failure("'--all' cannot be used with numbers or a filter.")
    }
    let resolution: ConflictResolution = arguments[Keys.keep] ? .keepMine : .drop
    let status = try await context.repository.syncStatus()
    let chosen = try await choice.chosen(from: status, in: context.repository, for: .keepOrDrop)
    let conflicts = chosen.conflicts
    if conflicts.isEmpty { try context.output.hint("No conflict fits.") }
    try await resolve(conflicts, by: resolution, choice)
    try hintAtSync(isNeeded: !conflicts.isEmpty)
    return .success
  }

  private func resolve(
    _ conflicts: [SyncConflict],
    by resolution: ConflictResolution,
    _ choice: ConflictChoice
  ) async throws {
    let isDone = !context.arguments[Keys.dryRun]
    if isDone, !conflicts.isEmpty {
      try confirm(conflicts, resolution, choice)
      try await context.repository
        .resolveConflicts(Set(conflicts.map(\.number)), by: resolution)
      if resolution == .keepMine { context.changed.note(conflicts.map(\.item)) }
    }
    try report(conflicts, resolution, isDone: isDone)
  }

  /// Decides by a word; of a change in quarantine or lost-and-found, `mine` keeps it and `theirs` drops it.
  private func resolve(
    _ choice: ConflictChoice,
    by decision: KeptTextChoice
  ) async throws -> ExitCode {
    let arguments = context.arguments
    guard !arguments[Keys.keep], !arguments[Keys.drop] else {
      throw arguments.failure("'\(decision.rawValue)' cannot be used with '--keep' or '--drop'.")
    }
    guard choice.isOfNames != arguments[Keys.all], choice.isOfNames || choice.isOfAll else {
      throw arguments.failure("Name what '\(decision.rawValue)' is to decide on, or give '--all'.")
    }
    let store = context.repository
    let status = try await store.syncStatus()
    let use: ConflictName.Use = decision == .both ? .both : .decide
    let chosen = try await choice.chosen(from: status, in: store, for: use)
    let conflicts = chosen.conflicts
    guard decision != .both || conflicts.isEmpty else {
      throw arguments.failure("'both' is for kept texts only; give 'mine' or 'theirs'.")
    }
    let latest = try await latestStep()
    let keptTexts = try await decide(on: chosen.keptTexts, by: decision, choice)
    try report(keptTexts, decision, KeptTextNames(status.keptTexts))
    try await resolve(conflicts, by: decision == .mine ? .keepMine : .drop, choice)
    let left = chosen.keptTexts.count - keptTexts.count
    guard left == 0 else {
      throw CommandError(
        .failure,
        "\(counted(left, "kept text")) \(left == 1 ? "was" : "were") left: the item was changed "
          + "meanwhile.",
        help: ["'itemsctl sync conflicts' shows it as it is now."]
      )
    }
    if keptTexts.isEmpty, conflicts.isEmpty { try context.output.hint("No conflict fits.") }
    if !keptTexts.isEmpty, !arguments[Keys.dryRun] { try await hintAtUndo(after: latest) }
    try hintAtSync(isNeeded: !keptTexts.isEmpty || !conflicts.isEmpty)
    return .success
  }

  /// Decides on kept texts, and returns those that are as they were read; a rehearsal decides on none and returns all.
  private func decide(
    on keptTexts: [KeptTextOfItem],
    by decision: KeptTextChoice,
    _ choice: ConflictChoice
  ) async throws -> [KeptTextOfItem] {
    guard !context.arguments[Keys.dryRun], !keptTexts.isEmpty else { return keptTexts }
    if !choice.isOfNames, !context.arguments[Keys.yes] {
      let question = "Decide on \(counted(keptTexts.count, "kept text")) by '\(decision.rawValue)'?"
      try context.questions.confirm(question)
    }
    let decided = try await context.repository.resolveKeptTexts(
      keptTexts,
      by: decision,
      now: context.world.calendar.now.millisecondsSince1970
    )
    context.changed.note(decided.map(\.item))
    return decided
  }

  private func report(
    _ keptTexts: [KeptTextOfItem],
    _ decision: KeptTextChoice,
    _ names: KeptTextNames
  ) throws {
    let isDone = !context.arguments[Keys.dryRun]
    if context.isJSON {
      for kept in keptTexts {
        try context.output.print(SyncReport.json(of: kept, names[kept], decision))
      }
      return
    }
    var rest = keptTexts[...]
    while let item = rest.first?.item {
      let texts = rest.prefix { $0.item == item }
      try context.output.report(SyncReport.text(of: Array(texts), decision, isDone: isDone))
      rest = rest.dropFirst(texts.count)
    }
  }

  private func latestStep() async throws -> HistoryStep.ID? {
    try await context.undoableRepository().history().first?.id
  }

  /// Names the way back, or tells that there is none: decisions on large texts can be more than the history has room for.
  private func hintAtUndo(after step: HistoryStep.ID?) async throws {
    guard let latest = try await latestStep(), latest != step else {
      return try context.output.hint("It was too much for 'itemsctl undo' to take it back.")
    }
    try context.output.hint("'itemsctl undo' takes it back.")
  }

  private func hintAtSync(isNeeded: Bool) throws {
    guard isNeeded, !context.arguments[Keys.dryRun] else { return }
    try context.output.hint("The next 'itemsctl sync' carries it out.")
  }

  /// Asks a person before many are decided on at once.
  private func confirm(
    _ conflicts: [SyncConflict],
    _ resolution: ConflictResolution,
    _ choice: ConflictChoice
  ) throws {
    guard !choice.isOfNames, !context.arguments[Keys.yes] else { return }
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
  }
}

extension ResolveCommand {
  enum Keys {
    static let keep = Flag("keep", help: "Make the change again, as a new edit.")
    static let drop = Flag("drop", help: "Discard the change.")
    static let all = Flag("all", short: "a", help: "All conflicts, or all of one kind.")
    static let yes = Flag("yes", short: "y", help: "Do not ask before many changes.")
    static let dryRun = Flag("dry-run", help: "Say what would be done, and do nothing.")
  }

  static let command = Command<CommandAction>(
    "resolve",
    abstract: "Decide on kept texts, and on changes that sync could not apply.",
    discussion: """
      For a kept text, 'mine' leaves the item's text as it is, 'theirs' replaces it with the kept \
      text, and 'both' adds the lines that it lacks at its end. A name decides on one text; an \
      item with several has a name for each, such as k12.7f. A number alone is a conflict or an \
      item with a kept text. With '--all', 'theirs' takes the latest text of a field and drops \
      the others. A text that was changed meanwhile is left. The next sync sends the decision to \
      every device; 'undo' takes it back, after a sync as a new edit. For other conflicts, 'mine' \
      means '--keep' and 'theirs' means '--drop', which 'undo' does not take back.

      '--keep' makes the change again as a new edit, which the next sync sends. It wins over edits \
      that were made elsewhere before. An item in lost-and-found comes back whole. If the hub \
      refused a change for its form or size, it refuses it again: edit the item instead.

      '--drop' discards the change. At the next sync, an item in quarantine becomes what it is on \
      the hub, and loses every unsent change; an item that the hub never had is removed. An item \
      in lost-and-found is discarded for good.
      """,
    examples: [
      Example(
        "itemsctl sync resolve k12 both",
        "A kept text, by its name in 'itemsctl sync conflicts':"
      ),
      Example("itemsctl sync resolve 3 --keep", "A change, by its number there:"),
      Example("itemsctl sync resolve --drop --all --kind lost", "All of a kind:"),
      Example("itemsctl sync resolve --keep list:home +tax", "The changes of some items:"),
    ],
    arguments: [ConflictChoice.words],
    options: [Keys.keep, Keys.drop, Keys.all, ConflictChoice.kind, Keys.yes, Keys.dryRun],
    action: CommandAction(store: .write) { try await ResolveCommand(context: $0).run() }
  )
}
