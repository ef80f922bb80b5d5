/// Makes a dependency that takes time, and may fail, from a parameter: `try await container.session(user)`.
///
/// A scope caches one value for all parameters, unless `.scopeOnParameters` says otherwise. A failure is not cached.
public struct AsyncParameterFactory<P: Sendable, T: Sendable>: AsyncParameterFactoryModifying {
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
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) {
    let container = container.prepared
    registration = FactoryRegistration(
      container,
      .asyncParameter(factory),
      Declaration(
        name: key,
        fileID: fileID,
        line: line,
        column: column,
        type: ObjectIdentifier(Recipe<P, T>.self)
      )
    )
  }

  /// The value for this parameter: `try await container.session(user)`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``, or `CancellationError` where the task is cancelled while it
  ///   waits for another's creation.
  @inlinable
  public func callAsFunction(_ parameter: P) async throws -> T {
    try await registration.resolveAsynchronously(parameter)
  }

  /// The value for this parameter, the same as by a call of the factory.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``, or `CancellationError` where the task is cancelled while it
  ///   waits for another's creation.
  @inlinable
  public func resolve(_ parameter: P) async throws -> T {
    try await registration.resolveAsynchronously(parameter)
  }
}
