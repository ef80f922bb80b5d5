// Swift has no generics over a closure's parameters and effects, so each kind of factory has a protocol of its own.

/// A factory without a parameter that can be overridden, everywhere or in some contexts.
public protocol SyncFactoryModifying<P, T>: FactoryModifying where P == Void {
  /// What the factory may throw: `Never` or any error.
  associatedtype Failure: Error
}

extension SyncFactoryModifying {
  /// Replaces the factory in this container and removes its cached values.
  @discardableResult
  public func register(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.registered(.throwing(factory)), function, fileID)
  }

  /// The same as `register`: `container.service { Mock() }`.
  @discardableResult
  public func callAsFunction(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.registered(.throwing(factory)), function, fileID)
  }

  /// Uses another factory in these contexts; the order of precedence is arg, preview, test, simulator, device, debug.
  @discardableResult
  public func context(
    _ contexts: FactoryContextType...,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    contexts.reduce(self) { $0.modified(.context($1, .throwing(factory)), function, fileID) }
  }

  /// Uses another factory if the program has this argument.
  @discardableResult
  public func onArg(
    _ argument: String,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.arg(argument), .throwing(factory)), function, fileID)
  }

  /// Uses another factory if the program has one of these arguments.
  @discardableResult
  public func onArgs(
    _ arguments: [String],
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.args(arguments), .throwing(factory)), function, fileID)
  }

  /// Uses another factory in Xcode's previews.
  @discardableResult
  public func onPreview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.preview, .throwing(factory)), function, fileID)
  }

  /// Uses another factory in tests.
  @discardableResult
  public func onTest(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.test, .throwing(factory)), function, fileID)
  }

  /// Uses another factory in a simulator.
  @discardableResult
  public func onSimulator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.simulator, .throwing(factory)), function, fileID)
  }

  /// Uses another factory on a machine that is not a simulator.
  @discardableResult
  public func onDevice(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.device, .throwing(factory)), function, fileID)
  }

  /// Uses another factory in a program built for debugging.
  @discardableResult
  public func onDebug(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.debug, .throwing(factory)), function, fileID)
  }
}
