// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SwiftUI's environment; outside a view, so here too, it holds the defaults.

public protocol EnvironmentKey {
  associatedtype Value

  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  nonisolated(unsafe) private let keyPath: KeyPath<EnvironmentValues, Value>

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { unsafe self.keyPath = keyPath }

  public var wrappedValue: Value { unsafe EnvironmentValues()[keyPath: keyPath] }
}

extension Environment: Sendable where Value: Sendable {}
