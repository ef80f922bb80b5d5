/// Injects a dependency when its owner is made: `@Injected(\.service) var service`.
///
/// Two types that inject each other are a cycle; make one side `@WeakLazyInjected`. With `@LazyInjected` on one side the two
/// keep each other for ever.
@propertyWrapper
public struct Injected<T> {
  private let source: InjectionSource<T>
  var dependency: T

  /// Injects from `Container.shared`.
  public init(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(InjectionSource(keyPath, Reader("@Injected", fileID, line)))
  }

  /// Injects from the shared container of another type: `@Injected(\Payments.service)`.
  public init<C: SharedContainer>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(InjectionSource(keyPath, Reader("@Injected", fileID, line)))
  }

  private init(_ source: InjectionSource<T>) {
    self.source = source
    dependency = source.value()
  }

  /// The dependency.
  public var wrappedValue: T {
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
    dependency = source.value(reset: options)
  }
}

extension Injected: Sendable where T: Sendable {}

/// Finds a property wrapper's factory by a key path from a shared container.
///
/// `@unchecked Sendable`: a key path is a constant object. The compiler does not make one to an actor's property
/// `Sendable`, though FactoryKit's documentation injects such properties; the getter only describes a factory, and its
/// resolution checks the actor.
struct InjectionSource<T>: @unchecked Sendable {
  private let find: () -> (factory: Factory<T>, reader: Reader)

  init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>, _ reader: Reader) {
    find = { (C.shared[keyPath: keyPath], reader) }
  }

  /// A factory without a container that gives this value.
  init(_ value: T) {
    let factory = Factory<T>(
      registration: FactoryRegistration(
        ContainerManager(),
        Factory<T>.recipe { value }.recipe,
        Declaration(name: "value", fileID: #fileID, line: #line, type: T.self)
      )
    )
    find = { (factory, Reader("value", #fileID, #line)) }
  }

  /// The factory of the running task's shared container.
  var factory: Factory<T> { find().factory }

  /// The factory's value now, after a reset if one is named; a report of a mistake names the property.
  func value(reset options: FactoryResetOptions? = nil) -> T {
    let (factory, reader) = find()
    if let options { factory.reset(options) }
    return Step.reading(reader) { factory() }
  }
}
