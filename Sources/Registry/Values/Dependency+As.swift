extension Dependency {
  /// Injects a value as the type that it is overridden with: `@Dependency(\.clock, as: TestClock.self) var clock`.
  ///
  /// A read of a value of another type ends the process with a report.
  public init<Declared>(
    _ keyPath: any KeyPath<DependencyValues, Declared> & Sendable,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    source = .key { Self.cast($0[keyPath: keyPath], at: place) }
    made = .current
    self.place = place
  }

  /// Injects the value of a key as the type that it is overridden with.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    source = .key { Self.cast($0.value(of: key, named: "", declaredAt: place), at: place) }
    made = .current
    self.place = place
  }

  private static func cast(_ value: some Any, at place: SourceLocation) -> Value {
    if let value = value as? Value { return value }
    Wiring.trap(
      """
      the value is a \(type(of: value)), not a \(Value.self), for the @Dependency at \(place)
        Override it in the test: by a trait or withDependencies.
      """
    )
  }
}
