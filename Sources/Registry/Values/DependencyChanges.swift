/// What was set, by the task or for one of its parts.
@usableFromInline
struct DependencyChanges: Sendable {
  /// By the keys' types.
  var values: [ObjectIdentifier: any AnyDependencyBox] = [:]
  /// What stands in for the values of factories.
  var factories: [FactoryID: FactoryOverride] = [:]

  /// A factory, of one container.
  struct FactoryID: Hashable, Sendable {
    let container: ObjectIdentifier
    let declaration: Declaration
  }

  /// A value in the form that a resolution reads.
  struct FactoryOverride: Sendable {
    let overrides: AnyOverrides
    /// Makes it the container's own; it holds the container, whose identity then stays its own.
    let register: @Sendable () -> Void
  }
}

extension DependencyValues {
  var isEmpty: Bool { changes == nil }

  /// What was set here.
  var all: DependencyChanges { changes?.value ?? DependencyChanges() }

  /// The same without what holds for one reader or one test.
  var overridesOnly: DependencyValues {
    var values = DependencyValues()
    values.changes = changes
    return values
  }

  /// Adds what was set in others but not here.
  mutating func add(_ others: DependencyValues) {
    guard let others = others.changes?.value else { return }
    change { changes in
      changes.values.merge(others.values) { own, _ in own }
      changes.factories.merge(others.factories) { own, _ in own }
    }
  }

  mutating func change(_ body: (inout DependencyChanges) -> Void) {
    var all = all
    // Without this reference the dictionaries have one owner, if no other copy of these values does.
    changes = nil
    body(&all)
    changes = DependencyBox(all)
    scope = nil
  }
}

// MARK: - Factories

extension DependencyValues {
  /// What stands in for a factory's value, if it was set.
  func override(of declaration: Declaration, in manager: ContainerManager) -> AnyOverrides? {
    guard let factories = changes?.value.factories, !factories.isEmpty else { return nil }
    let container = ObjectIdentifier(manager)
    return factories[.init(container: container, declaration: declaration)]?.overrides
  }

  mutating func set<P, T: Sendable>(_ registration: FactoryRegistration<P, T>, to value: T) {
    let setting = Setting<P, T>.registered(.constant(Constant(value)))
    var values = SettingValues<P, T>()
    values.apply(setting)
    let override = DependencyChanges.FactoryOverride(
      overrides: Overrides(values),
      register: { registration.override(setting) }
    )
    let container = ObjectIdentifier(registration.manager)
    change {
      $0.factories[.init(container: container, declaration: registration.declaration)] = override
    }
  }
}
