/// An asynchronous factory without a parameter that can be overridden, everywhere or in some contexts.
public protocol AsyncFactoryModifying<P, T>: FactoryModifying where P == Void {}

extension AsyncFactoryModifying {
  /// Replaces the factory in this container and removes its cached values.
  @discardableResult
  public func register(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.registered(.async(factory)), function, fileID)
  }

  /// The same as `register`: `container.service { await Mock() }`.
  @discardableResult
  public func callAsFunction(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.registered(.async(factory)), function, fileID)
  }

  /// Uses another factory in these contexts; the order of precedence is arg, preview, test, simulator, device, debug.
  @discardableResult
  public func context(
    _ contexts: FactoryContextType...,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    contexts.reduce(self) { $0.modified(.context($1, .async(factory)), function, fileID) }
  }

  /// Uses another factory if the program has this argument.
  @discardableResult
  public func onArg(
    _ argument: String,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.context(.arg(argument), .async(factory)), function, fileID)
  }

  /// Uses another factory if the program has one of these arguments.
  @discardableResult
  public func onArgs(
    _ arguments: [String],
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.context(.args(arguments), .async(factory)), function, fileID)
  }

  /// Uses another factory in Xcode's previews.
  @discardableResult
  public func onPreview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.context(.preview, .async(factory)), function, fileID)
  }

  /// Uses another factory in tests.
  @discardableResult
  public func onTest(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.context(.test, .async(factory)), function, fileID)
  }

  /// Uses another factory in a simulator.
  @discardableResult
  public func onSimulator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.context(.simulator, .async(factory)), function, fileID)
  }

  /// Uses another factory on a machine that is not a simulator.
  @discardableResult
  public func onDevice(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.context(.device, .async(factory)), function, fileID)
  }

  /// Uses another factory in a program built for debugging.
  @discardableResult
  public func onDebug(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable () async throws -> T
  ) -> Self {
    modified(.context(.debug, .async(factory)), function, fileID)
  }
}
