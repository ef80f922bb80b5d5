/// Injects a dependency at its first read and holds it weakly: it is nil after its last owner has released it.
///
/// Nil is kept like an object: a factory that gives nil runs once.
@propertyWrapper
public struct WeakLazyInjected<T>: Sendable {
  private let source: InjectionSource<T>
  private let storage: OwnedStorage<WeakBox<T>>

  /// Injects from `Container.shared`.
  public init(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(keyPath, Reader("@WeakLazyInjected", fileID, line))
  }

  /// Injects from the shared container of another type: `@WeakLazyInjected(\Payments.service)`.
  public init<C: SharedContainer>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(keyPath, Reader("@WeakLazyInjected", fileID, line))
  }

  private init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>, _ reader: Reader) {
    source = InjectionSource(keyPath, reader)
    storage = OwnedStorage(reader)
  }

  /// The dependency, which the first read resolves; nil if the object is gone.
  public var wrappedValue: T? {
    get {
      // Keeps a new value that has no other owner alive until the end of this read.
      var made: T?
      let box = storage.value {
        let value = source.factory()
        made = AnyEntry.isNil(value) ? nil : value
        return WeakBox(value)
      }
      return made ?? box.value
    }
    nonmutating set { storage.replace(WeakBox(newValue)) }
  }

  /// The wrapper itself, for `$service.resolve()`, `$service.factory` and `$service.resolvedOrNil()`.
  public var projectedValue: WeakLazyInjected<T> { self }

  /// The factory that the dependency comes from.
  public var factory: Factory<T> { source.factory }

  /// Replaces the dependency with the factory's value now, and returns it, since the wrapper does not keep it alive.
  @discardableResult
  public func resolve(reset options: FactoryResetOptions = .none) -> T {
    let value = source.value(reset: options)
    storage.replace(WeakBox(value))
    return value
  }

  /// The dependency if it was read before and is still there.
  public func resolvedOrNil() -> T? {
    storage.current?.value
  }
}

/// Holds an object weakly; a value that is not an object is not held at all.
struct WeakBox<T>: Sendable {
  private let entry: AnyEntry?

  init(_ value: T?) {
    entry = value.flatMap { AnyEntry.make($0, AnyEntry.Keeper(scope: .shared)) }
  }

  var value: T? { entry?.load(as: T.self) }
}
