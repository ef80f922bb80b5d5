/// Makes a dependency asynchronously; it may fail: `try await container.store()`.
///
/// The factory runs in the first task that needs the value. Other tasks wait, suspended, for that
/// creation, and throw its error if it fails. An error is not cached. If the first task was
/// cancelled, the others do not get its error: another task tries again. A factory that belongs to
/// an actor runs there.
public struct AsyncFactory<T: Sendable>: OverridableFactory {
  /// No parameter.
  public typealias P = Void
  /// The closure that makes the value.
  public typealias Make = @isolated(any) () async throws -> T

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
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) {
    registration = FactoryRegistration(
      container.prepared,
      .async(factory),
      Declaration(name: key, fileID: fileID, line: line, column: column, type: Recipe<Void, T>.self)
    )
  }

  /// The value: `try await container.store()`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``, or `CancellationError` if the task is cancelled while it
  ///   waits for another task's creation.
  public func callAsFunction() async throws -> T {
    try await registration.resolveAsynchronously(())
  }

  /// The same as a call of the factory.
  public func resolve() async throws -> T {
    try await registration.resolveAsynchronously(())
  }

  /// The closure as the container keeps it.
  public static func recipe(_ make: @escaping Make) -> FactoryRecipe<Void, T> {
    FactoryRecipe(make) { .async($0) }
  }
}
