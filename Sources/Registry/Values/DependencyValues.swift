/// The context values of a task, by key.
///
/// To declare a dependency, extend this type with a property, for `@Dependency(\.name)` and
/// `withDependencies { $0.name = … }`. The factories of `Container` need no such property: `@Dependency(\.service)`.
/// Copies are independent.
@dynamicMemberLookup
public struct DependencyValues: Sendable {
  // One reference and bits, four words in all: a read copies these values several times. The compiler passes four words in
  // registers, and copies and destroys larger values by calls that cost more than the rest of a read.

  /// The overrides and the defaults.
  ///
  /// After a change its scope is one that no operation has used, within the scope that these values had before.
  @usableFromInline private(set) var origin: DependencyOrigin
  /// Who reads these values.
  @usableFromInline var reader: DependencyReader
  /// Whether values were set here.
  @usableFromInline private(set) var isChanged: Bool

  /// Values without overrides: the process's, or in a test fresh ones, so that cases share none.
  ///
  /// `withDependencies { $0 = DependencyValues() } operation: { … }` drops the overrides around the operation.
  public init() { self.init(.fresh, reader: .update) }

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
    set { set(DependencyBox(newValue, key: key, next: boxes)) }
  }
}

extension DependencyValues {
  /// The values of an origin.
  init(_ origin: DependencyOrigin, reader: DependencyReader = .unknown) {
    self.origin = origin
    self.reader = reader
    isChanged = false
  }

  var scope: DependencyScope? { origin.scope }
  var defaults: DependencyTable? { origin.defaults }

  /// A copy of what is overridden.
  var overrides: DependencyOverrides { scope?.overrides ?? DependencyOverrides() }

  /// The overrides of keys, latest first.
  @usableFromInline var boxes: AnyDependencyBox? { scope?.overrides.boxes }

  /// Changes the overrides.
  mutating func change(to overrides: consuming DependencyOverrides) {
    let scope = DependencyScope(unused: overrides, within: isChanged ? scope?.parent : scope)
    origin = DependencyOrigin(scope: scope, defaults: defaults)
    isChanged = true
  }

  /// Takes the scope of changed values for an operation to use, if no copy of the values has it.
  mutating func takeScope(madeWithin parent: DependencyOrigin) -> DependencyScope? {
    guard isChanged, let scope = origin.takeScope(madeWithin: parent) else { return nil }
    DependencyScope.markUsed()
    return scope
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
    if let box = scope?.overrides.boxes?.find(id) { return BorrowedDependency(box) }
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
      if reader.isUpdate { return }
      let issue = DependencyIssue.liveValue(
        of: name.utf8CodeUnitCount == 0 ? "\(key)" : "\(name) (\(key))",
        declared: declared,
        injected: reader.place
      )
      issue.report(to: table.reporter)
    }
    let declaration = Declaration(LiteralText(name), at: declared, type: key)
    let (entry, isReported) = DependencyReader.$isUpdating.withValue(reader.isUpdate) {
      ResolutionStack.current.reading(reader.reader) {
        table.entry(key, context, declaration, report: report)
      }
    }
    if entry.isLiveInTest, !isReported { report() }
    return BorrowedDependency(entry.box).take(as: Key.Value.self)
  }
}
