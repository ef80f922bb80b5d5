internal import Synchronization

/// A key whose value must not be used in tests: one that gives no `testValue` fails the test that reads it.
///
/// The failure names the dependency, where it is declared and where it is injected; the test then goes on with the live
/// value. A test gives a value by `withDependencies` or by the trait `.dependencies`. One that changes a part of it there,
/// `$0.api.token = …`, has said what it wants: the rest is live.
public protocol LiveDependencyKey<Value>: DependencyKey {
  /// What the key stands for; restated so that it is inferred from the values.
  associatedtype Value

  /// The value in the live program.
  static var liveValue: Value { get }
  /// The value in tests; reading it is a failure where a key does not say.
  static var testValue: Value { get }
}

extension LiveDependencyKey {
  /// The live value.
  public static var defaultValue: Value { liveValue }
  /// The value for tests.
  public static var testingValue: Value { testValue }

  /// The live value, after the report that a test reached it.
  public static var testValue: Value {
    LiveValueProbe.current?.reach()
    return liveValue
  }
}

/// Notices that the evaluation of a value for tests falls back on the live one.
///
/// That a key has no `testValue` of its own cannot be seen from outside; only the default implementation knows.
final class LiveValueProbe: Sendable {
  @TaskLocal static var current: LiveValueProbe?

  private let reached = Atomic<Bool>(false)
  private let report: @Sendable () -> Void

  init(report: @escaping @Sendable () -> Void) {
    self.report = report
  }

  var isReached: Bool { reached.load(ordering: .acquiring) }

  /// Reports before the live value comes into being.
  func reach() {
    if !reached.exchange(true, ordering: .acquiringAndReleasing) { report() }
  }
}
