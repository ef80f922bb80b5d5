// The contexts of a factory without a parameter. Swift cannot say "this closure, whatever its parameters", hence one file for each kind.

extension Factory {
  /// Makes the value in another way in these contexts; the order of precedence is arg, preview, test, simulator, device, debug.
  @discardableResult
  public func context(
    _ contexts: FactoryContextType...,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    set(contexts, function, fileID, factory)
  }

  /// Makes the value in another way when the program has this argument.
  @discardableResult
  @inlinable
  public func onArg(
    _ argument: String,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    modified(.context(.arg(argument), .plain(factory)), function, fileID)
  }

  /// Makes the value in another way when the program has one of these arguments.
  @discardableResult
  @inlinable
  public func onArgs(
    _ arguments: [String],
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    modified(.context(.args(arguments), .plain(factory)), function, fileID)
  }

  /// Makes the value in another way in Xcode's previews.
  @discardableResult
  @inlinable
  public func onPreview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    modified(.context(.preview, .plain(factory)), function, fileID)
  }

  /// Makes the value in another way in tests.
  @discardableResult
  @inlinable
  public func onTest(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    modified(.context(.test, .plain(factory)), function, fileID)
  }

  /// Makes the value in another way in a simulator.
  @discardableResult
  @inlinable
  public func onSimulator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    modified(.context(.simulator, .plain(factory)), function, fileID)
  }

  /// Makes the value in another way on a machine that is no simulator.
  @discardableResult
  @inlinable
  public func onDevice(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    modified(.context(.device, .plain(factory)), function, fileID)
  }

  /// Makes the value in another way in programs built for debugging.
  @discardableResult
  @inlinable
  public func onDebug(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    modified(.context(.debug, .plain(factory)), function, fileID)
  }

  private func set(
    _ contexts: [FactoryContextType],
    _ function: StaticString,
    _ fileID: StaticString,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () -> T
  ) -> Self {
    contexts.reduce(self) { $0.modified(.context($1, .plain(factory)), function, fileID) }
  }
}
