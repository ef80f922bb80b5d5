/// Makes a dependency on demand; a computed property of a container defines it.
///
/// A value of this type is cheap and lives for a moment: what lasts, overrides and cached values, is in the container.
public struct Factory<T>: SyncFactoryModifying {
  /// No parameter.
  public typealias P = Void
  /// What the factory may throw.
  public typealias Failure = Never

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
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () -> T
  ) {
    let container = container.prepared
    registration = FactoryRegistration(
      container,
      .plain(factory),
      Declaration(
        name: key,
        fileID: fileID,
        line: line,
        column: column,
        type: ObjectIdentifier(Recipe<Void, T>.self)
      )
    )
  }

  init(registration: FactoryRegistration<Void, T>) {
    self.registration = registration
  }

  /// The value: `container.service()`.
  ///
  /// A mistake that cannot be thrown ends the process with a report on standard error: a factory that needs itself, one
  /// that belongs to another actor than the caller's, a promise that nobody kept.
  @inlinable
  public func callAsFunction() -> T {
    registration.resolve((), throwing: Never.self)
  }

  /// The value, the same as by a call of the factory.
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
