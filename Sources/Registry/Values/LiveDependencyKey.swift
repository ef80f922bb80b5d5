internal import Synchronization

/// A key whose live value must not be used in tests: without a `testValue` it fails the test that reads it.
///
/// The issue names the dependency, its declaration and its injection; the test then continues with the live value. A test
/// sets a value by `withDependencies` or by the trait `.dependencies`. If it sets a part there, `$0.api.token = …`, the
/// rest is live, without an issue.
public protocol LiveDependencyKey<Value>: DependencyKey {
  /// The type of the value; restated so that it is inferred from the values.
  associatedtype Value

  /// The value in the live program.
  static var liveValue: Value { get }
  /// The value in tests; by default a read fails the test.
  static var testValue: Value { get }
}

extension LiveDependencyKey {
  /// The live value.
  public static var defaultValue: Value { liveValue }
  /// The value for tests.
  public static var testingValue: Value { testValue }

  /// The live value, after a report that a test reached it.
  public static var testValue: Value {
    LiveValueProbe.current?.reach()
    return liveValue
  }
}

/// Detects that the evaluation of a test value falls back on the live one.
///
/// Only the default implementation of `testValue` knows that a key has none of its own.
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
