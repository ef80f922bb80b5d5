/// Makes a dependency that may fail: `try container.store()`.
///
/// Whoever waits for a creation on another thread gets its failure too; nobody after them does, since a failure is not
/// cached. Mistakes in the wiring, such as a cycle, are thrown as a ``RegistryError``.
public struct ThrowingFactory<T>: SyncFactoryModifying {
  /// No parameter.
  public typealias P = Void
  /// What the factory may throw.
  public typealias Failure = any Error

  /// What the factory is made of.
  public var registration: FactoryRegistration<Void, T>

  /// Defines a factory of this container; its identity is the place where that is written.
  @inlinable
  public init(
    _ container: some ManagedContainer,
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () throws -> T
  ) {
    let container = container.prepared
    registration = FactoryRegistration(
      container,
      .throwing(factory),
      Declaration(
        name: key,
        fileID: fileID,
        line: line,
        column: column,
        type: ObjectIdentifier(Recipe<Void, T>.self)
      )
    )
  }

  /// The value: `try container.store()`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @inlinable
  public func callAsFunction() throws -> T {
    try registration.resolve((), throwing: (any Error).self)
  }

  /// The value, the same as by a call of the factory.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @inlinable
  public func resolve() throws -> T {
    try registration.resolve((), throwing: (any Error).self)
  }

  /// The value of a factory that belongs to the main actor, from anywhere: `await container.model.resolveOnMainActor()`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @MainActor
  public func resolveOnMainActor() throws -> T {
    try registration.resolve((), throwing: (any Error).self)
  }

  /// The value of a factory that belongs to another global actor, given as its `shared` instance.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  public func resolveOnGlobalActor<A: Actor>(_ actor: isolated A) throws -> T {
    try registration.resolve((), throwing: (any Error).self)
  }
}
