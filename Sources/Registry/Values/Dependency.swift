/// Injects a context value: `@Dependency(\.api) var api`, or by its key `@Dependency(ApiKey.self) var api`.
///
/// Each read takes the first of these: an override in force at the read, an override that was in force when the owner was
/// made, the key's value in the running context. An inner override comes before an outer one. In a SwiftUI view the
/// values of the modifier `dependency(_:_:)` around the view come before those that the view was made with.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  enum Source: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues) -> Value)
  }

  let source: Source
  let made: DependencyOrigin
  let place: SourceLocation
  #if canImport(SwiftUI)
  var view = ViewScope()
  var origin: DependencyOrigin { view.origin(over: made) }
  #else
  var origin: DependencyOrigin { made }
  #endif

  /// Injects the value of a property of `DependencyValues`.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    source = .keyPath(keyPath)
    made = .current
    place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Injects the value of a key.
  public init<Key: TestDependencyKey<Value>>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    // No property names the dependency, so a report names the key.
    source = .key { values in values.value(of: key, named: "", declaredAt: place) }
    made = .current
    self.place = place
  }

  /// The value that applies now.
  public var wrappedValue: Value {
    let values = DependencyValues.inForce(for: origin, at: place)
    switch source {
    case .keyPath(let keyPath): return values[keyPath: keyPath]
    case .key(let read): return read(values)
    }
  }
}

/// A property that knows the values that its owner was made with.
protocol DependencyOriginHolder {
  var origin: DependencyOrigin { get }
}

extension Dependency: DependencyOriginHolder {}
