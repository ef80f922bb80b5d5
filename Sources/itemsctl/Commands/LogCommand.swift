import ArgumentParsing
import Storage
import Sync

/// Prints the steps that a store remembers, latest first.
struct LogCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let output = context.output
    let store = try context.undoableRepository()
    var steps = try await store.history()
    if let limit = context.arguments[ListOptions.limit] {
      steps = Array(steps.prefix(limit.count))
    }
    let format = try context.rowFormat()
    let items = try await store.items(of: steps, for: format)
    if try DataRows(steps, items).print(as: format, to: output) { return .success }
    if steps.isEmpty {
      try output.hint("Nothing was done yet that could be undone.")
    } else {
      let phrases = try await StepPhrases(
        for: steps,
        in: store,
        differencesIn: context.world.calendar
      )
      try print(steps, phrases)
    }
    try await printOverwritten()
    return .success
  }

  /// Edits that lost to later ones: no undo brings them back, but a person can make them again.
  private func printOverwritten() async throws {
    let edits = try await context.repository.overwrittenEdits()
    guard !edits.isEmpty else { return }
    let ids = Set(edits.map(\.item))
    var names: [ItemID: String] = [:]
    for scope in ItemScope.allCases {
      for item in try await context.repository.items(ItemQuery(.ids(ids), scope: scope)) {
        names[item.id] = ItemPhrase.name(of: item)
      }
    }
    try context.output.print("")
    try context.output.print("Overwritten by later edits, latest first:")
    for edit in edits.reversed() {
      let name = names[edit.item] ?? edit.item.short
      let line = "  \(name): \(edit.text(context.world.calendar))"
      try context.output.print(line.truncated(toWidth: context.output.appearance.width ?? .max))
    }
  }

  private func print(_ steps: [HistoryStep], _ phrases: StepPhrases) throws {
    let output = context.output
    let usesColor = output.appearance.usesColor
    let dates = steps.map { context.world.calendar.shortText(of: $0.date) }
    let numberWidth = max(4, steps.map { "\($0.id)".count }.max() ?? 0)
    let dateWidth = dates.map(\.displayWidth).max() ?? 0
    let room = (output.appearance.width ?? .max) - numberWidth - dateWidth - 4
    let header =
      "STEP".padded(toWidth: numberWidth, atStart: true) + "  "
      + "WHEN".padded(toWidth: dateWidth) + "  WHAT"
    try output.print(header.painted(.faint, if: usesColor))
    for (step, date) in zip(steps, dates) {
      let what = (step.isUndone ? "undone: " : "") + phrases.text(of: step)
      let line =
        "\(step.id)".padded(toWidth: numberWidth, atStart: true) + "  "
        + date.padded(toWidth: dateWidth) + "  " + what.truncated(toWidth: max(8, room))
      try output.print(line.painted(step.isUndone ? .faint : nil, if: usesColor))
    }
  }
}

extension LogCommand {
  static let command = Command<CommandAction>(
    "log",
    abstract: "Show what was done, latest first.",
    discussion: """
      Lists the steps that 'itemsctl undo' can take back, and the undone steps that 'itemsctl \
      redo' can bring back. A hundred are kept. A pipe gets one line for each, with tabs between \
      the values: step, date (UTC), whether it is undone, how many items were added, changed, \
      deleted, restored, and the id of the first. In JSON, 'items' has the ids of all.

      Below the steps are edits that lost to a later one, made on another device before the two \
      synced.
      """,
    examples: [Example("itemsctl log -n 5", "The last five steps:")],
    options: [ListOptions.limit],
    action: CommandAction(store: .read, isPaged: true) {
      try await LogCommand(context: $0).run()
    }
  )
}
