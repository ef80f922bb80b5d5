/// Finds one cached value or creates it, exactly once for all threads and tasks.
struct Cache {
  let slot: Slot
  let container: UInt64?
  let variant: Variant?
  let scopeID: UInt32
  let isWeak: Bool
  /// When a value that is made or hit now expires; nil for never.
  let deadline: () -> ContinuousClock.Instant?
  let isExpired: (ContinuousClock.Instant) -> Bool

  typealias Outcome<T> = (value: T, isNew: Bool)

  /// What the cell's state requires.
  private enum Lookup: Sendable {
    case hit(AnyEntry)
    case wait(Creation)
    case create
  }

  /// Reads the cell; a hit restarts its time to live.
  private func lookUp() -> Lookup {
    let next = deadline()
    let (found, isStale) = slot.state.withLock { state -> (Lookup, Bool) in
      switch state[variant] {
      case .empty: return (.create, false)
      case .creating(let creation):
        return (creation.isAbandoned ? .create : .wait(creation), false)
      case .ready(let entry, let deadline):
        // The value belongs to another scope: the factory's scope has changed since.
        if entry.scopeID != scopeID { return (.hit(entry), true) }
        guard let deadline else { return (.hit(entry), false) }
        if isExpired(deadline) { return (.hit(entry), true) }
        state[variant] = .ready(entry, deadline: next)
        return (.hit(entry), false)
      }
    }
    guard isStale, case .hit(let entry) = found else { return found }
    discard(entry)
    return .create
  }

  /// The value of an entry; an empty entry is removed.
  private func value<T>(of entry: AnyEntry) -> T? {
    if let value = entry.load(as: T.self) { return value }
    discard(entry)
    return nil
  }

  /// Empties the cell if it still holds this entry.
  private func discard(_ entry: AnyEntry) {
    slot.update { state in
      if state[variant].entry === entry { state[variant] = .empty }
    }
  }

  /// Claims the cell for a creation; false if another one came first.
  private func claim(_ creation: Creation) -> Bool {
    slot.update { state in
      switch state[variant] {
      case .ready: return false
      case .creating(let other) where !other.isAbandoned: return false
      case .empty, .creating:
        state[variant] = .creating(creation)
        return true
      }
    }
  }

  /// Ends a claim with the value that its factory made.
  private func complete<T>(_ creation: Creation, with value: T, _ release: Release?) {
    if Entry.isNil(value) { creation.madeNil = true }
    complete(
      creation,
      Entry(value, scopeID: scopeID, isWeak: isWeak, container: container, release: release)
    )
  }

  /// Nil, if that is what the creation gave; no cell keeps it.
  private func nilValue<T>(of creation: Creation) -> T? {
    guard creation.madeNil, let type = T.self as? any OptionalValue.Type else { return nil }
    return type.none as? T
  }

  /// Ends a claim with an entry or without; after a reset or an override the entry is not cached.
  private func complete(_ creation: Creation, _ entry: AnyEntry?) {
    let deadline = deadline()
    slot.update { state in
      guard case .creating(let current) = state[variant], current === creation else { return }
      state[variant] = entry.map { .ready($0, deadline: deadline) } ?? .empty
    }
  }
}

// MARK: - Threads

extension Cache {
  /// The cached value or the result of `make`, and whether it is new.
  func value<T, Failure: Error>(
    make: (Creation) throws(Failure) -> T,
    release: (T) -> Release?
  ) throws(Failure) -> Outcome<T> {
    while true {
      switch lookUp() {
      case .hit(let entry):
        if let value: T = value(of: entry) { return (value, false) }
      case .wait(let creation):
        if let value: T = try wait(for: creation, throwing: Failure.self) { return (value, false) }
      case .create:
        if let value = try create(make, release) { return (value, true) }
      }
    }
  }

  /// Waits for another thread's creation.
  ///
  /// - Returns: Nil if that is what it gave, or what a test goes on with; no value if the cell is to be read again.
  private func wait<T, Failure: Error>(
    for creation: Creation,
    throwing: Failure.Type
  ) throws(Failure) -> T? {
    do throws(RegistryError) {
      try WaitGraph.wait(for: creation)
    } catch {
      let value: T = try Wiring.value(insteadOf: error, throwing: Failure.self)
      return .some(value)
    }
    if let failure = creation.failure { throw Wiring.error(failure, as: Failure.self) }
    return nilValue(of: creation)
  }

  /// Claims the cell and fills it; nil if another thread came first.
  private func create<T, Failure: Error>(
    _ make: (Creation) throws(Failure) -> T,
    _ release: (T) -> Release?
  ) throws(Failure) -> T? {
    let creation = Creation()
    var value: T?
    try creation.perform { () throws(Failure) in
      guard claim(creation) else { return }
      do throws(Failure) {
        let made = try make(creation)
        complete(creation, with: made, release(made))
        value = .some(made)
      } catch {
        complete(creation, nil)
        throw error
      }
    }
    return value
  }
}

// MARK: - Tasks

extension Cache {
  /// The cached value or the result of `make`, and whether it is new.
  ///
  /// - Throws: What `make` throws, here or in the task that was first; `CancellationError` if this task is cancelled while
  ///   it waits.
  func asynchronousValue<T: Sendable>(
    make: nonisolated(nonsending) (Creation) async throws -> T,
    release: (T) -> Release?
  ) async throws -> Outcome<T> {
    while true {
      switch lookUp() {
      case .hit(let entry):
        if let value: T = value(of: entry) { return (value, false) }
      case .wait(let creation):
        try await waitAsynchronously(for: creation)
        if let value: T = nilValue(of: creation) { return (value, false) }
      case .create:
        let creation = Creation()
        guard claim(creation) else { continue }
        do {
          let made = try await make(creation)
          complete(creation, with: made, release(made))
          creation.finish()
          return (made, true)
        } catch {
          complete(creation, nil)
          creation.finish(error)
          throw error
        }
      }
    }
  }

  private func waitAsynchronously(for creation: Creation) async throws {
    try await WaitGraph.waitAsynchronously(for: creation)
    try Task.checkCancellation()
    if let failure = creation.failure { throw failure }
  }
}
