/// Makes a dependency from a parameter: `container.user(7)`.
///
/// A scope caches one value for all parameters, unless `.scopeOnParameters` is set. For several parameters use a tuple
/// or a struct.
public struct ParameterFactory<P, T>: OverridableFactory, SynchronousFactory {
  /// The closure that makes the value.
  public typealias Make = ParameterFactoryType<P, T>
  /// What the factory may throw.
  public typealias Failure = Never

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
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) {
    registration = FactoryRegistration(
      container.prepared,
      .parameter(factory),
      Declaration(name: key, fileID: fileID, line: line, column: column, type: Recipe<P, T>.self)
    )
  }

  /// Defines a factory with a parameter and its scope.
  public init(
    _ container: some ManagedContainer,
    scope: Scope,
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) -> T
  ) {
    self = Self(container, key: key, fileID: fileID, line: line, column: column, factory)
      .scope(scope, function: key, fileID: fileID)
  }

  /// The closure as the container keeps it.
  public static func recipe(_ make: @escaping Make) -> FactoryRecipe<P, T> {
    FactoryRecipe(make) { .parameter($0) }
  }
}

/// The closure of a ``ParameterFactory``.
public typealias ParameterFactoryType<P, T> = @isolated(any) (P) -> T
