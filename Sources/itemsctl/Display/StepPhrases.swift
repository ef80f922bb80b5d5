import CommandKit
import Phrases
import Storage

/// Says what steps did, by the names of their items and the values that they changed.
struct StepPhrases {
  private let names: ItemNames
  /// The changes of steps that are not too large to be read for a line.
  private let changes: [HistoryStep.ID: [HistoryStep.Change]]

  /// How many items of a step are named.
  static let maxNames = 5

  /// The changes up to which a step is read.
  private static let maxChanges = 1_000

  /// Looks up what steps changed, and how their items are called, deleted ones included.
  init(for steps: [HistoryStep], in repository: any UndoableRepository) async throws {
    var changes: [HistoryStep.ID: [HistoryStep.Change]] = [:]
    var ids: Set<ItemID> = []
    for step in steps where step.count <= StepPhrases.maxChanges {
      let found = try await repository.changes(of: step.id)
      changes[step.id] = found
      for verb in StepVerb.allCases {
        let named = found.lazy.filter { StepVerb($0.kind) == verb }.prefix(StepPhrases.maxNames * 2)
        ids.formUnion(named.map(\.item))
        for case .edited(let edits) in named.map(\.kind) {
          ids.formUnion(edits.flatMap(\.parents))
        }
      }
    }
    self.changes = changes
    names = try await repository.names(of: ids)
  }

  /// `added 3 "Buy milk"`, `changed 5 "Call": due none → today`, `changed 20 items (1 "a", … and 15 more)`.
  ///
  /// What became of the fields is told where it is the same for all items; ``lines(for:_:)`` has the rest.
  func text(of step: HistoryStep, _ differences: StepDifferences? = nil) -> String {
    let counts = [
      StepVerb.added: step.added, .changed: step.updated, .deleted: step.deleted,
      .restored: step.restored,
    ]
    return StepVerb.allCases.compactMap { verb -> String? in
      guard let count = counts[verb], count > 0 else { return nil }
      let difference =
        verb == .changed ? differences?.common(to: items(of: step, .changed)) ?? "" : ""
      let what = "\(verb.rawValue) \(phrase(items(of: step, verb), count: count))"
      return difference.isEmpty ? what : "\(what): \(difference)"
    }.joined(separator: ", ")
  }

  /// What became of the fields of items, a line for each of the first, where ``text(of:_:)`` does not say it.
  func lines(for step: HistoryStep, _ differences: StepDifferences) -> [String] {
    guard differences.common(to: items(of: step, .changed)) == nil else { return [] }
    let told = differences.all.filter { !$0.text.isEmpty }
    let lines = told.prefix(StepPhrases.maxNames).map {
      "  \(names[$0.item] ?? $0.item.short): \($0.text)"
    }
    let rest = told.count - lines.count
    return rest > 0
      ? lines + ["  … and \(rest) more; 'itemsctl log \(step.id)' shows all"] : lines
  }

  /// What becomes of the fields by the changes of a step as they were found, or by taking them back.
  func differences(
    of step: HistoryStep,
    _ calendar: LocalCalendar,
    isReversed: Bool = false
  ) -> StepDifferences {
    StepDifferences(changes[step.id] ?? [], calendar, names, isReversed: isReversed)
  }

  /// The same by the changes of a step as the store has them now.
  func differences(
    of step: HistoryStep,
    in repository: any UndoableRepository,
    _ calendar: LocalCalendar,
    isReversed: Bool
  ) async throws -> StepDifferences {
    let present =
      changes[step.id] == nil ? [] : try await repository.changes(of: step.id)
    return StepDifferences(present, calendar, names, isReversed: isReversed)
  }

  /// The items that a step changed in a way, each once.
  private func items(of step: HistoryStep, _ verb: StepVerb) -> [ItemID] {
    var seen: Set<ItemID> = []
    return (changes[step.id] ?? []).compactMap { change in
      StepVerb(change.kind) == verb && seen.insert(change.item).inserted ? change.item : nil
    }
  }

  private func phrase(_ items: [ItemID], count: Int) -> String {
    let named = items.prefix(StepPhrases.maxNames).compactMap { names[$0] }
    guard !named.isEmpty else { return counted(items.isEmpty ? count : items.count) }
    let rest = items.count - named.count
    let list = named.joined(separator: ", ")
    return rest == 0 ? list : "\(counted(items.count)) (\(list) and \(rest) more)"
  }
}

/// How a step changed an item, as messages say it.
enum StepVerb: String, CaseIterable {
  case added, changed, deleted, restored

  init(_ kind: HistoryStep.Change.Kind) {
    switch kind {
    case .added: self = .added
    case .edited: self = .changed
    case .deleted: self = .deleted
    case .restored: self = .restored
    }
  }
}

/// What became of the fields of the items that a step edited.
struct StepDifferences {
  /// The edited items in the order of the step, with `due none → today`.
  private(set) var all: [(item: ItemID, text: String)] = []

  /// The differences that changes say; those of an undo are the other way round.
  init(
    _ changes: [HistoryStep.Change],
    _ calendar: LocalCalendar,
    _ names: ItemNames,
    isReversed: Bool = false
  ) {
    for change in changes {
      guard case .edited(let edits) = change.kind else { continue }
      let done = isReversed ? edits.map(\.reversed) : edits
      all.append((change.item, ItemDifference(done, calendar, names: names).text))
    }
  }

  /// The difference of all these items, if it is the same for each; nil if not.
  func common(to items: [ItemID]) -> String? {
    guard let first = all.first?.text, all.count == items.count,
      zip(all, items).allSatisfy({ $0.item == $1 && $0.text == first })
    else { return nil }
    return first
  }
}
