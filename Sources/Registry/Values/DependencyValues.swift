/// The context values of a task, by key.
///
/// To declare a dependency, extend this type with a property, for `@Dependency(\.name)` and
/// `withDependencies { $0.name = … }`. The factories of `Container` need no such property: `@Dependency(\.service)`.
/// Copies are independent.
@dynamicMemberLookup
public struct DependencyValues: Sendable {
  /// The overrides and the defaults that these values began with.
  let origin: DependencyOrigin
  /// The reader of these values.
  var reader: DependencyReader
  /// All overrides, once values were set here.
  private var changes: DependencyOverrides?

  /// Values without overrides: the process's, or in a test fresh ones, so that cases share none.
  ///
  /// `withDependencies { $0 = DependencyValues() } operation: { … }` drops the overrides around the operation.
  public init() { self.init(.fresh, reader: .update) }

  /// The values of an origin.
  init(_ origin: DependencyOrigin, reader: DependencyReader = .unknown) {
    self.origin = origin
    self.reader = reader
  }

  /// The values in force in the running task.
  public static var current: DependencyValues { DependencyOrigin.current.values }
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
  static func inForce(for origin: DependencyOrigin, at reader: SourceLocation) -> DependencyValues {
    let current = DependencyOrigin.current
    let merged = origin.isEmpty ? current : current.merged(over: origin)
    return DependencyValues(merged, reader: .property(reader))
  }

  /// The key's value: the override, or else the key's default in the running context.
  ///
  /// In a test, the `liveValue` of a key without a `testValue` is reported as an issue.
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
    set { change { $0.set(DependencyBox(newValue, key: key)) } }
  }
}

extension DependencyValues {
  /// The overrides, those set here included.
  var overrides: DependencyOverrides {
    changes ?? origin.scope?.overrides ?? DependencyOverrides()
  }

  /// True if values were set here.
  var isChanged: Bool { changes != nil }

  mutating func change(_ body: (inout DependencyOverrides) -> Void) {
    var overrides = overrides
    changes = nil
    body(&overrides)
    changes = overrides
  }

  /// The context: setting it chooses the values that keys give, and factories' contexts, for an operation.
  public var context: DependencyContext {
    get { chosenContext ?? .unchosen }
    set { change { $0.context = newValue } }
  }

  private var chosenContext: DependencyContext? {
    changes.map(\.context) ?? origin.scope?.overrides.context
  }

  /// The key's value; the name and the place are for reports.
  func value<Key: TestDependencyKey>(
    of key: Key.Type,
    named name: StaticString,
    declaredAt place: SourceLocation
  ) -> Key.Value {
    box(of: key, name, place) { DependencyBox(context.value(of: key), key: key) }
      .value(as: Key.Value.self)
  }

  /// The override of a key, or else its default, which is evaluated unless it is known.
  private func box(
    of key: Any.Type,
    _ name: StaticString,
    _ declared: SourceLocation,
    _ evaluate: () -> AnyDependencyBox
  ) -> AnyDependencyBox {
    if let box = changes.map({ $0.box(of: key) }) ?? origin.scope?.overrides.box(of: key) {
      return box
    }
    let table = origin.defaults ?? .process
    if let entry = table.entry(of: key, in: context), !entry.isLiveInTest { return entry.box }
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
    let declaration = Declaration(
      name: name,
      fileID: declared.fileID,
      line: declared.line,
      column: declared.column,
      type: key
    )
    let (entry, isReported) = DependencyReader.$isUpdating.withValue(reader.isUpdate) {
      Step.reading(reader.reader) {
        table.entry(of: key, in: context, declaration, report: report, evaluate: evaluate)
      }
    }
    if entry.isLiveInTest, !isReported { report() }
    return entry.box
  }
}
