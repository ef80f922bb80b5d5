/// Makes a dependency from a parameter: `container.user(7)`.
///
/// A scope caches one value for all parameters, unless `.scopeOnParameters` says otherwise. For several parameters use a
/// tuple or a struct.
public struct ParameterFactory<P, T>: SyncParameterFactoryModifying {
  /// What the factory may throw.
  public typealias Failure = Never

  /// What the factory is made of.
  public var registration: FactoryRegistration<P, T>

  /// Defines a factory of this container; its identity is the place where that is written.
  @inlinable
  public init(
    _ container: some ManagedContainer,
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) {
    let container = container.prepared
    registration = FactoryRegistration(
      container,
      .parameter(factory),
      Declaration(
        name: key,
        fileID: fileID,
        line: line,
        column: column,
        type: ObjectIdentifier(Recipe<P, T>.self)
      )
    )
  }

  /// The value for this parameter: `container.user(7)`.
  @inlinable
  public func callAsFunction(_ parameter: P) -> T {
    registration.resolve(parameter, throwing: Never.self)
  }

  /// The value for this parameter, the same as by a call of the factory.
  @inlinable
  public func resolve(_ parameter: P) -> T {
    registration.resolve(parameter, throwing: Never.self)
  }

  /// The value of a factory that belongs to the main actor, from anywhere: `await container.model.resolveOnMainActor(7)`.
  @MainActor
  public func resolveOnMainActor(_ parameter: P) -> T {
    registration.resolve(parameter, throwing: Never.self)
  }

  /// The value of a factory that belongs to another global actor, given as its `shared` instance.
  public func resolveOnGlobalActor<A: Actor>(_ actor: isolated A, parameters parameter: P) -> T {
    registration.resolve(parameter, throwing: Never.self)
  }
}
