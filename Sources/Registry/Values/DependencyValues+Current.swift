extension DependencyValues {
  /// The values in force in the running task.
  public static var current: DependencyValues {
    guard DependencyScope.isUsed else { return DependencyValues() }
    return DependencyOrigin.current.values
  }

  /// Whether nothing was ever overridden, and nothing is to be reported: a read needs no more than the context then.
  @usableFromInline static var areProcessWide: Bool {
    !DependencyScope.isUsed && DependencyContext.current != .test
  }

  /// What is in force for a property: what is in force at a read comes before what its owner was made with.
  @usableFromInline
  static func inForce(for origin: DependencyOrigin, at reader: SourcePlace) -> DependencyValues {
    var values = DependencyOrigin.current.merged(over: origin).values
    // Only in tests is there anything to report.
    if DependencyContext.current == .test { values.reader = DependencyBox(reader) }
    return values
  }
}

/// What was in force where something was made; empty, at no cost, in a program that overrides nothing.
@usableFromInline
struct DependencyOrigin: Sendable {
  let scope: DependencyScope?
  let defaults: DependencyTable?

  /// What is in force here.
  @usableFromInline static var current: DependencyOrigin {
    guard DependencyScope.isUsed else { return DependencyOrigin(scope: nil, defaults: nil) }
    return DependencyOrigin(scope: .local, defaults: DependencyScope.localDefaults)
  }

  var values: DependencyValues {
    var values = scope?.values ?? DependencyValues()
    values.defaults = defaults
    values.scope = scope
    return values
  }

  /// Both together; this one's come first, unless the earlier one's extent lies within this one's.
  func merged(over earlier: DependencyOrigin) -> DependencyOrigin {
    var scope = scope ?? earlier.scope
    if let own = self.scope, let earlier = earlier.scope { scope = own.merged(over: earlier) }
    return DependencyOrigin(scope: scope, defaults: defaults ?? earlier.defaults)
  }
}
