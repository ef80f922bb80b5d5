extension DependencyOrigin {
  /// Makes a model whose owner was made where this was in force.
  ///
  /// The values that hold for it, innermost first: what was set for the model itself, what is in force at its first read,
  /// what the surroundings of its owner say (in SwiftUI the owner's place among the views), and this.
  func make<Model>(
    within surroundings: DependencyScope?,
    _ own: DependencyValues = DependencyValues(),
    _ make: (DependencyValues) -> Model
  ) -> Model {
    let origin = DependencyOrigin.current
      .merged(over: DependencyOrigin(surroundings).merged(over: self))
      .overridden(by: own)
    return origin.run { make(origin.values) }
  }

  /// What a part of the program was given, and nothing else.
  init(_ scope: DependencyScope?) {
    self.init(scope: scope, defaults: nil)
  }

  /// The same with these values in front.
  private func overridden(by values: DependencyValues) -> DependencyOrigin {
    guard !values.isEmpty else { return self }
    var all = values
    if let scope { all.add(scope.values) }
    return DependencyOrigin(scope: DependencyScope(all, within: scope), defaults: defaults)
  }

  /// Runs the operation where this is in force.
  ///
  /// The extent itself comes into force again, not one like it, so that all that is made in it shares what it caches.
  private func run<Result>(_ operation: () -> Result) -> Result {
    let current = DependencyOrigin.current
    if scope === current.scope, defaults === current.defaults { return operation() }
    return DependencyScope.$local.withValue(scope) {
      DependencyScope.$localDefaults.withValue(defaults, operation: operation)
    }
  }
}
