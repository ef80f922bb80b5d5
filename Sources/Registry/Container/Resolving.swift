/// A container that also finds factories by the type they make, registered while the program runs.
///
/// A container type joins by saying so; misses are found when the program runs, not when it is compiled.
///
/// ```swift
/// extension Container: @retroactive Resolving {}
/// container.register((any Service).self) { LiveService() }
/// let service = container.resolve((any Service).self)
/// ```
public protocol Resolving: ManagedContainer {}

extension Resolving {
  /// Registers how a type is made, or replaces it.
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Factory<T> {
    entry(type).register(factory: factory)
  }

  /// The type's factory, if one was registered.
  public func factory<T>(_ type: T.Type = T.self) -> Factory<T>? {
    let factory = entry(type)
    guard factory.registration.overrides?.registered != nil else { return nil }
    return Factory(registration: factory.registration.overriding)
  }

  /// The type's value, if a factory was registered.
  public func resolve<T>(_ type: T.Type = T.self) -> T? {
    factory(type)?()
  }

  /// All types share one place; the declaration differs by the type.
  private func entry<T>(_ type: T.Type) -> Factory<T> {
    Factory(self, key: "registered by type", fileID: "Registry/Resolving.swift", line: 0, column: 0)
    {
      Wiring.trap(
        "\(T.self) is not registered; register(\(T.self).self) { … } before it is resolved"
      )
    }
  }
}

extension FactoryRegistration {
  /// The same, with every modifier that follows kept in the container.
  fileprivate var overriding: Self {
    var copy = self
    copy.isOverriding = true
    return copy
  }
}
