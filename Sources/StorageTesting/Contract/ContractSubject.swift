import Storage
import Testing

/// The store that a check uses, with shorthands for frequent steps.
struct ContractSubject: Sendable {
  let repository: any ItemRepository
  let clock: ManualClock

  /// Expects the operation to throw this code, and nothing else.
  func expect<Value>(
    _ code: StorageError.Code,
    _ purpose: String = "",
    at location: SourceLocation = #_sourceLocation,
    from operation: () async throws -> Value
  ) async {
    do {
      _ = try await operation()
      Issue.record("\(purpose) should have thrown \(code)", sourceLocation: location)
    } catch {
      let error = error as? StorageError ?? StorageError(.unexpected, "\(error)")
      #expect(error.code == code, "\(purpose): \(error)", sourceLocation: location)
      #expect(!error.message.isEmpty, sourceLocation: location)
    }
  }

  /// Expects the filter to match exactly the items with these titles, and their count.
  func expect(
    _ filter: ItemFilter,
    finds titles: [String],
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await repository.items(ItemQuery(filter)).map(\.title).sorted()
    #expect(found == titles.sorted(), "\(filter)", sourceLocation: location)
    let count = try await repository.count(filter)
    #expect(count == titles.count, "\(filter)", sourceLocation: location)
  }

  /// Expects the sort to return the items in the order of these titles, as a whole and in pages.
  func expect(
    _ sort: [ItemSort],
    gives titles: [String],
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await repository.items(ItemQuery(sort: sort)).map(\.title)
    #expect(found == titles, "\(sort)", sourceLocation: location)
    var paged: [String] = []
    for try await page in repository.pages(of: ItemQuery(sort: sort), size: 2) {
      paged += page.map(\.title)
    }
    #expect(paged == titles, "\(sort), two at a time", sourceLocation: location)
  }

  /// Adds an item with each title.
  @discardableResult
  func add(_ titles: String...) async throws -> [Item] {
    var items: [Item] = []
    for title in titles { items.append(try await repository.add(title)) }
    return items
  }
}
