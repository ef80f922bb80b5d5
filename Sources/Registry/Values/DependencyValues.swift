/// The context values of a task, by key.
///
/// To declare a dependency, extend this type with a property, for `@Dependency(\.name)` and
/// `withDependencies { $0.name = … }`. The factories of `Container` need no such property: `@Dependency(\.service)`.
/// Copies are independent.
@dynamicMemberLookup
public struct DependencyValues: Sendable {
  // Objects or none, since these values are copied at each read.

  @usableFromInline var overrides = DependencyOverrides()
  /// The scope that these values belong to; nil after a change, and for the process's values.
  @usableFromInline var scope: DependencyScope?
  /// The defaults of a test; nil for the process's.
  @usableFromInline var defaults: DependencyTable?
  /// The source location of the property that reads these values.
  @usableFromInline var reader: DependencyReader?
  /// The property that reads these values, for reports of what it needs.
  @usableFromInline var property: Reader?

  /// The process's values; `$0 = DependencyValues()` drops the overrides around an operation.
  @inlinable
  public init() {}

  /// The key's value: the override, or else the key's default in the running context.
  ///
  /// In a test, the `liveValue` of a key without a `testValue` is reported as an issue.
  @inlinable
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column,
    function function: StaticString = #function
  ) -> Key.Value {
    get {
      let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return value(of: key, named: function, declaredAt: place)
    }
    set { set(DependencyBox(newValue, key: key, next: overrides.boxes)) }
  }
}

extension DependencyValues {
  /// The key's value; the name and the place are for reports.
  @inlinable
  func value<Key: TestDependencyKey>(
    of key: Key.Type,
    named name: StaticString,
    declaredAt place: SourceLocation
  ) -> Key.Value {
    // The box is not retained; these values keep it alive.
    withExtendedLifetime(self) {
      if let found = find(ObjectIdentifier(key)) { return found.take(as: Key.Value.self) }
      return evaluate(key, name, place)
    }
  }

  /// The override, or a default that was evaluated and that the context may use.
  @usableFromInline
  func find(_ id: ObjectIdentifier) -> BorrowedDependency? {
    if let box = overrides.boxes?.find(id) { return BorrowedDependency(box) }
    let place = DependencyTable.Place(id: id, context: context)
    if let defaults { return defaults.find(place) }
    return DependencyTable.process.find(place)
  }

  /// Evaluates the default, or reports a live one in a test.
  @usableFromInline
  func evaluate<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ name: StaticString,
    _ declared: SourceLocation
  ) -> Key.Value {
    let table = defaults ?? .process
    let reader = reader
    let report = { @Sendable in
      if reader === DependencyReader.update { return }
      let issue = DependencyIssue.liveValue(
        of: name.utf8CodeUnitCount == 0 ? "\(key)" : "\(name) (\(key))",
        declared: declared,
        injected: reader?.place
      )
      issue.report(to: table.reporter)
    }
    let declaration = Declaration(
      name: name,
      fileID: declared.fileID,
      line: declared.line,
      column: declared.column,
      type: key
    )
    let (entry, isReported) = ResolutionStack.current.reading(property) {
      table.entry(key, context, declaration, report: report)
    }
    if entry.isLiveInTest, !isReported { report() }
    return BorrowedDependency(entry.box).take(as: Key.Value.self)
  }
}
