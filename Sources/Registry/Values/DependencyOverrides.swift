/// The overrides of an operation and of those around it.
struct DependencyOverrides: Sendable {
  /// The values of keys: an operation overrides few.
  private(set) var boxes: [AnyDependencyBox] = []
  /// The values of factories.
  private(set) var factories: [FactoryOverride] = []
  /// The context of an operation that chooses its own.
  var context: DependencyContext?

  var isEmpty: Bool { boxes.isEmpty && factories.isEmpty && context == nil }

  /// Adds the overrides of others that are not set here.
  mutating func add(_ others: DependencyOverrides) {
    for box in others.boxes where self.box(of: box.key) == nil { boxes.append(box) }
    for factory in others.factories
    where override(of: factory.declaration, in: factory.manager) == nil {
      factories.append(factory)
    }
    context = context ?? others.context
  }

  mutating func set(_ box: AnyDependencyBox) {
    if let index = boxes.firstIndex(where: { $0.key == box.key }) {
      boxes[index] = box
    } else {
      boxes.append(box)
    }
  }

  mutating func set(_ factory: FactoryOverride) {
    factories.removeAll {
      $0.manager === factory.manager && $0.declaration == factory.declaration
    }
    factories.append(factory)
  }

  /// The override of a key's value.
  func box(of key: Any.Type) -> AnyDependencyBox? {
    boxes.first { $0.key == key }
  }

  /// The override of a factory's value.
  func override(of declaration: Declaration, in manager: ContainerManager) -> (any AnyRecipe)? {
    factories.first { $0.manager === manager && $0.declaration == declaration }?.recipe
  }

  /// A factory's settings with the value that an operation gives it.
  func override(
    of declaration: Declaration,
    in manager: ContainerManager,
    over registered: SettingsBox?
  ) -> SettingsBox? {
    guard let own = override(of: declaration, in: manager) else { return registered }
    return SettingsBox((registered?.settings ?? FactorySettings()).overridden(by: own))
  }
}

/// The override of a factory for an operation.
struct FactoryOverride: Sendable {
  let manager: ContainerManager
  let declaration: Declaration
  /// Gives the value.
  let recipe: any AnyRecipe

  init<P, T: Sendable>(_ registration: FactoryRegistration<P, T>, _ value: T) {
    manager = registration.definition.manager
    declaration = registration.definition.declaration
    recipe = Recipe<P, T>.constant(Constant(value))
  }
}

/// The box of any key's value; the key determines its type.
///
/// `@unchecked Sendable`, like its subclass: both hold constants of `Sendable` types only, which the compiler checks in
/// final classes alone.
class AnyDependencyBox: @unchecked Sendable {
  let key: Any.Type

  fileprivate init(_ key: Any.Type) {
    self.key = key
  }

  /// The value; a key stores values of its own type only.
  final func value<Value: Sendable>(as type: Value.Type) -> Value {
    guard let box = self as? DependencyBox<Value> else {
      preconditionFailure("\(key) has a value that is no \(type)")
    }
    return box.value
  }
}

/// A key's value, as an override or a default.
final class DependencyBox<Value: Sendable>: AnyDependencyBox, @unchecked Sendable {
  fileprivate let value: Value

  init(_ value: Value, key: Any.Type) {
    self.value = value
    super.init(key)
  }
}
