/// The context values of a task, by key.
///
/// Code that declares a dependency extends this type with a property of its name; `@Dependency(\.name)` and
/// `withDependencies { $0.name = … }` then reach it. A copy changes on its own.
///
/// The factories of `Container` are among them: `@Dependency(\.service)`, `withDependencies { $0.service = mock }`.
@dynamicMemberLookup
public struct DependencyValues: Sendable {
  /// What was set, by the keys' types.
  private(set) var overrides: [ObjectIdentifier: any AnyDependencyBox] = [:]
  /// The values that stand in for those of factories.
  private(set) var factories: [FactoryID: AnyOverrides] = [:]
  /// The extent that these values are those of; nil once they were changed, and for the process's.
  var scope: DependencyScope?
  /// The defaults of a test; nil for the process's.
  var defaults: DependencyTable?
  /// Where the value is injected that these values are about to be asked for.
  var reader: SourcePlace?

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
    if !overrides.isEmpty, let box = overrides[id] { return FoundDependency(box) }
    let place = DependencyTable.Place(id: id, context: .current)
    guard let entry = (defaults ?? .process).entry(place), !entry.isUnprovided else { return nil }
    return FoundDependency(entry.box)
  }

  @usableFromInline
  mutating func set(_ id: ObjectIdentifier, _ box: any AnyDependencyBox) {
    overrides[id] = box
    scope = nil
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
      let issue = DependencyIssue.liveValue(
        of: name.utf8CodeUnitCount == 0 ? "\(key)" : "\(name) (\(key))",
        declared: declared,
        injected: reader
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

extension DependencyValues {
  var isEmpty: Bool { overrides.isEmpty && factories.isEmpty }

  /// The same without what holds for one reader or one test.
  var overridesOnly: DependencyValues {
    var values = DependencyValues()
    values.overrides = overrides
    values.factories = factories
    return values
  }

  /// Adds what was set in others but not here.
  mutating func add(_ others: DependencyValues) {
    overrides.merge(others.overrides) { own, _ in own }
    factories.merge(others.factories) { own, _ in own }
  }
}

// MARK: - Factories

extension DependencyValues {
  /// A factory, of one container.
  struct FactoryID: Hashable, Sendable {
    let container: ObjectIdentifier
    let declaration: Declaration
  }

  /// What stands in for a factory's value, if it was set.
  func override(of declaration: Declaration, in manager: ContainerManager) -> AnyOverrides? {
    if factories.isEmpty { return nil }
    let id = FactoryID(container: ObjectIdentifier(manager), declaration: declaration)
    return factories[id]
  }

  mutating func set<P, T: Sendable>(_ registration: FactoryRegistration<P, T>, to value: T) {
    var values = SettingValues<P, T>()
    values.registered = .constant(Constant(value))
    let id = FactoryID(
      container: ObjectIdentifier(registration.manager),
      declaration: registration.declaration
    )
    factories[id] = Overrides(values)
    scope = nil
  }
}
