/// What `Factory` and `ParameterFactory` share: scopes, contexts and options.
///
/// Within a definition a modifier is part of it. Elsewhere it is an override, kept in the container, which wins over what
/// the definition says and forgets the cached value. A modifier counts as part of the definition if it is written in the
/// function, of the file, that the factory is named after.
public protocol FactoryModifying<P, T>: Sendable {
  /// What the factory needs to make a value; Void for none.
  associatedtype P
  /// What the factory makes.
  associatedtype T

  /// What the factory is made of.
  var registration: FactoryRegistration<P, T> { get set }
}

// MARK: - Scopes

extension FactoryModifying {
  /// Makes a new value for each resolution, also in a container with another default scope.
  @inlinable public var unique: Self { scoped(.unique) }
  /// Keeps the value as long as its container.
  @inlinable public var cached: Self { scoped(.cached(Scope.cachedID)) }
  /// Keeps the value as long as somebody else holds it.
  @inlinable public var shared: Self { scoped(.shared(Scope.sharedID)) }
  /// Keeps the value until the outermost factory running on this task ends.
  @inlinable public var graph: Self { scoped(.graph) }
  /// Keeps the value for all containers of the process.
  @inlinable public var singleton: Self { scoped(.singleton) }

  /// Keeps the value in this scope: `.scope(.session)`.
  @discardableResult
  public func scope(
    _ scope: Scope,
    function: StaticString = #function,
    fileID: StaticString = #fileID
  ) -> Self {
    var copy = self
    if registration.isOverride(from: function, fileID) {
      registration.manager.checkSeal(registration.declaration, from: function, fileID)
      copy.registration.isOverriding = true
    }
    copy.registration.set(scope)
    return copy
  }

  @inlinable
  func scoped(_ scope: ScopeReference) -> Self {
    if registration.isOverriding { return overridden(scope) }
    var copy = self
    copy.registration.scope = scope
    return copy
  }

  /// Out of line, so that a definition's value need not be in memory.
  @usableFromInline
  func overridden(_ scope: ScopeReference) -> Self {
    var copy = self
    copy.registration.set(scope)
    return copy
  }
}

// MARK: - Options

extension FactoryModifying {
  /// Drops a cached value that nobody asked for during this many seconds; each hit restarts the clock.
  @discardableResult
  public func timeToLive(
    _ seconds: Double,
    function: StaticString = #function,
    fileID: StaticString = #fileID
  ) -> Self {
    modified(.timeToLive(.seconds(seconds)), function, fileID)
  }

  /// Sees each value that the factory gives, instead of the container's decorator.
  @discardableResult
  public func decorator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ decorator: @escaping @Sendable (T) -> Void
  ) -> Self {
    modified(.decorator { value, _ in decorator(value) }, function, fileID)
  }

  /// Sees each value that the factory gives, and whether it was made just now.
  @discardableResult
  public func decorator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ decorator: @escaping @Sendable (_ value: T, _ isNew: Bool) -> Void
  ) -> Self {
    modified(.decorator(decorator), function, fileID)
  }

  /// Is told each cached value that the container lets go of: when it is reset or replaced, or its container shuts down.
  ///
  /// Values of one container go in reverse order of their creation. A value that is still in use elsewhere is told as
  /// well; one of the shared scope is not, since it goes with its last user: its `deinit` is the place.
  @discardableResult
  public func onRelease(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ handler: @escaping @Sendable (T) -> Void
  ) -> Self {
    modified(.release(.immediate(handler)), function, fileID)
  }

  /// Is told each cached value that the container lets go of, asynchronously: `shutdown()` waits for it, a reset does not.
  @discardableResult
  public func onRelease(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ handler: @escaping @Sendable (T) async -> Void
  ) -> Self {
    modified(.release(.asynchronous(handler)), function, fileID)
  }

  /// Ends a definition; overrides win without it, and after it `.reset(.context)` also drops the definition's contexts.
  public func once() -> Self {
    var copy = self
    copy.registration.isOnce = true
    return copy
  }

  /// Forgets the factory's overrides, cached values or both.
  @discardableResult
  public func reset(_ options: FactoryResetOptions = .all) -> Self {
    registration.reset(options)
    return self
  }

  /// Applies a modifier that knows where it is written.
  @inlinable
  func modified(
    _ setting: Setting<P, T>,
    _ function: StaticString,
    _ fileID: StaticString
  ) -> Self {
    var copy = self
    copy.registration.modify(setting, from: function, fileID)
    return copy
  }
}
