/// The overrides of an operation and of those around it.
@usableFromInline
struct DependencyOverrides: Sendable {
  /// The values, latest first.
  @usableFromInline var boxes: AnyDependencyBox?
  /// The factories' values, latest first.
  var factories: FactoryOverride?
  /// The context of an operation that chooses its own.
  var context: DependencyContext?

  @usableFromInline
  init() {}

  var isEmpty: Bool { boxes == nil && factories == nil && context == nil }

  /// Adds the overrides of others that are not set here.
  mutating func add(_ others: DependencyOverrides) {
    boxes = (boxes?.latest ?? []).reversed().reduce(others.boxes) { $1.copy(before: $0) }
    factories = (factories?.latest ?? []).reversed().reduce(others.factories) {
      $1.copy(before: $0)
    }
    context = context ?? others.context
  }

  /// Adds a box in front of the list.
  mutating func set(_ box: consuming AnyDependencyBox) {
    boxes = Self.isLong(box.count) ? box.latest.reversed().reduce(nil) { $1.copy(before: $0) } : box
  }

  /// Adds a factory's override in front of the list.
  mutating func set(_ factory: FactoryOverride) {
    factories =
      Self.isLong(factory.count)
      ? factory.latest.reversed().reduce(nil) { $1.copy(before: $0) } : factory
  }

  /// Whether a list is searched for overrides that are hidden by later ones.
  ///
  /// Overrides within overrides of the same keys would otherwise make an ever longer list.
  private static func isLong(_ count: Int) -> Bool { count >= 32 && count & (count - 1) == 0 }

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
}

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
  /// How many overrides the list has.
  let count: Int

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
    count = (next?.count ?? 0) + 1
    self.register = register
  }

  /// The latest override of each factory, latest first.
  var latest: [FactoryOverride] {
    var known: [ObjectIdentifier: [Declaration]] = [:]
    return sequence(first: self, next: \.next).filter { override in
      if known[override.container, default: []].contains(override.declaration) { return false }
      known[override.container, default: []].append(override.declaration)
      return true
    }
  }

  /// The same override in front of another list.
  func copy(before next: FactoryOverride?) -> FactoryOverride {
    FactoryOverride(container, declaration, overrides, next: next, register: register)
  }
}

extension DependencyValues {
  /// Overrides a key's value.
  @usableFromInline
  mutating func set(_ box: consuming AnyDependencyBox) {
    var overrides = overrides
    overrides.set(box)
    change(to: overrides)
  }

  /// Overrides a factory's value.
  mutating func set<P, T: Sendable>(_ registration: FactoryRegistration<P, T>, to value: T) {
    let setting = Setting<P, T>.registered(.constant(Constant(value)))
    var values = SettingValues<P, T>()
    values.apply(setting)
    var overrides = overrides
    overrides.set(
      FactoryOverride(
        ObjectIdentifier(registration.manager),
        registration.declaration,
        Overrides(values),
        next: overrides.factories
      ) { registration.override(setting) }
    )
    change(to: overrides)
  }
}
