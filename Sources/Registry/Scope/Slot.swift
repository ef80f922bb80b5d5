/// One declaration's overrides and cached values in a container or a singleton scope.
@usableFromInline
final class Slot: Sendable {
  /// What a push saves and a pop restores.
  struct State: Sendable {
    var settings: AnyOverrides?
    var primary = Cell.empty
    var others: [Variant: Cell] = [:]

    subscript(variant: Variant?) -> Cell {
      get { variant.map { others[$0] ?? .empty } ?? primary }
      set {
        guard let variant else { return primary = newValue }
        if case .empty = newValue { others[variant] = nil } else { others[variant] = newValue }
      }
    }
  }

  @usableFromInline let declaration: Declaration
  let state = Locked(State())
  /// A copy of the primary cell's value, if a hit only needs to return it.
  let published = AtomicReference<AnyEntry>()
  /// A copy of `state.settings` for reading without the lock.
  let settings = AtomicReference<AnyOverrides>()

  init(_ declaration: Declaration) {
    self.declaration = declaration
  }

  /// Changes the state and keeps the copies in step.
  ///
  /// The body runs under the slot's lock and calls no foreign code. Values that the change removes are released after the
  /// lock, since their `deinit` may resolve.
  func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, removed) = state.withLock { state in
      let old = state
      let result = body(&state)
      settings.store(state.settings)
      published.store(state.publishable)
      return (result, old)
    }
    withExtendedLifetime(removed) {}
    return result
  }

  /// The overrides in force.
  @usableFromInline var overrides: AnyOverrides? { settings.load() }
}

extension Slot: LookupElement {
  var key: Declaration { declaration }
}

extension Slot.State {
  /// The value that readers may take without the lock.
  fileprivate var publishable: AnyEntry? {
    guard case .ready(let entry, let deadline) = primary, deadline == nil,
      settings?.allowsPublishing ?? true
    else { return nil }
    return entry
  }

  /// Every cached value.
  var entries: [AnyEntry] {
    ([primary] + others.values).compactMap(\.entry)
  }

  /// Empties every cell; the value of a creation in progress will not be cached.
  mutating func clear() {
    primary = .empty
    others = [:]
  }

  /// Empties the cells whose entries meet the condition.
  mutating func clear(where isCleared: (AnyEntry) -> Bool) {
    if let entry = primary.entry, isCleared(entry) { primary = .empty }
    others = others.filter { _, cell in !(cell.entry.map(isCleared) ?? false) }
  }
}
