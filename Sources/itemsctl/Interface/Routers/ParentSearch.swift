import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Finds the item under which others go, by its number or by words of its title.
struct ParentSearch: Sendable {
  let repository: any OpenedStore
  /// The items that go there, as a command line names them; a search does not offer them.
  let targets: [String]

  /// The most items that are offered.
  private static let limit = 4

  /// The item as a command line names it; empty for the top level.
  func reference(to text: String) async throws(CommandError) -> String {
    let text = text.trimmed
    guard !text.isEmpty else { return "" }
    if let number = Int(text) {
      // An unknown number is told by the command.
      if let item = try? await repository.item(number: number) { try await refuseCircle(at: item) }
      return text
    }
    guard let first = await matches(for: text).first else {
      throw CommandError(.failure, "No open item has these words.")
    }
    try await refuseCircle(at: first)
    return String(first.number)
  }

  /// Refuses an item that is one of those to be moved, or stands below one: a preview of the command does not look.
  private func refuseCircle(at item: Item) async throws(CommandError) {
    var (next, seen): (Item?, Set<ItemID>) = (item, [])
    while let item = next, seen.insert(item.id).inserted {
      guard !targets.contains(String(item.number)), !targets.contains(item.id.description) else {
        throw CommandError(.failure, "The item would stand under itself.")
      }
      guard let parent = item.parent else { return }
      next = try? await repository.item(parent)
    }
  }

  /// Says which other items the words fit, to be chosen by their numbers; empty for a number.
  func others(for text: String) async -> String {
    guard Int(text.trimmed) == nil else { return "" }
    let names = await matches(for: text).dropFirst().map { ItemPhrase.name(of: $0) }
    return names.isEmpty ? "" : ". A number chooses another: \(names.joined(separator: ", "))."
  }

  private func matches(for text: String) async -> [Item] {
    guard text.isSearchable else { return [] }
    let query = ItemQuery(
      .and([.text(text), .status([.open])]),
      sort: [.ascending(.relevance)],
      limit: ParentSearch.limit + targets.count
    )
    let found = (try? await repository.page(query).items) ?? []
    let others = found.filter { !targets.contains(String($0.number)) }
    return Array(others.prefix(ParentSearch.limit))
  }
}
