#if canImport(SwiftUI)
/// Makes the scope of one value, and returns the same scope again for the same value.
final class DependencyScopeCache<Value> {
  private var parent: DependencyScope?
  private var value: Value?
  private var scope: DependencyScope?

  /// The scope of this value within another.
  func scope(
    within parent: DependencyScope?,
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> DependencyScope {
    if let scope, self.parent === parent, let known = self.value, isUnchanged(known, value) {
      return scope
    }
    var values = DependencyOrigin(scope: parent).values
    values[keyPath: keyPath] = value
    let scope = DependencyScope(values.overrides, within: parent)
    (self.parent, self.value, self.scope) = (parent, value, scope)
    return scope
  }

  /// Whether two values are one object, or equal.
  private func isUnchanged(_ one: Value, _ other: Value) -> Bool {
    if Value.self is AnyClass || type(of: one) is AnyClass {
      return one as AnyObject === other as AnyObject
    }
    return isSame(one, as: other)
  }
}
#endif
