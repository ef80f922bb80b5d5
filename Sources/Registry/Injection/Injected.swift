/// Injects a dependency when its owner is made: `@Injected(\.service) var service`.
///
/// Two types that hold each other this way are a cycle; one side is `@LazyInjected` then.
@propertyWrapper
public struct Injected<T> {
  private let source: InjectionSource<T>
  @usableFromInline var dependency: T

  /// Injects from `Container.shared`.
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    self.init(InjectionSource(keyPath))
  }

  /// Injects from the shared container of another type: `@Injected(\Payments.service)`.
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    self.init(InjectionSource(keyPath))
  }

  private init(_ source: InjectionSource<T>) {
    self.source = source
    dependency = source.factory()
  }

  /// The dependency.
  @inlinable public var wrappedValue: T {
    get { dependency }
    set { dependency = newValue }
  }

  /// The wrapper itself, for `$service.resolve()` and `$service.factory`.
  public var projectedValue: Injected<T> {
    get { self }
    set { self = newValue }
  }

  /// The factory that the dependency comes from.
  public var factory: Factory<T> { source.factory }

  /// Replaces the dependency by what the factory gives now, after a reset if one is named.
  public mutating func resolve(reset options: FactoryResetOptions = .none) {
    dependency = source.factory.reset(options)()
  }
}

extension Injected: Sendable where T: Sendable {}

/// Where a property wrapper's factory is found: a key path from a shared container.
///
/// `@unchecked Sendable`: a key path is a constant object. The compiler withholds `Sendable` from one to an actor's property,
/// which Factory's documentation injects; its getter only describes a factory, whose resolution then sees to the actor.
struct InjectionSource<T>: @unchecked Sendable {
  private let find: () -> Factory<T>

  init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    find = { C.shared[keyPath: keyPath] }
  }

  /// The factory of the shared container of the running task.
  var factory: Factory<T> { find() }
}
