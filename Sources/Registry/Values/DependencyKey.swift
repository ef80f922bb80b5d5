/// Names a context value and gives its defaults.
///
/// ```swift
/// enum ApiKey: DependencyKey {
///   static var defaultValue: any Api { LiveApi() }
///   static var testingValue: any Api { MockApi() }
/// }
/// extension DependencyValues {
///   var api: any Api {
///     get { self[ApiKey.self] }
///     set { self[ApiKey.self] = newValue }
///   }
/// }
/// ```
///
/// Each default is evaluated at most once per process; a test with a trait of RegistryTesting has defaults of its own.
/// A default does not see the overrides of `withDependencies`, since it outlives them.
public protocol DependencyKey<Value>: SendableMetatype {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value in the live program, and in each context without a value of its own.
  static var defaultValue: Value { get }
  /// The value in Xcode's previews; by default `defaultValue`.
  static var previewValue: Value { get }
  /// The value in tests; by default `defaultValue`.
  static var testingValue: Value { get }
}

extension DependencyKey {
  /// The default value.
  public static var previewValue: Value { defaultValue }
  /// The default value.
  public static var testingValue: Value { defaultValue }
}

/// The contexts that a key has values for.
@usableFromInline
enum DependencyContext: UInt, Sendable {
  case live
  case preview
  case test

  /// The running task's context; a preview comes before a test, as with factories.
  static var current: DependencyContext {
    let flags = FactoryContext.current.flags
    return flags.contains(.preview) ? .preview : flags.contains(.test) ? .test : .live
  }

  func value<Key: DependencyKey>(of key: Key.Type) -> Key.Value {
    switch self {
    case .live: key.defaultValue
    case .preview: key.previewValue
    case .test: key.testingValue
    }
  }
}
