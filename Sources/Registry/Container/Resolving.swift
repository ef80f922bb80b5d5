/// A container that also finds factories by the type they make, which the program registers while it runs.
///
/// A container type opts in by conforming. A missing registration shows at run time, not at compile time.
///
/// ```swift
/// extension Container: @retroactive Resolving {}
/// container.register((any Service).self) { LiveService() }
/// let service = container.resolve((any Service).self)
/// ```
public protocol Resolving: ManagedContainer {}

extension Resolving {
  /// Registers a type's factory, or replaces it.
  @discardableResult
  public func register<T>(
    _ type: T.Type = T.self,
    factory: @escaping VoidFactoryType<T>
  ) -> Factory<T> {
    entry(type).register(factory: factory)
  }

  /// The type's factory, if one was registered.
  public func factory<T>(_ type: T.Type = T.self) -> Factory<T>? {
    let factory = entry(type)
    guard factory.registration.definition.resolution(()).isRegistered else { return nil }
    return Factory(registration: factory.registration.overriding)
  }

  /// The type's value, if a factory was registered.
  public func resolve<T>(_ type: T.Type = T.self) -> T? {
    factory(type)?()
  }

  /// The type's factory; all have one source location and differ by the type.
  private func entry<T>(_ type: T.Type) -> Factory<T> {
    Factory(self, key: "registered by type", fileID: "Registry/Resolving.swift", line: 0, column: 0)
    {
      Wiring.end(
        RegistryError.noValue(
          of: T.self,
          "is not registered",
          remedy: "register(\(T.self).self) { … } before it is resolved."
        )
      )
    }
  }
}

extension FactoryRegistration {
  /// A copy whose further modifiers go to the container.
  fileprivate var overriding: Self {
    var copy = self
    copy.definition.isOverriding = true
    return copy
  }
}
