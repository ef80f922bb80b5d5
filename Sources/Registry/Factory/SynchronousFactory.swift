/// A factory that is resolved on the calling thread: `container.service()`, or `try container.store()` if it may fail.
///
/// In a factory that does not throw, a wiring error ends the process with a report on standard
/// error: a factory that needs itself, a factory of another actor, a promised factory that nobody
/// registered.
public protocol SynchronousFactory<P, T>: FactoryModifying {
  /// What the factory may throw: `Never` or any error.
  associatedtype Failure: Error
}

extension SynchronousFactory where P == Void {
  /// The value: `container.service()`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @inlinable
  public func callAsFunction() throws(Failure) -> T {
    try registration.resolve((), throwing: Failure.self)
  }

  /// The same as a call of the factory.
  @inlinable
  public func resolve() throws(Failure) -> T {
    try registration.resolve((), throwing: Failure.self)
  }

  /// The value of a factory that belongs to the main actor, from anywhere: `await container.model.resolveOnMainActor()`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @MainActor
  public func resolveOnMainActor() throws(Failure) -> T {
    try registration.resolve((), throwing: Failure.self)
  }

  /// The value of a factory that belongs to another global actor, given as its `shared` instance.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  public func resolveOnGlobalActor<A: Actor>(_ actor: isolated A) throws(Failure) -> T {
    try registration.resolve((), throwing: Failure.self)
  }
}

extension SynchronousFactory {
  /// The value for this parameter: `container.user(7)`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @inlinable
  public func callAsFunction(_ parameter: P) throws(Failure) -> T {
    try registration.resolve(parameter, throwing: Failure.self)
  }

  /// The same as a call of the factory.
  @inlinable
  public func resolve(_ parameter: P) throws(Failure) -> T {
    try registration.resolve(parameter, throwing: Failure.self)
  }

  /// The value of a factory that belongs to the main actor, from anywhere: `await container.model.resolveOnMainActor(7)`.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  @MainActor
  public func resolveOnMainActor(_ parameter: P) throws(Failure) -> T {
    try registration.resolve(parameter, throwing: Failure.self)
  }

  /// The value of a factory that belongs to another global actor, given as its `shared` instance.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  public func resolveOnGlobalActor<A: Actor>(
    _ actor: isolated A,
    parameters parameter: P
  ) throws(Failure) -> T {
    try registration.resolve(parameter, throwing: Failure.self)
  }
}
