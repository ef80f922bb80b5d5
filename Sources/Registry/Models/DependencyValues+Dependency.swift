extension DependencyValues {
  /// A copy with one value overridden: `Model(dependencies: .current.dependency(\.api, Mock()))`.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> DependencyValues {
    var values = self
    values[keyPath: keyPath] = value
    return values
  }
}
