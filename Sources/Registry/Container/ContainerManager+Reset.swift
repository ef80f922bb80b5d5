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
  let slots: [Declaration: Slot]
  let settings: ContainerManager.Settings
  let isAutoRegistrationDue: Bool
}

extension ContainerManager {
  /// Removes overrides, cached values or both of every factory of the container; values in use elsewhere stay valid.
  ///
  /// The manager's settings, such as the default scope, stay. Singletons belong to the process:
  /// `Scope.singleton.reset()` removes them.
  public func reset(options: FactoryResetOptions = .all) {
    changeAll { _, slot in _ = slot.reset(options) }
    switch options {
    case .all, .registration:
      autoRegistration.withLock { running in
        if running?.thread != CLibrary.thread { running?.isDueAgain = true }
        set(.autoRegister, true)
      }
    case .context, .scope, .none:
      break
    }
  }

  /// Removes the values that one scope caches in this container.
  ///
  /// Singletons belong to no container: only `Scope.singleton.reset()` removes them.
  public func reset(scope: Scope) {
    let scope = ScopeReference(scope)
    changeAll { _, slot in slot.clear { $0.isKept(by: scope) } }
  }

  /// Changes everything, also what an operation with overrides around the caller keeps apart.
  private func changeAll(_ body: (Declaration, inout Slot) -> Void) {
    table.changeAll(body)
    Step.current?.origin.scope?.changeAll(in: table, body)
  }

  /// Saves overrides, cached values and settings; `pop()` restores them.
  public func push() {
    let saved = SavedState(
      slots: table.all.mapValues(\.withoutCreations),
      settings: settings.withLock { $0 },
      isAutoRegistrationDue: flags.contains(.autoRegister)
    )
    self.saved.withLock { $0.append(saved) }
  }

  /// Restores what the last `push()` saved; without a `push()`, it does nothing.
  public func pop() {
    guard let saved = saved.withLock({ $0.popLast() }) else { return }
    table.replaceAll(with: saved.slots)
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
      return saved.flatMap(\.slots.values).flatMap(\.entries)
    }
    return saved + table.removeEntries { _, slot in _ = slot.clear() }
  }
}

extension Slot {
  /// Removes overrides, cached values or both, and returns the earlier slot.
  mutating func reset(_ options: FactoryResetOptions) -> Slot {
    let old = self
    switch options {
    case .all: self = Slot()
    case .none: break
    // The cached values stay, as FactoryKit documents; `.all` and `.scope` remove them.
    case .registration: overrides = overrides?.settings.withoutRegistration.map(SettingsBox.init)
    case .context: overrides = overrides.map { SettingsBox($0.settings.withoutContexts) }
    case .scope: _ = clear()
    }
    return old
  }
}
