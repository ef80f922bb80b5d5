/// Makes a dependency that may fail: `try container.store()`.
///
/// A thread that waits for another thread's creation also throws its error. An error is not cached:
/// a later call tries again. A wiring error, such as a cycle, is thrown as a ``RegistryError``.
public struct ThrowingFactory<T>: OverridableFactory, SynchronousFactory {
  /// No parameter.
  public typealias P = Void
  /// The closure that makes the value.
  public typealias Make = @isolated(any) () throws -> T
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
    registration = FactoryRegistration(
      container.prepared,
      .throwing(factory),
      Declaration(name: key, fileID: fileID, line: line, column: column, type: Recipe<Void, T>.self)
    )
  }

  /// The closure as the container keeps it.
  public static func recipe(_ make: @escaping Make) -> FactoryRecipe<Void, T> {
    FactoryRecipe(make) { .throwing($0) }
  }
}
