import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Takes back the latest steps, or brings back those that were taken back.
struct UndoCommand {
  /// Which way to go.
  enum Direction: String, Sendable {
    case undo, redo
  }

  let context: CommandContext
  let direction: Direction

  func run() async throws -> ExitCode {
    let (arguments, output) = (context.arguments, context.output)
    let store = try context.undoableRepository()
    let steps = try await candidates(store, count: arguments[Keys.count]?.count ?? 1)
    // Their items are named as they are called before the steps go.
    let phrases = try await StepPhrases(for: steps, in: store)
    // Words for people are the default here, wherever they go.
    let format = context.format == nil ? nil : try context.rowFormat()
    let items = try await store.items(of: steps, for: format)
    if arguments[WriteOptions.dryRun] {
      if try DataRows(steps, items).print(as: format, to: output) { return .success }
      for step in steps {
        let differences = phrases.differences(of: step, calendar, isReversed: direction == .undo)
        try output.report(
          "Would \(direction.rawValue): \(phrases.text(of: step, differences))"
        )
        for line in phrases.lines(for: step, differences) { try output.report(line) }
      }
      return .success
    }
    let outcomes = try await walk(store, count: steps.count)
    let done = outcomes.filter { $0.applied > 0 }
    // Reading a large step again is for hooks alone.
    if context.world.hooks()?.hasHooks == true {
      for outcome in done { context.changed.note(try await store.items(of: outcome.step.id)) }
    }
    let past = direction == .undo ? "Undone" : "Redone"
    if let first = done.first {
      output.recordCompleted(
        done.count == 1
          ? "\(past): \(phrases.text(of: first.step))" : "\(past): \(done.count) steps"
      )
    }
    if try !DataRows(outcomes, items).print(as: format, to: output) {
      for outcome in done {
        // A step that was left in part has by now only the changes that were made.
        let differences = try await phrases.differences(
          of: outcome.step,
          in: store,
          calendar,
          isReversed: direction == .undo
        )
        let text = phrases.text(of: outcome.step, differences)
        try output.report("\(past): \(text)\(left(outcome))")
        for line in phrases.lines(for: outcome.step, differences) { try output.report(line) }
      }
    }
    let vain = outcomes.filter { $0.applied == 0 }.map {
      "Nothing was \(past.lowercased()): \(phrases.text(of: $0.step))\(left($0))"
    }
    guard vain.isEmpty else { throw CommandError(.failure, vain.joined(separator: "\n")) }
    return .success
  }

  private var calendar: LocalCalendar { context.world.calendar }

  /// The steps to walk, in that order; a failure where there are fewer than were asked for.
  private func candidates(
    _ store: any UndoableRepository,
    count: Int
  ) async throws -> [HistoryStep] {
    let history = try await store.history()
    let steps =
      direction == .undo ? history.filter { !$0.isUndone } : history.reversed().filter(\.isUndone)
    let verb = direction == .undo ? "undone" : "redone"
    guard !steps.isEmpty else {
      throw CommandError(
        .failure,
        "There is nothing to \(direction.rawValue).",
        help: direction == .redo
          ? ["What was undone can be redone until something is changed."] : []
      )
    }
    guard steps.count >= count else {
      throw CommandError(
        .failure,
        "Only \(counted(steps.count, "step")) can be \(verb), so nothing was changed.",
        help: ["'itemsctl log' lists them."]
      )
    }
    return Array(steps.prefix(count))
  }

  private func walk(_ store: any UndoableRepository, count: Int) async throws -> [HistoryOutcome] {
    let outcomes = direction == .undo ? try await store.undo(count) : try await store.redo(count)
    guard !outcomes.isEmpty else {
      throw CommandError(
        .failure,
        "Another program changed the store meanwhile; nothing was changed.",
        help: ["'itemsctl log' shows its steps."]
      )
    }
    return outcomes
  }

  /// " in part" where a change was both brought back and left.
  private func part(_ outcome: HistoryOutcome) -> String {
    outcome.applied + outcome.skipped > outcome.step.count ? " in part" : ""
  }

  /// What could not be brought back.
  private func left(_ outcome: HistoryOutcome) -> String {
    switch outcome.skipped {
    case 0: ""
    case 1: "; 1 change was left\(part(outcome)), since the same was changed again"
    default:
      "; \(outcome.skipped) changes were left\(part(outcome)), since the same was changed again"
    }
  }
}

extension CommandContext {
  /// The repository, which remembers what was done.
  func undoableRepository() throws(CommandError) -> any UndoableRepository {
    if let repository = repository as? any UndoableRepository { return repository }
    throw CommandError(.failure, "This store keeps no history, so nothing can be undone.")
  }
}

extension UndoCommand {
  enum Keys {
    static let count = Argument<Limit?>("count", help: "How many steps; 1 if it is not given.")
  }

  static let undo = command(
    .undo,
    abstract: "Undo the last steps.",
    discussion: """
      A step is everything that one command did. Undoing is itself a change, which the next sync \
      sends like any other. A decision on a kept text is a step. What a sync brought, and the \
      changes that 'sync resolve' kept or dropped, are not steps, and stay. If a field was changed again meanwhile, the later value is kept, and the \
      answer says how many changes were left.
      """,
    examples: [
      Example("itemsctl undo", "The latest step:"),
      Example("itemsctl undo 3 --dry-run", "See what undoing three would do:"),
    ]
  )

  static let redo = command(
    .redo,
    abstract: "Redo what was undone.",
    discussion: "Undone steps can be redone until something else is changed.",
    examples: [Example("itemsctl redo", "The last step that was undone:")]
  )

  private static func command(
    _ direction: Direction,
    abstract: String,
    discussion: String,
    examples: [Example]
  ) -> Command<CommandAction> {
    Command(
      direction.rawValue,
      abstract: abstract,
      discussion: discussion,
      examples: examples,
      arguments: [Keys.count],
      options: [WriteOptions.dryRun],
      action: CommandAction(store: WriteOptions.access) {
        try await UndoCommand(context: $0, direction: direction).run()
      }
    )
  }
}
