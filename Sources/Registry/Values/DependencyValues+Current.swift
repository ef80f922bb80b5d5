extension DependencyValues {
  /// The values in force in the running task.
  public static var current: DependencyValues {
    DependencyOrigin.current.values
  }

  /// Values for the live program, without overrides: `withDependencies { $0 = .live } operation: { … }`.
  public static var live: DependencyValues { fresh(in: .live) }
  /// Values for previews, without overrides.
  public static var preview: DependencyValues { fresh(in: .preview) }
  /// Values for tests, without overrides.
  public static var test: DependencyValues { fresh(in: .test) }

  private static func fresh(in context: DependencyContext) -> DependencyValues {
    var values = DependencyValues()
    values.context = context
    return values
  }

  /// The values for a property: those in force at the read come before those that its owner was made with.
  @usableFromInline
  static func inForce(for origin: DependencyOrigin, at reader: SourceLocation) -> DependencyValues {
    let current = DependencyOrigin.current
    let merged = origin.isEmpty ? current : current.merged(over: origin)
    return DependencyValues(merged, reader: .property(reader))
  }
}
