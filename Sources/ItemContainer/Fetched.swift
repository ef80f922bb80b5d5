public import ItemModels
public import Registry
public import Storage

#if canImport(SwiftUI)
public import SwiftUI
#endif

/// A query's results as a property that follows the store: `@Fetched(\.itemRepository, query) var items`.
///
/// The first read takes the repository from the container; in SwiftUI, `environment(\.itemRepository, …)` around the view
/// replaces it. `$items` is the `FetchedResults`, which tell their phase and load other queries. Limit the query where the
/// store may be large: all results are in memory.
///
/// In a SwiftUI view this is a `DynamicProperty`: the view is drawn again when the results change. Elsewhere its owner
/// observes it as any `@Observable` model. It corresponds to SwiftData's `@Query`.
@propertyWrapper @MainActor
public struct Fetched<Element: Sendable> {
  @EnvironmentStateObject private var results: FetchedResults<Element>

  /// The results in the query's order; empty until the first read.
  public var wrappedValue: [Element] { results.elements }

  /// The results themselves.
  public var projectedValue: FetchedResults<Element> { results }

  private init(
    _ repository: KeyPath<Container, Factory<any ItemRepository>>,
    _ makeResults: @escaping @MainActor (any ItemRepository) -> FetchedResults<Element>
  ) {
    _results = EnvironmentStateObject { environment in
      let store = environment.repository(at: repository)
      // The first read is the owner's, which belongs to the main actor as this property does.
      return MainActor.assumeIsolated { makeResults(store) }
    }
  }
}

#if canImport(SwiftUI)
extension Fetched: DynamicProperty {}

extension EnvironmentValues {
  /// The repository of a factory, unless a modifier `environment(\.itemRepository, …)` around the view replaces it.
  fileprivate func repository(
    at factory: KeyPath<Container, Factory<any ItemRepository>>
  ) -> any ItemRepository {
    factory == \Container.itemRepository ? itemRepository : dependencies[factory]
  }
}
#else
extension DependencyValues {
  /// The repository of a factory.
  fileprivate func repository(
    at factory: KeyPath<Container, Factory<any ItemRepository>>
  ) -> any ItemRepository {
    self[factory]
  }
}
#endif

extension Fetched where Element == Item {
  /// The items that a query finds.
  public init(
    _ repository: KeyPath<Container, Factory<any ItemRepository>>,
    _ query: ItemQuery
  ) {
    self.init(repository) { FetchedResults(repository: $0, query: query) }
  }
}

extension Fetched {
  /// The records of a type that a filter finds: `@Fetched(\.itemRepository, where: \Habit.times < 3) var habits`.
  public init<Record: ItemRecord>(
    _ repository: KeyPath<Container, Factory<any ItemRepository>>,
    where filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard,
    limit: Int? = nil
  ) where Element == StoredRecord<Record> {
    self.init(repository) {
      FetchedResults(repository: $0, where: filter, sort: sort, limit: limit)
    }
  }
}
