import CommandKit
import Phrases
import Storage

/// A line for each item; where they are many, one for all and a line for each of the first.
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
    let told = outcomes.first + outcomes.firstChanged
    let moved = told.filter { $0.before.parent != $0.after.parent }
    let ids = told.reduce(
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
  func tell(
    _ outcomes: ItemOutcomes,
    isPreview: Bool = false,
    canBeUndone: Bool = false
  ) async throws {
    if try context.printer.printData(outcomes.first.map(\.after)) { return }
    guard outcomes.count <= ItemWriteReport.maxLines, !operation.isToldAsOne else {
      try context.output.report(summary(of: outcomes, isPreview: isPreview))
      if !operation.isToldAsOne { try await nameFirst(outcomes, canBeUndone: canBeUndone) }
      return
    }
    guard !context.output.isQuiet else { return }
    for outcome in outcomes.first { try context.output.report(line(outcome, isPreview: isPreview)) }
  }

  /// Names the first of many items that were changed, and tells how to see the others.
  private func nameFirst(_ outcomes: ItemOutcomes, canBeUndone: Bool) async throws {
    guard !context.output.isQuiet else { return }
    for outcome in outcomes.firstChanged {
      try context.output.report("  " + ItemPhrase.name(of: outcome.after) + details(of: outcome))
    }
    let rest = outcomes.changed - outcomes.firstChanged.count
    guard rest > 0 else { return }
    let step = canBeUndone && !operation.isFinal ? try await latestStep() : nil
    let way = step.map { "; 'itemsctl log \($0)' shows all" } ?? ""
    try context.output.report("  … and \(rest) more\(way)")
  }

  /// The step of what was written just now.
  private func latestStep() async throws -> HistoryStep.ID? {
    try await context.undoableRepository().history().first { !$0.isUndone }?.id
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
    return phrase(name, isPreview: isPreview) + details(of: outcome)
  }

  /// The date to which an item moved on, or the fields that changed; empty if the sentence says all.
  private func details(of outcome: ItemOutcome) -> String {
    let calendar = context.world.calendar
    if let next = operation.movedTo(outcome.after) {
      return "; it is due again \(calendar.spokenText(of: next))"
    }
    if operation.hasEnded(outcome.after) { return "; that was its last date" }
    guard operation.isDetailed else { return "" }
    let difference = ItemDifference(outcome.before, outcome.after, calendar, names: parents).text
    return difference.isEmpty ? "" : ": \(difference)"
  }

  private func phrase(_ what: String, isPreview: Bool) -> String {
    let phrase = operation.phrase(what, isDone: !isPreview)
    return isPreview ? "Would \(phrase)" : phrase.capitalizedFirst
  }
}
