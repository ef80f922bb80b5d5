/// An asynchronous factory with a parameter that can be overridden, everywhere or in some contexts.
public protocol AsyncParameterFactoryModifying<P, T>: FactoryModifying {}

extension AsyncParameterFactoryModifying {
  /// Replaces the factory in this container and removes its cached values.
  @discardableResult
  public func register(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.registered(.asyncParameter(factory)), function, fileID)
  }

  /// The same as `register`: `container.service { id in await Mock(id) }`.
  @discardableResult
  public func callAsFunction(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext _ factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.registered(.asyncParameter(factory)), function, fileID)
  }

  /// Uses another factory in these contexts; the order of precedence is arg, preview, test, simulator, device, debug.
  @discardableResult
  public func context(
    _ contexts: FactoryContextType...,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    contexts.reduce(self) { $0.modified(.context($1, .asyncParameter(factory)), function, fileID) }
  }

  /// Uses another factory if the program has this argument.
  @discardableResult
  public func onArg(
    _ argument: String,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.context(.arg(argument), .asyncParameter(factory)), function, fileID)
  }

  /// Uses another factory if the program has one of these arguments.
  @discardableResult
  public func onArgs(
    _ arguments: [String],
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.context(.args(arguments), .asyncParameter(factory)), function, fileID)
  }

  /// Uses another factory in Xcode's previews.
  @discardableResult
  public func onPreview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.context(.preview, .asyncParameter(factory)), function, fileID)
  }

  /// Uses another factory in tests.
  @discardableResult
  public func onTest(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.context(.test, .asyncParameter(factory)), function, fileID)
  }

  /// Uses another factory in a simulator.
  @discardableResult
  public func onSimulator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.context(.simulator, .asyncParameter(factory)), function, fileID)
  }

  /// Uses another factory on a machine that is not a simulator.
  @discardableResult
  public func onDevice(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.context(.device, .asyncParameter(factory)), function, fileID)
  }

  /// Uses another factory in a program built for debugging.
  @discardableResult
  public func onDebug(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (P) async throws -> T
  ) -> Self {
    modified(.context(.debug, .asyncParameter(factory)), function, fileID)
  }
}
