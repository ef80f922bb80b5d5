// Finding the items that the command line names.

import CommandKit
package import Storage

extension ItemReference {
  /// The most items that a query for a reference returns.
  static let candidateLimit = 6

  /// The item within a transaction; a number wins over an id that begins alike.
  package func resolve(
    in transaction: any ItemTransaction,
    _ scope: ItemScope = .live
  ) throws(StorageError) -> Item {
    do throws(CommandError) {
      for filter in filters {
        if let item = try only(of: candidates(query(filter, scope), transaction)) { return item }
        if try !candidates(query(filter, scope.other), transaction).isEmpty {
          throw misplaced(scope)
        }
      }
      throw missing
    } catch {
      throw error.wrappedAsStorageError
    }
  }

  /// The item in a repository.
  package func resolve(
    in repository: any ItemRepository,
    _ scope: ItemScope = .live
  ) async throws -> Item {
    // The usual case is a look at one row, without a query that has to be put together.
    if scope == .live, let number, let item = try await repository.item(number: number) {
      return item
    }
    for filter in filters {
      if let item = try only(of: try await repository.items(query(filter, scope))) { return item }
      if try await !repository.items(query(filter, scope.other)).isEmpty { throw misplaced(scope) }
    }
    throw missing
  }

  /// The items of a query; its error becomes one of the command.
  private func candidates(
    _ query: ItemQuery,
    _ transaction: any ItemTransaction
  ) throws(CommandError) -> [Item] {
    do throws(StorageError) {
      return try transaction.page(query).items
    } catch {
      throw CommandError(error)
    }
  }

  /// What finds the item, the likeliest first.
  ///
  /// Each is asked in both scopes before the next: the number of a deleted item must not become the
  /// beginning of another item's id.
  private var filters: [ItemFilter] {
    [number.map { ItemFilter.numbers([$0]) }, range.map { .idRange($0) }].compactMap { $0 }
  }

  private func query(_ filter: ItemFilter, _ scope: ItemScope) -> ItemQuery {
    ItemQuery(
      filter,
      sort: [.ascending(.number)],
      limit: ItemReference.candidateLimit,
      scope: scope
    )
  }

  /// The one item that answered, if any did.
  private func only(of candidates: [Item]) throws(CommandError) -> Item? {
    guard candidates.count > 1 else { return candidates.first }
    throw CommandError(
      .failure,
      "'\(word)' is the beginning of several ids.",
      help: ["Give more of the id, or the number:"]
        + candidates.map { "\($0.id)  \($0.number)  \($0.title.visible.truncated(toWidth: 40))" }
    )
  }

  private var missing: CommandError {
    CommandError(.failure, "There is no item '\(word)'.")
  }

  /// The failure for an item that is deleted, or is not.
  private func misplaced(_ scope: ItemScope) -> CommandError {
    switch scope {
    case .live:
      CommandError(
        .failure,
        "There is no item '\(word)': it was deleted.",
        help: ["'itemsctl restore \(word)' brings it back."]
      )
    case .deleted:
      CommandError(
        .failure,
        "The item '\(word)' is not deleted.",
        help: ["'itemsctl delete \(word)' deletes it."]
      )
    }
  }
}

extension ItemScope {
  fileprivate var other: ItemScope { self == .live ? .deleted : .live }
}
