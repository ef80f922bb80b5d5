/// A factory that can be overridden, everywhere or in some contexts.
///
/// The closures need not be `Sendable`: a test may register an object of its own. A closure that is
/// written on an actor belongs to it; any other closure must be safe to call from any thread.
public protocol OverridableFactory<P, T>: FactoryModifying {
  /// The type of the closure that makes the value: it has the factory's parameter, and says whether
  /// it may throw or wait.
  associatedtype Make

  /// The closure as the container keeps it.
  static func recipe(_ make: Make) -> FactoryRecipe<P, T>
}

extension OverridableFactory {
  /// Replaces the factory in this container and removes its cached values.
  @discardableResult
  public func register(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    modified(.registered(Self.recipe(factory).recipe), function, fileID)
  }

  /// The same as `register`: `container.service { Mock() }`.
  @discardableResult
  public func callAsFunction(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ factory: Make
  ) -> Self {
    register(function: function, fileID: fileID, factory: factory)
  }

  /// Uses another factory in these contexts; the order of precedence is arg, preview, test, simulator, device, debug.
  @discardableResult
  public func context(
    _ contexts: FactoryContextType...,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    let recipe = Self.recipe(factory).recipe
    var factory = self
    for context in contexts {
      factory = factory.modified(.context(context, recipe), function, fileID)
    }
    return factory
  }

  /// Uses another factory if the program has this argument.
  @discardableResult
  public func onArg(
    _ argument: String,
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    context(.arg(argument), function: function, fileID: fileID, factory: factory)
  }

  /// Uses another factory if the program has one of these arguments.
  @discardableResult
  public func onArgs(
    _ arguments: [String],
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    context(.args(arguments), function: function, fileID: fileID, factory: factory)
  }

  /// Uses another factory in Xcode's previews.
  @discardableResult
  public func onPreview(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    context(.preview, function: function, fileID: fileID, factory: factory)
  }

  /// Uses another factory in tests.
  @discardableResult
  public func onTest(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    context(.test, function: function, fileID: fileID, factory: factory)
  }

  /// Uses another factory in a simulator.
  @discardableResult
  public func onSimulator(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    context(.simulator, function: function, fileID: fileID, factory: factory)
  }

  /// Uses another factory on a machine that is not a simulator.
  @discardableResult
  public func onDevice(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    context(.device, function: function, fileID: fileID, factory: factory)
  }

  /// Uses another factory in a program built for debugging.
  @discardableResult
  public func onDebug(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    factory: Make
  ) -> Self {
    context(.debug, function: function, fileID: fileID, factory: factory)
  }
}

// MARK: - Recipes

/// The closure of an override as the container keeps it.
public struct FactoryRecipe<P, T> {
  let recipe: Recipe<P, T>

  init<Make, Kept>(_ make: Make, _ recipe: (Kept) -> Recipe<P, T>) {
    self.recipe = recipe(retyped(make))
  }
}

extension OverridableFactory where T: Sendable {
  /// Replaces the factory in this container by a value that is there already: `container.limit.register(20)`.
  ///
  /// Use it where a program starts, to say which store or which address it uses. A closure that is written in `main`, or in
  /// the initialiser of an app, belongs to the main actor and can be called only there; a value belongs to no actor.
  @discardableResult
  public func register(
    _ value: T,
    function: StaticString = #function,
    fileID: StaticString = #fileID
  ) -> Self {
    modified(.registered(Recipe<P, T>.constant(Constant(value))), function, fileID)
  }
}
