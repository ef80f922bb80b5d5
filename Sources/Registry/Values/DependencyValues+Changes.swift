/// The override of a factory, in a list of those of an operation, latest first.
@usableFromInline
final class FactoryOverride: Sendable {
  let container: ObjectIdentifier
  let declaration: Declaration
  /// The value in the form that a resolution reads.
  let overrides: AnyOverrides
  /// Registers the value with the container; it retains the container, so that no other one gets its identity.
  let register: @Sendable () -> Void
  let next: FactoryOverride?

  init(
    _ container: ObjectIdentifier,
    _ declaration: Declaration,
    _ overrides: AnyOverrides,
    next: FactoryOverride?,
    register: @escaping @Sendable () -> Void
  ) {
    self.container = container
    self.declaration = declaration
    self.overrides = overrides
    self.next = next
    self.register = register
  }

  /// The list in order of its overrides.
  static func inOrder(_ latest: FactoryOverride?) -> [FactoryOverride] {
    guard let latest else { return [] }
    return sequence(first: latest, next: \.next).reversed()
  }

  /// The same override in front of another list.
  func copy(before next: FactoryOverride?) -> FactoryOverride {
    FactoryOverride(container, declaration, overrides, next: next, register: register)
  }
}

extension DependencyValues {
  var isEmpty: Bool { changes == nil && factories == nil && chosenContext == nil }

  /// A copy without the reader and the test's defaults.
  var overridesOnly: DependencyValues {
    var values = DependencyValues()
    values.changes = changes
    values.factories = factories
    values.chosenContext = chosenContext
    return values
  }

  /// Adds the overrides of others that are not set here.
  mutating func add(_ others: DependencyValues) {
    changes = (changes?.latest ?? []).reversed().reduce(others.changes) { $1.copy(before: $0) }
    factories = FactoryOverride.inOrder(factories).reduce(others.factories) { $1.copy(before: $0) }
    chosenContext = chosenContext ?? others.chosenContext
    scope = nil
  }

  /// Adds a box in front of the list.
  @usableFromInline
  mutating func set(_ box: AnyDependencyBox) {
    // Overrides within overrides of the same keys would make an ever longer list.
    let isDue = box.count >= 32 && box.count & (box.count - 1) == 0
    changes = isDue ? box.latest.reversed().reduce(nil) { $1.copy(before: $0) } : box
    scope = nil
  }
}

// MARK: - Factories

extension DependencyValues {
  /// The override of a factory's value.
  func override(of declaration: Declaration, in manager: ContainerManager) -> AnyOverrides? {
    var next = factories
    let container = ObjectIdentifier(manager)
    while let override = next {
      if override.container == container, override.declaration == declaration {
        return override.overrides
      }
      next = override.next
    }
    return nil
  }

  mutating func set<P, T: Sendable>(_ registration: FactoryRegistration<P, T>, to value: T) {
    let setting = Setting<P, T>.registered(.constant(Constant(value)))
    var values = SettingValues<P, T>()
    values.apply(setting)
    factories = FactoryOverride(
      ObjectIdentifier(registration.manager),
      registration.declaration,
      Overrides(values),
      next: factories
    ) { registration.override(setting) }
    scope = nil
  }
}
