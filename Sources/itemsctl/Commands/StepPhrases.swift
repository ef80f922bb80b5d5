import Storage

/// Says what steps did, by the names of their items where they did one thing.
struct StepPhrases {
  private let names: [ItemID: String]

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

  /// `added 3 "Buy milk"`, `changed 20 items`, `added 1 item, deleted 3 items`.
  func text(of step: HistoryStep) -> String {
    let parts = [
      ("added", step.added), ("changed", step.updated), ("deleted", step.deleted),
      ("restored", step.restored),
    ]
    return parts.filter { $0.1 > 0 }.map { verb, count in
      if step.count == 1, let name = names[step.firstItem] { return "\(verb) \(name)" }
      return "\(verb) \(counted(count))"
    }.joined(separator: ", ")
  }
}
