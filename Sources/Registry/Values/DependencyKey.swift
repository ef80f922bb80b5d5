internal import Synchronization

/// Names a context value and gives it for tests and previews, while another module gives the live value.
///
/// ```swift
/// extension ApiClient: TestDependencyKey { static let testValue = ApiClient.mock }
/// // In the module that knows the network:
/// extension ApiClient: DependencyKey { static let liveValue = ApiClient.http }
/// ```
///
/// A live program that reads such a value without a `liveValue` reports it, and continues with the `testValue`.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value in Xcode's previews; by default `testValue`.
  static var previewValue: Value { get }
  /// The value in tests.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// True if a `testValue` may report that it was not overridden; false while a closure that sets values reads it.
  public static var shouldReportUnimplemented: Bool { !DependencyReader.isUpdating }

  /// The value for tests.
  public static var previewValue: Value { testValue }
}

/// Names a context value and gives its defaults, in one of two spellings.
///
/// With `liveValue` a test must not reach the live value: without a `testValue` the read fails the test. The issue names
/// the dependency, its declaration and its injection; the test then continues with the live value.
///
/// ```swift
/// enum ApiKey: DependencyKey {
///   static var liveValue: any Api { LiveApi() }
///   static var testValue: any Api { MockApi() }
/// }
/// extension DependencyValues {
///   var api: any Api {
///     get { self[ApiKey.self] }
///     set { self[ApiKey.self] = newValue }
///   }
/// }
/// ```
///
/// With `defaultValue` the value may be used anywhere; `previewValue` and `testingValue` replace it where they are given.
///
/// Each value is evaluated at most once per process; a test with a trait of RegistryTesting has values of its own. They
/// do not see the overrides of `withDependencies`, since they outlive them.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the value; restated so that it is inferred from the values.
  associatedtype Value

  /// The value in the live program.
  static var liveValue: Value { get }
  /// The value in each context without a value of its own; by default `liveValue`, which fails a test that reads it.
  static var defaultValue: Value { get }
  /// The value in tests; by default `testValue`.
  static var testingValue: Value { get }
}

extension DependencyKey {
  /// A key gives one of `liveValue` and `defaultValue`.
  public static var liveValue: Value {
    Wiring.end(
      RegistryError.noValue(
        of: Self.self,
        "gives neither a liveValue nor a defaultValue",
        remedy: "Declare one of them in \(Self.self), or override the value by withDependencies."
      )
    )
  }

  /// The live value, after a report if a test reached it.
  public static var defaultValue: Value {
    LiveValueProbe.current?.reach()
    return liveValue
  }

  /// The default value.
  public static var previewValue: Value { defaultValue }
  /// The default value.
  public static var testValue: Value { defaultValue }
  /// The value for tests.
  public static var testingValue: Value { testValue }

  fileprivate static func value(in context: DependencyContext) -> Value {
    switch context {
    case .live: defaultValue
    case .preview: previewValue
    case .test: testingValue
    }
  }
}

/// The contexts that a key has values for.
public enum DependencyContext: UInt, Sendable {
  /// The program as its users run it.
  case live
  /// Xcode's previews.
  case preview
  /// Tests, by Swift Testing or XCTest.
  case test

  /// The running task's context; a preview comes before a test, as with factories.
  static var current: DependencyContext {
    DependencyScope.current?.overrides.context ?? unchosen
  }

  /// The context where no operation chooses its own.
  static var unchosen: DependencyContext {
    DependencyContext(FactoryContext.unchosenFlags)
  }

  init(_ flags: FactoryContext.Flags) {
    self = flags.contains(.preview) ? .preview : flags.contains(.test) ? .test : .live
  }

  var flags: FactoryContext.Flags {
    switch self {
    case .live: []
    case .preview: .preview
    case .test: .test
    }
  }

  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    if let key = key as? any DependencyKey.Type, let value = value(ofAny: key) as? Key.Value {
      return value
    }
    switch self {
    case .live:
      let error = RegistryError.noValue(
        of: key,
        "has no live value, so its test value is used",
        remedy: "The module that knows the live value declares `extension \(key): DependencyKey`."
      )
      Wiring.warn(error.message)
      return key.testValue
    case .preview: return key.previewValue
    case .test: return key.testValue
    }
  }

  private func value<Key: DependencyKey>(ofAny key: Key.Type) -> Any { key.value(in: self) }
}

/// Detects that the evaluation of a test value falls back on the live one.
final class LiveValueProbe: Sendable {
  @TaskLocal static var current: LiveValueProbe?

  private let reached = Atomic<Bool>(false)
  private let report: @Sendable () -> Void

  init(report: @escaping @Sendable () -> Void) {
    self.report = report
  }

  var isReached: Bool { reached.load(ordering: .acquiring) }

  /// Reports before the live value is made.
  func reach() {
    if !reached.exchange(true, ordering: .acquiringAndReleasing) { report() }
  }
}
