package import Storage

extension BlockerCycle {
  /// The sentence about an edit that would close the cycle; an item without a name is a new one.
  package func sentence(_ names: [ItemID: String]) -> String {
    let texts = items.map { names[$0] ?? "a new item" }
    guard texts.count > 1 else { return "\(texts[0]) would wait for itself." }
    let chain = texts.dropFirst().joined(separator: ", which waits for ")
    return "These items would wait for each other: \(texts[0]) for \(chain), "
      + "which waits for the first."
  }
}

extension ModelFailure {
  /// The meaning of an error of a write, with the items of a cycle by their numbers and titles.
  static func explaining(
    _ error: StorageError,
    in repository: any ItemRepository
  ) async -> ModelFailure {
    guard let cycle = error.cause as? BlockerCycle,
      let items = try? await repository.items(ItemQuery(.ids(Set(cycle.items))))
    else { return ModelFailure(error) }
    let names = Dictionary(items.map { ($0.id, "\($0.number) \"\($0.title)\"") }) { first, _ in
      first
    }
    return ModelFailure(cycle.sentence(names), action: .correct)
  }
}
