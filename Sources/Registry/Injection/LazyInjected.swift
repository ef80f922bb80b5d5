/// Injects a dependency at its first read, exactly once for all threads.
///
/// Copies of the owner share the dependency. Nil is a value too: it is kept, and can be set.
@propertyWrapper
public struct LazyInjected<T>: Sendable {
  private let source: InjectionSource<T>
  private let storage: OwnedStorage<T>

  /// Injects from `Container.shared`.
  public init(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(keyPath, Reader("@LazyInjected", fileID, line))
  }

  /// Injects from the shared container of another type: `@LazyInjected(\Payments.service)`.
  public init<C: SharedContainer>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(keyPath, Reader("@LazyInjected", fileID, line))
  }

  private init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>, _ reader: Reader) {
    source = InjectionSource(keyPath, reader)
    storage = OwnedStorage(reader)
  }

  /// The dependency; the first read resolves it.
  public var wrappedValue: T {
    get { storage.value { source.factory() } }
    nonmutating set { storage.replace(newValue) }
  }

  /// The wrapper itself, for `$service.resolve()`, `$service.factory` and `$service.resolvedOrNil()`.
  public var projectedValue: LazyInjected<T> { self }

  /// The factory that the dependency comes from.
  public var factory: Factory<T> { source.factory }

  /// Replaces the dependency with the factory's value now, after a reset if one is named.
  public func resolve(reset options: FactoryResetOptions = .none) {
    storage.replace(source.value(reset: options))
  }

  /// The dependency if it was read before.
  public func resolvedOrNil() -> T? {
    storage.current
  }
}
