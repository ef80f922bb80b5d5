#if canImport(SwiftUI)
/// Makes the extent of one value among models, and the same one again for the same value.
final class DependencyExtent<Value> {
  private var parent: DependencyScope?
  private var value: Value?
  private var scope: DependencyScope?

  /// The extent of this value within another.
  func scope(
    within parent: DependencyScope?,
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> DependencyScope {
    if let scope, self.parent === parent, let known = self.value, isSame(known, value) {
      return scope
    }
    var values = parent?.values ?? DependencyValues()
    values[keyPath: keyPath] = value
    let scope = DependencyScope(values, within: parent)
    (self.parent, self.value, self.scope) = (parent, value, scope)
    return scope
  }

  /// Whether two values are one object, or equal; those that cannot be compared count as different.
  private func isSame(_ one: Value, _ other: Value) -> Bool {
    if Value.self is AnyClass || type(of: one) is AnyClass {
      return one as AnyObject === other as AnyObject
    }
    guard let one = one as? any Equatable else { return false }
    return one.isEqual(to: other)
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}
#endif
