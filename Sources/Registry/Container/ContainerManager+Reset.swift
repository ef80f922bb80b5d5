/// What a reset removes.
public enum FactoryResetOptions: Sendable {
  /// Registrations, contexts and cached values.
  case all
  /// Nothing.
  case none
  /// Registrations, and scopes, times to live and decorators that were set from outside the definition.
  case registration
  /// The factories for contexts, including those of a definition that ends in `.once()`.
  case context
  /// Cached values.
  case scope
}

/// A container's state as `push()` saved it.
struct SavedState: Sendable {
  let slots: [(slot: Slot, state: Slot.State)]
  let settings: ContainerManager.Settings
  let isAutoRegistrationDue: Bool
}

extension ContainerManager {
  /// Removes overrides, cached values or both of every factory of the container; values in use elsewhere stay valid.
  ///
  /// The manager's settings, such as the default scope, stay. Singletons belong to the process:
  /// `Scope.singleton.reset()` removes them.
  public func reset(options: FactoryResetOptions = .all) {
    slots.updateAll { _, state in state.reset(options) }
    switch options {
    case .all, .registration:
      autoRegistration.withLock { _ in set(.autoRegister, true) }
    case .context, .scope, .none:
      break
    }
  }

  /// Removes the values that one scope caches in this container.
  ///
  /// Singletons belong to no container: only `Scope.singleton.reset()` removes them.
  public func reset(scope: Scope) {
    guard let id = scope.resolved.id else { return }
    slots.updateAll { _, state in state.clear { $0.scopeID == id } }
  }

  /// Saves overrides, cached values and settings; `pop()` restores them.
  public func push() {
    let saved = SavedState(
      slots: slots.all.map { slot in (slot, slot.state.withLock { $0.withoutCreations }) },
      settings: settings.withLock { $0 },
      isAutoRegistrationDue: isAutoRegistrationDue
    )
    self.saved.withLock { $0.append(saved) }
  }

  /// Restores what the last `push()` saved; without a `push()`, it does nothing.
  public func pop() {
    guard let saved = saved.withLock({ $0.popLast() }) else { return }
    let states = Dictionary(
      uniqueKeysWithValues: saved.slots.map { ($0.slot.declaration, $0.state) }
    )
    slots.updateAll { slot, state in state = states[slot.declaration] ?? Slot.State() }
    change { $0 = saved.settings }
    autoRegistration.withLock { _ in set(.autoRegister, saved.isAutoRegistrationDue) }
  }
}

extension ContainerManager {
  /// Releases every value in reverse order of creation, including those that a push saved.
  func releaseValues() {
    var entries = removeValues().inOrderOfCreation
    while entries.popLast() != nil {}
  }

  /// Removes and returns every value, including those that a push saved.
  func removeValues() -> [AnyEntry] {
    let saved = saved.withLock { saved in
      defer { saved = [] }
      return saved.flatMap(\.slots).flatMap(\.state.entries)
    }
    return saved + slots.removeEntries { _, state in state.clear() }
  }
}

extension ScopeReference {
  /// The id of a scope whose values containers keep; nil for other scopes.
  var id: UInt32? {
    switch kind {
    case .cached(let id), .shared(let id): id
    case .unspecified, .unique, .graph, .singleton, .custom: nil
    }
  }
}

extension Slot.State {
  mutating func reset(_ options: FactoryResetOptions) {
    switch options {
    case .all: self = Slot.State()
    case .none: break
    // The cached values stay, as FactoryKit documents; `.all` and `.scope` remove them.
    case .registration: settings = settings?.withoutRegistration
    case .context: settings = settings?.withoutContexts
    case .scope: clear()
    }
  }

  /// The state without creations in progress, which belong to the threads that run them.
  var withoutCreations: Self {
    var copy = self
    if copy.primary.entry == nil { copy.primary = .empty }
    copy.others = others.filter { $0.value.entry != nil }
    return copy
  }
}
