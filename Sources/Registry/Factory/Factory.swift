/// Makes a dependency on demand; a computed property of a container defines it.
///
/// A value of this type is cheap and lives for a moment; the container keeps overrides and cached values.
public struct Factory<T>: SyncFactoryModifying {
  /// No parameter.
  public typealias P = Void
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
    let container = container.prepared
    registration = FactoryRegistration(
      container,
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

  /// The value: `container.service()`.
  ///
  /// A wiring mistake ends the process with a report on standard error: a factory that needs itself, a factory of
  /// another actor, a promised factory that nobody registered.
  @inlinable
  public func callAsFunction() -> T {
    registration.resolve((), throwing: Never.self)
  }

  /// The same as a call of the factory.
  @inlinable
  public func resolve() -> T {
    registration.resolve((), throwing: Never.self)
  }

  /// The value of a factory that belongs to the main actor, from anywhere: `await container.model.resolveOnMainActor()`.
  @MainActor
  public func resolveOnMainActor() -> T {
    registration.resolve((), throwing: Never.self)
  }

  /// The value of a factory that belongs to another global actor, given as its `shared` instance.
  public func resolveOnGlobalActor<A: Actor>(_ actor: isolated A) -> T {
    registration.resolve((), throwing: Never.self)
  }
}
