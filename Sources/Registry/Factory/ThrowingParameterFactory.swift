/// Makes a dependency that may fail from a parameter: `try container.account(name)`.
///
/// A scope caches one value for all parameters, unless `.scopeOnParameters` is set. An error is not cached.
public struct ThrowingParameterFactory<P, T>: SyncParameterFactoryModifying {
  /// What the factory may throw.
  public typealias Failure = any Error

  /// The factory's definition and modifiers.
  public var registration: FactoryRegistration<P, T>

  /// Defines a factory of this container; its source location is its identity.
  @inlinable
  public init(
    _ container: some ManagedContainer,
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) throws -> T
  ) {
    let container = container.prepared
    registration = FactoryRegistration(
      container,
      .throwingParameter(factory),
      Declaration(name: key, fileID: fileID, line: line, column: column, type: Recipe<P, T>.self)
    )
  }

  /// The value for this parameter: `try container.account(name)`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @inlinable
  public func callAsFunction(_ parameter: P) throws -> T {
    try registration.resolve(parameter, throwing: (any Error).self)
  }

  /// The same as a call of the factory.
  @inlinable
  public func resolve(_ parameter: P) throws -> T {
    try registration.resolve(parameter, throwing: (any Error).self)
  }

  /// The value of a factory that belongs to the main actor, from anywhere: `await container.model.resolveOnMainActor(7)`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @MainActor
  public func resolveOnMainActor(_ parameter: P) throws -> T {
    try registration.resolve(parameter, throwing: (any Error).self)
  }

  /// The value of a factory that belongs to another global actor, given as its `shared` instance.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  public func resolveOnGlobalActor<A: Actor>(_ actor: isolated A, parameters parameter: P) throws
    -> T
  {
    try registration.resolve(parameter, throwing: (any Error).self)
  }
}
