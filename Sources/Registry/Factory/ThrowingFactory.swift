/// Makes a dependency that may fail: `try container.store()`.
///
/// A thread that waits for another thread's creation throws its error too. An error is not cached: a later call tries
/// again. A wiring mistake, such as a cycle, is thrown as a ``RegistryError``.
public struct ThrowingFactory<T>: SyncFactoryModifying {
  /// No parameter.
  public typealias P = Void
  /// What the factory may throw.
  public typealias Failure = any Error

  /// The factory's definition and modifiers.
  public var registration: FactoryRegistration<Void, T>

  /// Defines a factory of this container; its source location is its identity.
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
      Declaration(name: key, fileID: fileID, line: line, column: column, type: Recipe<Void, T>.self)
    )
  }

  /// The value: `try container.store()`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @inlinable
  public func callAsFunction() throws -> T {
    try registration.resolve((), throwing: (any Error).self)
  }

  /// The same as a call of the factory.
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
