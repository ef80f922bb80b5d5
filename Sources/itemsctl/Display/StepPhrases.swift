import Storage

/// Says what steps did, by the names of their items where they did one thing.
struct StepPhrases {
  private let names: [ItemID: String]
  private var differences: [HistoryStep.ID: String] = [:]

  /// Looks up the items that steps can be named by, deleted ones included.
  init(for steps: [HistoryStep], in repository: any ItemRepository) async throws {
    let ids = Set(steps.filter { $0.count == 1 }.map(\.firstItem))
    var names: [ItemID: String] = [:]
    for scope in ItemScope.allCases where !ids.isEmpty {
      for item in try await repository.items(ItemQuery(.ids(ids), scope: scope)) {
        names[item.id] = ItemPhrase.name(of: item)
      }
    }
    self.names = names
  }

  /// The same, with what became of the fields of items that were changed alone.
  init(
    for steps: [HistoryStep],
    in repository: any UndoableRepository,
    differencesIn calendar: LocalCalendar
  ) async throws {
    try await self.init(for: steps, in: repository)
    for step in steps where step.count == 1 && step.updated == 1 {
      guard let change = try await repository.changes(of: step.id).first,
        case .edited(let edits) = change.kind
      else { continue }
      let text = ItemDifference(edits, of: change.item, calendar).text
      if !text.isEmpty { differences[step.id] = ": \(text)" }
    }
  }

  /// `added 3 "Buy milk"`, `changed 5 "Call": due none → today`, `changed 20 items`, `added 1 item, deleted 3 items`.
  func text(of step: HistoryStep) -> String {
    let parts = [
      ("added", step.added), ("changed", step.updated), ("deleted", step.deleted),
      ("restored", step.restored),
    ]
    return parts.filter { $0.1 > 0 }.map { verb, count in
      if step.count == 1, let name = names[step.firstItem] {
        return "\(verb) \(name)\(differences[step.id] ?? "")"
      }
      return "\(verb) \(counted(count))"
    }.joined(separator: ", ")
  }
}
