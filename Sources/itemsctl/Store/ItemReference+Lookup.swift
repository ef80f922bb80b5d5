// Finding the items that the command line names.

import Storage

extension ItemReference {
  /// What is asked of a store for a reference; at most a few items answer.
  static let candidateLimit = 6

  /// The one item whose id begins so.
  private func only(of candidates: [Item]) throws(CommandFailure) -> Item {
    guard let first = candidates.first else {
      throw CommandFailure(.failure, "There is no item '\(word)'.")
    }
    guard candidates.count == 1 else {
      throw CommandFailure(
        .failure,
        "'\(word)' is the beginning of several ids.",
        help: ["Give more of the id, or the number:"]
          + candidates.map { "\($0.id)  \($0.number)  \($0.title.visible.truncated(toWidth: 40))" }
      )
    }
    return first
  }

  /// The item within a transaction; a number wins over an id that begins alike.
  func resolve(
    in transaction: any ItemTransaction
  ) throws(StorageError) -> Item {
    if let number, let item = try transaction.item(number: number) { return item }
    var candidates: [Item] = []
    if let query { candidates = try transaction.page(query).items }
    do throws(CommandFailure) {
      return try only(of: candidates)
    } catch {
      throw error.asStorageError
    }
  }

  /// The item in a repository.
  func resolve(in repository: any ItemRepository) async throws -> Item {
    if let number, let item = try await repository.item(number: number) { return item }
    guard let query else { return try only(of: []) }
    return try only(of: try await repository.page(query).items)
  }

  private var query: ItemQuery? {
    range.map {
      ItemQuery(.idRange($0), sort: [.ascending(.number)], limit: ItemReference.candidateLimit)
    }
  }
}
