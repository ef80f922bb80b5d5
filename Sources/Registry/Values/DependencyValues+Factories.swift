extension DependencyValues {
  /// The value of a factory of the shared container with these values in force; setting it overrides the factory.
  public subscript<T: Sendable>(dynamicMember keyPath: KeyPath<Container, Factory<T>>) -> T {
    get { self[keyPath] }
    set { self[keyPath] = newValue }
  }

  /// The value of a factory of a container type of your own: `$0[\Payments.service] = mock`.
  public subscript<C: SharedContainer, T: Sendable>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
    get {
      Step.reading(reader.reader) { inForce { C.shared[keyPath: keyPath]() } }
    }
    set { set(keyPath, to: newValue) }
  }

  /// Overrides a factory of any kind, for every parameter if it has one: `$0.set(\.store, to: mock)`.
  public mutating func set<F: FactoryModifying>(_ keyPath: KeyPath<Container, F>, to value: F.T)
  where F.T: Sendable {
    change { $0.set(FactoryOverride(Container.shared[keyPath: keyPath].registration, value)) }
  }

  /// Overrides a factory of any kind in a container type of your own: `$0.set(\Payments.store, to: mock)`.
  public mutating func set<C: SharedContainer, F: FactoryModifying>(
    _ keyPath: KeyPath<C, F>,
    to value: F.T
  ) where F.T: Sendable {
    change { $0.set(FactoryOverride(C.shared[keyPath: keyPath].registration, value)) }
  }

  /// Runs the operation with these values in force.
  private func inForce<Result>(_ operation: () -> Result) -> Result {
    let current = DependencyOrigin.current
    if !isChanged, current.scope === origin.scope { return operation() }
    // What is cached during an unfinished change is dropped.
    let scope = isChanged ? nil : origin.scope
    let origin = DependencyOrigin(
      scope: scope ?? DependencyScope(overrides, within: current.scope),
      defaults: current.defaults
    )
    return origin.run(operation)
  }
}
