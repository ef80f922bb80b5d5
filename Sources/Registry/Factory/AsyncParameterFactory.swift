/// Makes a dependency asynchronously from a parameter; it may fail: `try await container.session(user)`.
///
/// A scope caches one value for all parameters, unless `.scopeOnParameters` is set. An error is not cached.
public struct AsyncParameterFactory<P: Sendable, T: Sendable>: OverridableFactory {
  /// The closure that makes the value.
  public typealias Make = @isolated(any) (P) async throws -> T
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
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) {
    registration = FactoryRegistration(
      container.prepared,
      .asyncParameter(factory),
      Declaration(name: key, fileID: fileID, line: line, column: column, type: Recipe<P, T>.self)
    )
  }

  /// The value for this parameter: `try await container.session(user)`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``, or `CancellationError` if the task is cancelled while it
  ///   waits for another task's creation.
  public func callAsFunction(_ parameter: P) async throws -> T {
    try await registration.resolveAsynchronously(parameter)
  }

  /// The same as a call of the factory.
  public func resolve(_ parameter: P) async throws -> T {
    try await registration.resolveAsynchronously(parameter)
  }

  /// The closure as the container keeps it.
  public static func recipe(_ make: @escaping Make) -> FactoryRecipe<P, T> {
    FactoryRecipe(make) { .asyncParameter($0) }
  }
}
