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

// MARK: - Changes

/// What was set, by the task or for one of its parts.
@usableFromInline
struct DependencyChanges: Sendable {
  /// By the keys' types.
  var values: [ObjectIdentifier: any AnyDependencyBox] = [:]
  /// What stands in for the values of factories.
  var factories: [FactoryID: FactoryOverride] = [:]

  /// A factory, of one container.
  struct FactoryID: Hashable, Sendable {
    let container: ObjectIdentifier
    let declaration: Declaration
  }

  /// A value in the form that a resolution reads.
  struct FactoryOverride: Sendable {
    let overrides: AnyOverrides
    /// Makes it the container's own; it holds the container, whose identity then stays its own.
    let register: @Sendable () -> Void
  }
}

extension DependencyValues {
  var isEmpty: Bool { changes == nil }

  /// What was set here.
  var all: DependencyChanges { changes?.value ?? DependencyChanges() }

  /// The same without what holds for one reader or one test.
  var overridesOnly: DependencyValues {
    var values = DependencyValues()
    values.changes = changes
    return values
  }

  /// Adds what was set in others but not here.
  mutating func add(_ others: DependencyValues) {
    guard let others = others.changes?.value else { return }
    change { changes in
      changes.values.merge(others.values) { own, _ in own }
      changes.factories.merge(others.factories) { own, _ in own }
    }
  }

  private mutating func change(_ body: (inout DependencyChanges) -> Void) {
    var all = all
    // Without this reference the dictionaries have one owner, if no other copy of these values does.
    changes = nil
    body(&all)
    changes = DependencyBox(all)
    scope = nil
  }
}

// MARK: - Factories

extension DependencyValues {
  /// What stands in for a factory's value, if it was set.
  func override(of declaration: Declaration, in manager: ContainerManager) -> AnyOverrides? {
    guard let factories = changes?.value.factories, !factories.isEmpty else { return nil }
    let container = ObjectIdentifier(manager)
    return factories[.init(container: container, declaration: declaration)]?.overrides
  }

  mutating func set<P, T: Sendable>(_ registration: FactoryRegistration<P, T>, to value: T) {
    let setting = Setting<P, T>.registered(.constant(Constant(value)))
    var values = SettingValues<P, T>()
    values.apply(setting)
    let override = DependencyChanges.FactoryOverride(
      overrides: Overrides(values),
      register: { registration.override(setting) }
    )
    let container = ObjectIdentifier(registration.manager)
    change {
      $0.factories[.init(container: container, declaration: registration.declaration)] = override
    }
  }
}
