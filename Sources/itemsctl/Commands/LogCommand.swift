import ArgumentParsing
import CommandKit
import ItemFormats
import Phrases
import Storage
import Sync

/// Prints the steps that a store remembers, latest first.
struct LogCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let output = context.output
    let store = try context.undoableRepository()
    if let number = context.arguments[Keys.step]?.count { return try await show(number, in: store) }
    var steps = try await store.history()
    if let limit = context.arguments[ListOptions.limit] {
      steps = Array(steps.prefix(limit.count))
    }
    let format = try context.rowFormat()
    let items = try await store.items(of: steps, for: format)
    var rows = DataRows(steps, items)
    if format == .json { rows.others = [DataRows(try await overwrittenEdits())] }
    if try rows.print(as: format, to: output) { return .success }
    if steps.isEmpty {
      try output.hint("Nothing was done yet that could be undone.")
    } else {
      try print(steps, try await StepPhrases(for: steps, in: store))
      try output.hint("'itemsctl log \(steps[0].id)' shows each change of that step.")
    }
    try await print(try await overwrittenEdits())
    return .success
  }

  /// The edits that lost to later ones, latest first.
  private func overwrittenEdits() async throws -> [OverwrittenEdit] {
    try await context.repository.overwrittenEdits().reversed()
  }

  /// Edits that lost to later ones: no undo brings them back, but a person can make them again.
  private func print(_ edits: [OverwrittenEdit]) async throws {
    guard !edits.isEmpty else { return }
    let names = try await context.repository.names(of: Set(edits.map(\.item)))
    try context.output.print("")
    try context.output.print("Edits that were overwritten or lost, latest first:")
    for edit in edits {
      let name = names[edit.item] ?? edit.item.short
      try context.output.print("  \(name): \(edit.text(context.world.calendar))")
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
      let differences = phrases.differences(of: step, context.world.calendar)
      let what = (step.isUndone ? "undone: " : "") + phrases.text(of: step, differences)
      let line =
        "\(step.id)".padded(toWidth: numberWidth, atStart: true) + "  "
        + date.padded(toWidth: dateWidth) + "  " + what.truncated(toWidth: max(8, room))
      try output.print(line.painted(step.isUndone ? .faint : nil, if: usesColor))
    }
  }
}

extension LogCommand {
  /// Shows what one step changed, field by field.
  private func show(_ number: Int, in store: any UndoableRepository) async throws -> ExitCode {
    let output = context.output
    guard let step = try await store.history().first(where: { $0.id == number }) else {
      throw CommandError(
        .failure,
        "There is no step \(number), or it is too old to be remembered.",
        help: ["'itemsctl log' lists the steps by their numbers."]
      )
    }
    let changes = try await store.changes(of: number)
    if try DataRows(changes, of: step).print(as: try context.rowFormat(), to: output) {
      return .success
    }
    var ids = Set(changes.map(\.item))
    for case .edited(let edits) in changes.map(\.kind) { ids.formUnion(edits.flatMap(\.parents)) }
    let detail = StepDetail(
      changes,
      try await store.names(of: ids),
      context.world.calendar
    )
    let date = context.world.calendar.shortText(of: step.date)
    try output.print("Step \(step.id), \(date)\(step.isUndone ? ", undone" : "")")
    for line in detail.lines {
      try output.print(line.truncated(toWidth: output.appearance.width ?? .max))
    }
    return .success
  }
}

extension LogCommand {
  enum Keys {
    static let step = Argument<Limit?>(
      "step",
      help: "Show each change of this step, field by field."
    )
  }

  static let command = Command<CommandAction>(
    "log",
    abstract: "Show what was done, latest first.",
    discussion: """
      Lists the steps that 'itemsctl undo' can take back, and the undone steps that 'itemsctl \
      redo' can bring back. A hundred are kept. A pipe gets one line for each, with tabs between \
      the values: step, date (UTC), whether it is undone, how many items were added, changed, \
      deleted, restored, and the id of the first. In JSON, 'items' has the ids of all, and \
      'overwritten' the edits that lost.

      With the number of a step, it shows all changes of that step: each item, and the values of \
      each field before and after.

      Below the steps are edits that lost to a later one, made on another device before the two \
      synced.
      """,
    examples: [
      Example("itemsctl log -n 5", "The last five steps:"),
      Example("itemsctl log 12", "What step 12 changed:"),
    ],
    arguments: [Keys.step],
    options: [ListOptions.limit],
    action: CommandAction(store: .read, isPaged: true) {
      try await LogCommand(context: $0).run()
    }
  )
}
