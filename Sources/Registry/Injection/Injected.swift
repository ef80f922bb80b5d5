/// Injects a dependency when its owner is made: `@Injected(\.service) var service`.
///
/// Two types that inject each other are a cycle; make one side `@LazyInjected`.
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

  /// Replaces the dependency with the factory's value now, after a reset if one is named.
  public mutating func resolve(reset options: FactoryResetOptions = .none) {
    dependency = source.factory.reset(options)()
  }
}

extension Injected: Sendable where T: Sendable {}

/// Finds a property wrapper's factory by a key path from a shared container.
///
/// `@unchecked Sendable`: a key path is a constant object. The compiler does not make one to an actor's property
/// `Sendable`, though FactoryKit's documentation injects such properties; the getter only describes a factory, and its
/// resolution checks the actor.
struct InjectionSource<T>: @unchecked Sendable {
  private let find: () -> Factory<T>

  init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    find = { C.shared[keyPath: keyPath] }
  }

  /// A factory without a container that gives this value.
  init(_ value: T) {
    let factory = Factory<T>(
      registration: FactoryRegistration(
        .placeholder,
        Factory<T>.recipe { value }.recipe,
        Declaration(name: "value", fileID: #fileID, line: #line, column: 0, type: T.self)
      )
    )
    find = { factory }
  }

  /// The factory of the running task's shared container.
  var factory: Factory<T> { find() }
}
