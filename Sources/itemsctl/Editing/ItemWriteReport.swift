import Storage

/// A line for each item, or one for all where they are many.
struct ItemWriteReport {
  let context: CommandContext
  let operation: ItemOperation
  /// The items under which others were put, or were, and for which they wait, or did.
  var parents: ItemNames = [:]

  /// The most items that are told one by one.
  private static let maxLines = 20

  /// How many outcomes have to be kept: all where they are printed as data.
  var limit: Int? {
    context.format != nil || context.fields != nil ? nil : ItemWriteReport.maxLines
  }

  /// The same with the names of the parents and the blockers that outcomes have.
  func naming(parentsOf outcomes: ItemOutcomes) async throws -> ItemWriteReport {
    let moved = outcomes.first.filter { $0.before.parent != $0.after.parent }
    let ids = outcomes.first.reduce(
      into: Set(moved.flatMap { [$0.before.parent, $0.after.parent] }.compactMap { $0 })
    ) { ids, outcome in
      ids.formUnion(outcome.before.blockers.symmetricDifference(outcome.after.blockers))
    }
    guard !ids.isEmpty else { return self }
    var report = self
    report.parents = try await context.repository.names(of: ids)
    return report
  }

  /// Prints the items as data or tells what became of them, or would.
  func tell(_ outcomes: ItemOutcomes, isPreview: Bool = false) async throws {
    if try context.printer.printData(outcomes.first.map(\.after)) { return }
    guard outcomes.count <= ItemWriteReport.maxLines, !operation.isToldAsOne else {
      return try context.output.report(summary(of: outcomes, isPreview: isPreview))
    }
    guard !context.output.isQuiet else { return }
    for outcome in outcomes.first { try context.output.report(line(outcome, isPreview: isPreview)) }
  }

  /// One sentence about all items, without a full stop.
  func summary(of outcomes: ItemOutcomes, isPreview: Bool = false) -> String {
    if operation.isToldAsOne {
      let phrase = operation.phrase("", isDone: !isPreview).trimmed
      let hasClosed = outcomes.first.contains { $0.after.status != .open }
      return (isPreview ? "Would \(phrase)" : phrase.capitalizedFirst)
        + ": \(counted(outcomes.changed))\(hasClosed ? ", done ones included" : "")"
    }
    if outcomes.count == 1, let only = outcomes.first.first {
      return line(only, isPreview: isPreview)
    }
    let same = outcomes.same
    let text = phrase(counted(outcomes.changed), isPreview: isPreview)
    return same == 0 ? text : "\(text); \(same) \(same == 1 ? "was" : "were") so already"
  }

  /// One item's sentence, with what is other than before.
  private func line(_ outcome: ItemOutcome, isPreview: Bool) -> String {
    let name = ItemPhrase.name(of: outcome.after)
    if outcome.isSame { return "\(name) \(operation.already)" }
    if let next = operation.movedTo(outcome.after) {
      let date = context.world.calendar.spokenText(of: next)
      return phrase(name, isPreview: isPreview) + "; it is due again \(date)"
    }
    let calendar = context.world.calendar
    let difference =
      operation.isDetailed
      ? ItemDifference(outcome.before, outcome.after, calendar, names: parents).text : ""
    return phrase(name, isPreview: isPreview) + (difference.isEmpty ? "" : ": \(difference)")
  }

  private func phrase(_ what: String, isPreview: Bool) -> String {
    let phrase = operation.phrase(what, isDone: !isPreview)
    return isPreview ? "Would \(phrase)" : phrase.capitalizedFirst
  }
}
