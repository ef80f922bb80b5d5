/// Finds or creates one cached value, exactly once however many threads ask.
struct Cache {
  let slot: Slot
  let variant: Variant?
  let scopeID: UInt32
  let isWeak: Bool
  /// When a value that is made or hit now becomes stale; nil for never.
  let deadline: () -> ContinuousClock.Instant?
  let isLate: (ContinuousClock.Instant) -> Bool

  private enum Step: Sendable {
    case hit(AnyEntry)
    case wait(Creation)
    case create
  }

  /// The cached value, or the one that `make` gives, and whether it is new.
  func value<T>(stack: ResolutionStack, make: () -> T) -> (value: T, isNew: Bool) {
    while true {
      switch step() {
      case .hit(let entry):
        let typed = unsafe unsafeDowncast(entry, to: Entry<T>.self)
        if let value = typed.load() { return (value, false) }
        discard(entry)
      case .wait(let creation):
        wait(for: creation, stack)
      case .create:
        if let value = create(stack, make) { return (value, true) }
      }
    }
  }

  /// Looks at the cell; a hit restarts the clock of its time to live.
  private func step() -> Step {
    let next = deadline()
    let (found, isStale) = slot.state.withLock { state -> (Step, Bool) in
      switch state[variant] {
      case .empty: return (.create, false)
      case .creating(let creation): return (.wait(creation), false)
      case .ready(let entry, let deadline):
        // Another scope's value: the factory's scope was changed since.
        if entry.scopeID != scopeID { return (.hit(entry), true) }
        guard let deadline else { return (.hit(entry), false) }
        if isLate(deadline) { return (.hit(entry), true) }
        state[variant] = .ready(entry, deadline: next)
        return (.hit(entry), false)
      }
    }
    guard isStale, case .hit(let entry) = found else { return found }
    discard(entry)
    return .create
  }

  /// Empties the cell if it still holds this value.
  private func discard(_ entry: AnyEntry) {
    slot.update { state in
      if state[variant].entry === entry { state[variant] = .empty }
    }
  }

  private func wait(for creation: Creation, _ stack: ResolutionStack) {
    if creation.owner == stack.id { stack.failCycle(closedBy: slot.declaration) }
    // The cycle's chain begins and ends with this declaration.
    if let chain = WaitGraph.wait(for: creation, by: stack.id, path: stack.path) {
      Failure.cycle(chain)
    }
  }

  /// Claims the cell and fills it; nil where another thread came first.
  private func create<T>(_ stack: ResolutionStack, _ make: () -> T) -> T? {
    let creation = Creation(of: slot.declaration, by: stack.id)
    var value: T?
    creation.perform {
      let isClaimed = slot.update { state in
        guard case .empty = state[variant] else { return false }
        state[variant] = .creating(creation)
        return true
      }
      guard isClaimed else { return }
      let made = make()
      let entry = Entry(made, scopeID: scopeID, isWeak: isWeak)
      let deadline = deadline()
      slot.update { state in
        // A reset or an override since the claim has emptied the cell: this value is no longer what to cache.
        guard case .creating(let current) = state[variant], current === creation else { return }
        state[variant] = entry.map { .ready($0, deadline: deadline) } ?? .empty
      }
      value = .some(made)
    }
    return value
  }
}
