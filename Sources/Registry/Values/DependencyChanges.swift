/// The overrides of context values and factories.
@usableFromInline
struct DependencyChanges: Sendable {
  /// The values by the keys' types.
  var values: [ObjectIdentifier: any AnyDependencyBox] = [:]
  /// The values in place of factories' own.
  var factories: [FactoryID: FactoryOverride] = [:]

  struct FactoryID: Hashable, Sendable {
    let container: ObjectIdentifier
    let declaration: Declaration
  }

  /// A factory's value in the form that a resolution reads.
  struct FactoryOverride: Sendable {
    let overrides: AnyOverrides
    /// Registers the value with the container; it retains the container, so that no other one gets its identity.
    let register: @Sendable () -> Void
  }
}

extension DependencyValues {
  var isEmpty: Bool { changes == nil }

  var all: DependencyChanges { changes?.value ?? DependencyChanges() }

  /// A copy without the reader and the test's defaults.
  var overridesOnly: DependencyValues {
    var values = DependencyValues()
    values.changes = changes
    return values
  }

  /// Adds the overrides of others that are not set here.
  mutating func add(_ others: DependencyValues) {
    guard let others = others.changes?.value else { return }
    change { changes in
      changes.values.merge(others.values) { own, _ in own }
      changes.factories.merge(others.factories) { own, _ in own }
    }
  }

  mutating func change(_ body: (inout DependencyChanges) -> Void) {
    var all = all
    // Without this reference the dictionaries may have one owner, and then a change does not copy them.
    changes = nil
    body(&all)
    changes = DependencyBox(all)
    scope = nil
  }
}

// MARK: - Factories

extension DependencyValues {
  /// The override of a factory's value.
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
