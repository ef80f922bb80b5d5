// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SwiftUI's environment; outside a view it holds the defaults.

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
  // As in SwiftUI a part of the view's graph; never shared between isolations in the stand-in.
  nonisolated(unsafe) private let keyPath: KeyPath<EnvironmentValues, Value>
  nonisolated(unsafe) fileprivate let values = Box(EnvironmentValues())

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { unsafe self.keyPath = keyPath }

  public var wrappedValue: Value { unsafe values.value[keyPath: keyPath] }
}

extension Environment: Sendable where Value: Sendable {}

extension Environment: Installed {
  func install(in tree: Tree, at place: String, _ environment: EnvironmentValues) {
    unsafe values.value = environment
  }
}
