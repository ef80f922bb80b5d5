/// Names a context value and says what it is where nobody gave another.
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
/// Each of the three is evaluated at most once per process, however many threads ask first; a test with a trait of
/// RegistryTesting has values of its own. None of them sees what `withDependencies` overrides, since it outlives that.
public protocol DependencyKey<Value>: SendableMetatype {
  /// What the key stands for.
  associatedtype Value: Sendable

  /// The value in the live program, and in each context that has none of its own.
  static var defaultValue: Value { get }
  /// The value in Xcode's previews; the default value where a key does not say.
  static var previewValue: Value { get }
  /// The value in tests; the default value where a key does not say.
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

  /// The running task's; a preview comes before a test, as with factories.
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
