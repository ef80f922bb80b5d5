extension DependencyValues {
  /// The values in force in the running task.
  public static var current: DependencyValues {
    DependencyOrigin.current.values
  }

  /// The values for a property: those in force at the read come before those that its owner was made with.
  @usableFromInline
  static func inForce(for origin: DependencyOrigin, at reader: SourceLocation) -> DependencyValues {
    let current = DependencyOrigin.current
    let merged = origin.isEmpty ? current : current.merged(over: origin)
    return DependencyValues(merged, reader: .property(reader))
  }
}
