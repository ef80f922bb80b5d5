/// Makes a dependency that may fail from a parameter: `try container.account(name)`.
///
/// A scope caches one value for all parameters, unless `.scopeOnParameters` is set. An error is not cached.
public struct ThrowingParameterFactory<P, T>: OverridableFactory, SynchronousFactory {
  /// The closure that makes the value.
  public typealias Make = @isolated(any) (P) throws -> T
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
    registration = FactoryRegistration(
      container.prepared,
      .throwingParameter(factory),
      Declaration(name: key, fileID: fileID, line: line, column: column, type: Recipe<P, T>.self)
    )
  }

  /// The closure as the container keeps it.
  public static func recipe(_ make: @escaping Make) -> FactoryRecipe<P, T> {
    FactoryRecipe(make) { .throwingParameter($0) }
  }
}
