import Storage

/// A line for each item, or one for all where they are many.
struct ItemWriteReport {
  let context: CommandContext
  let act: ItemAct

  /// The most items that are told one by one.
  private static let maxLines = 20

  /// Prints the items as data or tells what became of them, or would.
  func tell(_ outcomes: [ItemOutcome], isRehearsal: Bool = false) async throws {
    if try context.printer.printData(outcomes.map(\.after)) { return }
    guard outcomes.count <= ItemWriteReport.maxLines else {
      return try context.output.report(summary(of: outcomes, isRehearsal: isRehearsal))
    }
    guard !context.output.isQuiet else { return }
    let ids = try await ShortIDs(of: outcomes.map(\.after), in: context.repository)
    for outcome in outcomes {
      try context.output.report(line(outcome, ids, isRehearsal: isRehearsal))
    }
  }

  /// One sentence about all items, without a full stop.
  func summary(of outcomes: [ItemOutcome], isRehearsal: Bool = false) -> String {
    if outcomes.count == 1 { return line(outcomes[0], nil, isRehearsal: isRehearsal) }
    let same = outcomes.count { $0.isSame }
    let changed = outcomes.count - same
    let text = phrase(counted(changed), isRehearsal: isRehearsal)
    return same == 0 ? text : "\(text); \(same) \(same == 1 ? "was" : "were") so already"
  }

  /// One item's sentence, with id and due date where the ids are known.
  private func line(_ outcome: ItemOutcome, _ ids: ShortIDs?, isRehearsal: Bool) -> String {
    let name = ItemPhrase.name(of: outcome.after)
    if outcome.isSame { return act.phrases.already(name) }
    let details = act.phrases.isDetailed ? ids : nil
    return phrase(
      details.map { ItemPhrase.text(of: outcome.after, $0, context.world.calendar) } ?? name,
      isRehearsal: isRehearsal
    )
  }

  private func phrase(_ what: String, isRehearsal: Bool) -> String {
    isRehearsal
      ? "Would \(act.phrases.now(what))" : act.phrases.past(what).capitalizedFirst
  }
}
