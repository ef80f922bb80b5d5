/// Finds one cached value or creates it, exactly once for all threads and tasks.
///
/// It is an object, which only a resolution that finds no value makes.
@usableFromInline
final class Cache: Sendable {
  private let table: Table
  private let declaration: Declaration
  private let variant: Variant?
  private let scope: ScopeReference
  private let manager: ContainerManager
  private let timeToLive: Duration?

  /// Makes the cache of one value.
  ///
  /// - Parameters:
  ///   - table: Keeps the value.
  ///   - declaration: The factory or the property.
  ///   - variant: The value's key among those of the declaration.
  ///   - scope: The scope that keeps the value; unspecified for a property's own.
  ///   - manager: The manager of the container whose factory makes the value.
  ///   - timeToLive: How long the value is kept without a use; nil for ever.
  init(
    _ table: Table,
    _ declaration: Declaration,
    variant: Variant? = nil,
    scope: ScopeReference = .unspecified,
    manager: ContainerManager = .none,
    timeToLive: Duration? = nil
  ) {
    self.table = table
    self.declaration = declaration
    self.variant = variant
    self.scope = scope
    self.manager = manager
    self.timeToLive = timeToLive
  }

  /// The next step, by the cell's state.
  private enum Lookup: Sendable {
    case hit(AnyEntry)
    case wait(Creation)
    case create
  }

  /// Reads the cell, which a hit keeps alive, and claims an empty one for this creation.
  private func lookUp(_ creation: Creation) -> Lookup {
    while true {
      let cell = table.change(declaration) { slot in
        let cell = slot[variant]
        if case .empty = cell { _ = slot.replace(variant, with: .creating(creation)) }
        return cell
      }
      switch cell {
      case .empty: return .create
      case .creating(let other): return .wait(other)
      case .ready(let entry):
        if entry.isAlive, entry.isValid(in: scope, manager) { return .hit(entry) }
        discard(entry)
      }
    }
  }

  /// Empties the cell if it still holds this entry.
  @usableFromInline
  func discard(_ entry: AnyEntry) {
    table.change(declaration) { slot in
      slot[variant].entry === entry ? slot.replace(variant, with: .empty) : Slot.Removed()
    }
  }

  /// Ends a claim with an entry or without; after a reset or an override the entry is not cached.
  private func complete(_ creation: Creation, _ entry: AnyEntry?) {
    table.change(declaration) { slot in
      guard case .creating(let current) = slot[variant], current === creation else { return }
      _ = slot.replace(variant, with: entry.map(Cell.ready) ?? .empty)
    }
  }

  /// The entry for a value that was made now; nil for nil, and for a struct in a scope that holds objects weakly.
  @inlinable
  func entry<T>(for value: T, _ creation: Creation, _ release: ReleaseHandler?) -> AnyEntry? {
    if AnyEntry.isNil(value) {
      creation.madeNil = true
      return nil
    }
    return AnyEntry.make(value, keeper(release.map { Release($0, value) }))
  }

  @usableFromInline
  func keeper(_ release: Release?) -> AnyEntry.Keeper {
    AnyEntry.Keeper(
      scope: scope,
      container: manager.table.number,
      release: release,
      deadline: timeToLive.map { Deadline($0, from: manager.now()) }
    )
  }
}

// MARK: - Threads

extension Cache {
  /// The cached entry or the result of `make`; nil if `make` gives none, or if the thread that was first made nil.
  ///
  /// - Throws: What `make` throws, here or on the thread that was first, or the cycle that a wait would close.
  @usableFromInline
  func entry(make: (Creation) throws -> AnyEntry?) throws -> AnyEntry? {
    while true {
      let creation = Creation(scope)
      var other: Lookup?
      // Others wait at the creation's gate, so it is closed before they can find the creation.
      let entry = try creation.perform { () throws -> AnyEntry? in
        let found = lookUp(creation)
        guard case .create = found else {
          other = found
          return nil
        }
        do {
          let entry = try make(creation)
          complete(creation, entry)
          return entry
        } catch {
          complete(creation, nil)
          throw error
        }
      }
      switch other {
      case nil, .create: return entry
      case .hit(let entry): return entry
      case .wait(let creation):
        try WaitGraph.wait(for: creation, of: declaration)
        if let failure = creation.failure { throw failure }
        if creation.madeNil { return nil }
      }
    }
  }
}

// MARK: - Tasks

extension Cache {
  /// The cached entry or the result of `make`; nil if `make` gives none, or if the task that was first made nil.
  ///
  /// - Throws: What `make` throws, here or in the task that was first; `CancellationError` if this task is cancelled while
  ///   it waits.
  func asynchronousEntry(
    make: nonisolated(nonsending) (Creation) async throws -> AnyEntry?
  ) async throws -> AnyEntry? {
    while true {
      let creation = Creation(scope)
      switch lookUp(creation) {
      case .hit(let entry): return entry
      case .wait(let creation):
        try await WaitGraph.waitAsynchronously(for: creation)
        try Task.checkCancellation()
        if let failure = creation.failure { throw failure }
        if creation.madeNil { return nil }
      case .create:
        do {
          let entry = try await make(creation)
          complete(creation, entry)
          creation.finish()
          return entry
        } catch {
          complete(creation, nil)
          creation.finish(error)
          throw error
        }
      }
    }
  }
}
