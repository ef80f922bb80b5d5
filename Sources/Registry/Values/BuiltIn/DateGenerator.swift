#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Gives the time: `@Dependency(\.date) var date`, then `date()` or `date.now`.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Gives the time that the closure returns.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Always gives the same time.
  public static func constant(_ date: Date) -> DateGenerator {
    DateGenerator { date }
  }

  /// The time now; setting it stops the clock there: `$0.date.now = Date(timeIntervalSince1970: 0)`.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The time now.
  public func callAsFunction() -> Date { generate() }
}

enum DateKey: DependencyKey {
  static var defaultValue: DateGenerator { DateGenerator { Date() } }
  static var testingValue: DateGenerator { .constant(Date(timeIntervalSinceReferenceDate: 0)) }
}

extension DependencyValues {
  /// Gives the time; in tests it is always 2001-01-01T00:00:00Z.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}
