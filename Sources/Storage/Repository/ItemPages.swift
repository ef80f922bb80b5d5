/// The pages of a query's result, each read on demand: memory stays within one page.
public struct ItemPages: AsyncSequence, Sendable {
  /// One page's items.
  public typealias Element = [Item]

  let repository: any ItemRepository
  let query: ItemQuery
  let pageSize: Int

  /// Starts at the query's beginning.
  public func makeAsyncIterator() -> Iterator {
    Iterator(repository: repository, query: query, pageSize: pageSize)
  }

  /// Reads page by page.
  public struct Iterator: AsyncIteratorProtocol {
    private let repository: any ItemRepository
    private let pageSize: Int
    private var query: ItemQuery
    private var remaining: Int?
    private var isAtEnd = false

    init(repository: any ItemRepository, query: ItemQuery, pageSize: Int) {
      self.repository = repository
      self.query = query
      self.pageSize = pageSize
      remaining = query.limit
    }

    /// The next page, or nil after the last.
    public mutating func next() async throws(StorageError) -> [Item]? {
      guard !isAtEnd, remaining != 0 else { return nil }
      query.limit = Swift.min(pageSize, remaining ?? pageSize)
      let page = try await repository.page(query)
      remaining = remaining.map { $0 - page.items.count }
      query.after = page.next
      isAtEnd = page.next == nil
      return page.items.isEmpty ? nil : page.items
    }
  }
}

extension ItemRepository {
  /// A query's items page by page, in bounded memory; each page is a snapshot of its own.
  public func pages(of query: ItemQuery, size: Int = 500) -> ItemPages {
    precondition(size > 0, "a page holds at least one item")
    return ItemPages(repository: self, query: query, pageSize: size)
  }
}
