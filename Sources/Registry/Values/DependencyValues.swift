/// The context values of a task, by key.
///
/// Code that declares a dependency extends this type with a property of its name; `@Dependency(\.name)` and
/// `withDependencies { $0.name = … }` then reach it. A copy changes on its own.
///
/// The factories of `Container` are among them: `@Dependency(\.service)`, `withDependencies { $0.service = mock }`.
@dynamicMemberLookup
public struct DependencyValues: Sendable {
  /// What was set: one object, or none, since these values are copied at each read.
  @usableFromInline var changes: DependencyBox<DependencyChanges>?
  /// The extent that these values are those of; nil once they were changed, and for the process's.
  @usableFromInline var scope: DependencyScope?
  /// The defaults of a test; nil for the process's.
  @usableFromInline var defaults: DependencyTable?
  /// Where the value is injected that these values are about to be asked for.
  @usableFromInline var reader: DependencyBox<SourcePlace>?

  /// The process's values.
  @inlinable
  init() {}

  /// The key's value: what was set, or else what the key gives in the running context.
  ///
  /// In a test, the live value of a `LiveDependencyKey` without a `testValue` is reported as a failure.
  @inlinable
  public subscript<Key: DependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column,
    function function: StaticString = #function
  ) -> Key.Value {
    get {
      let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      return value(of: key, named: function, declaredAt: place)
    }
    set { set(ObjectIdentifier(key), DependencyBox(newValue)) }
  }
}

extension DependencyValues {
  /// The key's value; a name and a place for reports come with it.
  @inlinable
  func value<Key: DependencyKey>(
    of key: Key.Type,
    named name: StaticString,
    declaredAt place: SourcePlace
  ) -> Key.Value {
    // What is found is not retained, and lives as long as these values do.
    withExtendedLifetime(self) {
      if let found = find(ObjectIdentifier(key)) { return found.take(as: Key.Value.self) }
      return evaluate(key, name, place)
    }
  }

  /// What was set, or a default that was evaluated and that the context may use.
  @usableFromInline
  func find(_ id: ObjectIdentifier) -> FoundDependency? {
    if let changes, let box = changes.value.values[id] { return FoundDependency(box) }
    let place = DependencyTable.Place(id: id, context: .current)
    if let defaults { return defaults.find(place) }
    return DependencyTable.process.find(place)
  }

  @usableFromInline
  mutating func set(_ id: ObjectIdentifier, _ box: any AnyDependencyBox) {
    change { $0.values[id] = box }
  }

  /// Evaluates the default, or reports a live one that a test came to.
  @usableFromInline
  func evaluate<Key: DependencyKey>(
    _ key: Key.Type,
    _ name: StaticString,
    _ declared: SourcePlace
  ) -> Key.Value {
    let table = defaults ?? .process
    let reader = reader
    let report = { @Sendable in
      if reader === DependencyBox.update { return }
      let issue = DependencyIssue.liveValue(
        of: name.utf8CodeUnitCount == 0 ? "\(key)" : "\(name) (\(key))",
        declared: declared,
        injected: reader?.value
      )
      issue.report(to: table.reporter)
    }
    let declaration = Declaration(
      name: name,
      fileID: declared.fileID,
      line: declared.line,
      column: declared.column,
      type: ObjectIdentifier(key)
    )
    let (entry, isReported) = table.entry(key, .current, declaration, report: report)
    if entry.isUnprovided, !isReported { report() }
    return FoundDependency(entry.box).take(as: Key.Value.self)
  }
}
