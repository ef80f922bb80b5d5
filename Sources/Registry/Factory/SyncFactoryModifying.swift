// Swift cannot say "this closure, whatever its parameters and effects", hence one file for each kind of factory.

/// How a factory without a parameter is changed from outside its definition, and made another in some contexts.
public protocol SyncFactoryModifying<P, T>: FactoryModifying where P == Void {
  /// What the factory may throw: `Never` or any error.
  associatedtype Failure: Error
}

extension SyncFactoryModifying {
  /// Replaces what the factory makes, in this container, and forgets its cached values.
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

  /// Makes the value in another way in these contexts; the order of precedence is arg, preview, test, simulator, device, debug.
  @discardableResult
  public func context(
    _ contexts: FactoryContextType...,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    contexts.reduce(self) { $0.modified(.context($1, .throwing(factory)), function, fileID) }
  }

  /// Makes the value in another way when the program has this argument.
  @discardableResult
  public func onArg(
    _ argument: String,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.arg(argument), .throwing(factory)), function, fileID)
  }

  /// Makes the value in another way when the program has one of these arguments.
  @discardableResult
  public func onArgs(
    _ arguments: [String],
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.args(arguments), .throwing(factory)), function, fileID)
  }

  /// Makes the value in another way in Xcode's previews.
  @discardableResult
  public func onPreview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.preview, .throwing(factory)), function, fileID)
  }

  /// Makes the value in another way in tests.
  @discardableResult
  public func onTest(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.test, .throwing(factory)), function, fileID)
  }

  /// Makes the value in another way in a simulator.
  @discardableResult
  public func onSimulator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.simulator, .throwing(factory)), function, fileID)
  }

  /// Makes the value in another way on a machine that is no simulator.
  @discardableResult
  public func onDevice(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.device, .throwing(factory)), function, fileID)
  }

  /// Makes the value in another way in programs built for debugging.
  @discardableResult
  public func onDebug(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws(Failure) -> T
  ) -> Self {
    modified(.context(.debug, .throwing(factory)), function, fileID)
  }
}
