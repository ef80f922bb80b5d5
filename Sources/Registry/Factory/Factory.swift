/// Makes a dependency on demand; a computed property of a container defines it.
///
/// A value of this type is cheap and short-lived; the container keeps overrides and cached values.
public struct Factory<T>: OverridableFactory, SynchronousFactory {
  /// No parameter.
  public typealias P = Void
  /// The closure that makes the value.
  public typealias Make = VoidFactoryType<T>
  /// What the factory may throw.
  public typealias Failure = Never

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
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () -> T
  ) {
    registration = FactoryRegistration(
      container.prepared,
      .plain(factory),
      Declaration(name: key, fileID: fileID, line: line, column: column, type: Recipe<Void, T>.self)
    )
  }

  /// Defines a factory with its scope: `Factory(self, scope: .cached) { LiveService() }`.
  public init(
    _ container: some ManagedContainer,
    scope: Scope,
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () -> T
  ) {
    self = Factory(container, key: key, fileID: fileID, line: line, column: column, factory)
      .scope(scope, function: key, fileID: fileID)
  }

  init(registration: FactoryRegistration<Void, T>) {
    self.registration = registration
  }

  /// The closure as the container keeps it.
  public static func recipe(_ make: @escaping Make) -> FactoryRecipe<Void, T> {
    FactoryRecipe(make) { .plain($0) }
  }
}

/// The closure of a ``Factory``.
public typealias VoidFactoryType<T> = @isolated(any) () -> T
