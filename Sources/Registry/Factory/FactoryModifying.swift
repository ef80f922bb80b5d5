/// The scopes and options of all factories.
///
/// A modifier within a definition is part of it. Elsewhere it is an override: the container keeps
/// it, it takes precedence over the definition, and it removes the cached value. A modifier is part
/// of the definition if it is in the function and the file that the factory is named after.
public protocol FactoryModifying<P, T>: Sendable {
  /// What the factory needs to make a value; Void for none.
  associatedtype P
  /// What the factory makes.
  associatedtype T

  /// The factory's definition and modifiers.
  var registration: FactoryRegistration<P, T> { get set }
}

// MARK: - Scopes

extension FactoryModifying {
  /// Makes a new value for each resolution, also in a container with another default scope.
  @inlinable public var unique: Self { consuming get { scoped(.unique) } }
  /// Keeps the value until it is reset or its container is released.
  @inlinable public var cached: Self { consuming get { scoped(.cached) } }
  /// Keeps the value as long as another owner holds it.
  @inlinable public var shared: Self { consuming get { scoped(.shared) } }
  /// Keeps the value until the outermost factory running on this task ends.
  @inlinable public var graph: Self { consuming get { scoped(.graph) } }
  /// Keeps the value for all containers of the process.
  @inlinable public var singleton: Self { consuming get { scoped(.singleton) } }

  /// Keeps the value in this scope: `.scope(.session)`.
  @discardableResult
  public func scope(
    _ scope: Scope,
    function: StaticString = #function,
    fileID: StaticString = #fileID
  ) -> Self {
    modified(.scope(ScopeReference(scope)), function, fileID)
  }

  // A property cannot take its source location, so it changes what the modifier before it has changed.
  @inlinable
  consuming func scoped(_ scope: ScopeReference) -> Self {
    registration.definition.set(scope)
    return self
  }
}

// MARK: - Options

extension FactoryModifying {
  /// Removes a cached value that is not used for this many seconds; each use restarts the time.
  @discardableResult
  public func timeToLive(
    _ seconds: Double,
    function: StaticString = #function,
    fileID: StaticString = #fileID
  ) -> Self {
    // 300 years are for ever, and longer ones no `Duration`.
    modified(.timeToLive(.seconds(min(seconds, 1e10))), function, fileID)
  }

  /// Sets a closure that receives each value of the factory, in place of the container's decorator.
  @discardableResult
  public func decorator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ decorator: @escaping (T) -> Void
  ) -> Self {
    self.decorator(function: function, fileID: fileID) { value, _ in decorator(value) }
  }

  /// Sets a closure that receives each value of the factory and whether it is new.
  @discardableResult
  public func decorator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ decorator: @escaping (_ value: T, _ isNew: Bool) -> Void
  ) -> Self {
    let decorator: @Sendable (T, Bool) -> Void = retyped(decorator)
    return modified(.decorator { decorator(known($0), $1) }, function, fileID)
  }

  /// Sets a handler for each cached value that the container releases: at a reset, a replacement or the shutdown.
  ///
  /// A container releases its values in reverse order of creation. The handler also receives a value that is still in use
  /// elsewhere, but none of the shared scope: its last user releases that, so its `deinit` is the place.
  @discardableResult
  public func onRelease(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ handler: @escaping @Sendable (T) -> Void
  ) -> Self {
    modified(.release(.immediate { handler(known($0)) }), function, fileID)
  }

  /// Sets an asynchronous handler for each cached value that the container releases; only `shutdown()` waits for it.
  @discardableResult
  public func onRelease(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ handler: @escaping @Sendable (T) async -> Void
  ) -> Self {
    modified(.release(.asynchronous { await handler(known($0)) }), function, fileID)
  }

  /// Ends a definition so that `.reset(.context)` also removes the definition's contexts; overrides need no `once()`.
  @discardableResult
  public func once() -> Self {
    var copy = self
    copy.registration.definition.isOnce = true
    return copy
  }

  /// Removes the factory's overrides, cached values or both.
  @discardableResult
  public func reset(_ options: FactoryResetOptions = .all) -> Self {
    registration.definition.reset(options)
    return self
  }

  /// The same as ``reset(_:)``, with a container's label.
  @discardableResult
  public func reset(options: FactoryResetOptions) -> Self {
    reset(options)
  }

  /// Applies a modifier that is called in this function and file.
  func modified(
    _ setting: FactorySetting,
    _ function: StaticString,
    _ fileID: StaticString
  ) -> Self {
    var copy = self
    copy.registration.definition.modify(setting, from: function, fileID)
    return copy
  }
}

/// The value of a factory, whose declaration determines its type.
func known<T>(_ value: Any) -> T {
  guard let value = value as? T else { preconditionFailure("\(type(of: value)) is no \(T.self)") }
  return value
}
