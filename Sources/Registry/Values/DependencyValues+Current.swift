extension DependencyValues {
  /// The values in force in the running task.
  public static var current: DependencyValues {
    guard DependencyScope.isUsed else { return DependencyValues() }
    return DependencyOrigin.current.values
  }

  /// Whether nothing was ever overridden and nothing is reported, so that a read needs the context only.
  @usableFromInline static var areProcessWide: Bool {
    !DependencyScope.isUsed && DependencyContext.unchosen != .test
  }

  /// The values for a property: those in force at the read come before those that its owner was made with.
  @usableFromInline
  static func inForce(for origin: DependencyOrigin, at reader: SourceLocation) -> DependencyValues {
    var values = DependencyOrigin.current.merged(over: origin).values
    // Only in tests is there anything to report.
    if values.context == .test { values.reader = DependencyReader(reader) }
    return values
  }
}
