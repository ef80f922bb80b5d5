/// Makes a dependency that takes time, and may fail: `try await container.store()`.
///
/// The factory runs in the task that asks first; others that ask meanwhile wait for that one creation, suspended, and get
/// its failure if it fails. A failure is not cached, and one that came of the first task's cancellation is not passed on:
/// another task tries again. A factory that belongs to an actor runs there.
public struct AsyncFactory<T: Sendable>: AsyncFactoryModifying {
  /// No parameter.
  public typealias P = Void

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
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) {
    let container = container.prepared
    registration = FactoryRegistration(
      container,
      .async(factory),
      Declaration(
        name: key,
        fileID: fileID,
        line: line,
        column: column,
        type: ObjectIdentifier(Recipe<Void, T>.self)
      )
    )
  }

  /// The value: `try await container.store()`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``, or `CancellationError` where the task is cancelled while it
  ///   waits for another's creation.
  @inlinable
  public func callAsFunction() async throws -> T {
    try await registration.resolveAsynchronously(())
  }

  /// The value, the same as by a call of the factory.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``, or `CancellationError` where the task is cancelled while it
  ///   waits for another's creation.
  @inlinable
  public func resolve() async throws -> T {
    try await registration.resolveAsynchronously(())
  }
}
