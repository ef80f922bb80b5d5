import ArgumentParsing
import Storage

/// Prints the steps that a store remembers, latest first.
struct LogCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let output = context.output
    let store = try context.undoableRepository()
    var steps = try await store.history()
    if let limit = context.arguments[ListCommand.Keys.limit] {
      steps = Array(steps.prefix(limit.count))
    }
    let format = try context.rowFormat()
    let items = try await store.items(of: steps, for: format)
    if try DataRows(steps, items).print(as: format, to: output) { return .success }
    guard !steps.isEmpty else {
      try output.hint("Nothing was done yet that could be undone.")
      return .success
    }
    let phrases = try await StepPhrases(for: steps, in: store)
    try print(steps, phrases)
    return .success
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
      The steps that 'itemsctl undo' takes back, and those that were undone and 'itemsctl redo' \
      brings back. A hundred are kept. A pipe gets one line for each, values between tabs: step, \
      date (UTC), whether it is undone, how many items were added, changed, deleted, restored, and \
      the id of the first. JSON has the ids of all as 'items'.
      """,
    options: [ListCommand.Keys.limit],
    action: CommandAction(store: .read, isPaged: true) {
      try await LogCommand(context: $0).run()
    }
  )
}
