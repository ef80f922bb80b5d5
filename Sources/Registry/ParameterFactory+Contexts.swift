// The contexts of a factory with a parameter. Swift cannot say "this closure, whatever its parameters", hence one file for each kind.

extension ParameterFactory {
  /// Makes the value in another way in these contexts; the order of precedence is arg, preview, test, simulator, device, debug.
  @discardableResult
  public func context(
    _ contexts: FactoryContextType...,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: @escaping @Sendable (P) -> T
  ) -> Self {
    set(contexts, function, fileID, factory)
  }

  /// Makes the value in another way when the program has this argument.
  @discardableResult
  public func onArg(
    _ argument: String,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: @escaping @Sendable (P) -> T
  ) -> Self {
    set([.arg(argument)], function, fileID, factory)
  }

  /// Makes the value in another way when the program has one of these arguments.
  @discardableResult
  public func onArgs(
    _ arguments: [String],
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: @escaping @Sendable (P) -> T
  ) -> Self {
    set([.args(arguments)], function, fileID, factory)
  }

  /// Makes the value in another way in Xcode's previews.
  @discardableResult
  public func onPreview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: @escaping @Sendable (P) -> T
  ) -> Self {
    set([.preview], function, fileID, factory)
  }

  /// Makes the value in another way in tests.
  @discardableResult
  public func onTest(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: @escaping @Sendable (P) -> T
  ) -> Self {
    set([.test], function, fileID, factory)
  }

  /// Makes the value in another way in a simulator.
  @discardableResult
  public func onSimulator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: @escaping @Sendable (P) -> T
  ) -> Self {
    set([.simulator], function, fileID, factory)
  }

  /// Makes the value in another way on a machine that is no simulator.
  @discardableResult
  public func onDevice(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: @escaping @Sendable (P) -> T
  ) -> Self {
    set([.device], function, fileID, factory)
  }

  /// Makes the value in another way in programs built for debugging.
  @discardableResult
  public func onDebug(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: @escaping @Sendable (P) -> T
  ) -> Self {
    set([.debug], function, fileID, factory)
  }

  private func set(
    _ contexts: [FactoryContextType],
    _ function: StaticString,
    _ fileID: StaticString,
    _ factory: @escaping @Sendable (P) -> T
  ) -> Self {
    modified(function, fileID) { values in
      for context in contexts {
        values.contexts = values.contexts ?? ContextRecipes()
        values.contexts?.set(context, .parameter(factory))
      }
    }
  }
}
