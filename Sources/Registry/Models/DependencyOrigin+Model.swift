extension DependencyOrigin {
  /// Makes a model whose owner has this origin.
  ///
  /// Its values come, in order of precedence, from the model's own settings, from the task of its first read, from the
  /// scope of its owner (in SwiftUI the scope of the view), and from this origin.
  func make<Model>(
    within ownerScope: DependencyScope?,
    _ own: DependencyValues = DependencyValues(.none),
    _ make: (DependencyValues) -> Model
  ) -> Model {
    let origin = DependencyOrigin.current
      .merged(over: DependencyOrigin(scope: ownerScope).merged(over: self))
      .overridden(by: own)
    return origin.run { make(origin.values) }
  }

  /// A copy in which these values come first.
  private func overridden(by values: DependencyValues) -> DependencyOrigin {
    guard !values.overrides.isEmpty else { return self }
    var all = values.overrides
    if let scope { all.add(scope.overrides) }
    return DependencyOrigin(scope: DependencyScope(all, within: scope), defaults: defaults)
  }
}
