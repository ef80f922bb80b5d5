internal import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes ids: `@Dependency(\.uuid) var uuid`, then `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes the ids that the closure returns.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Always makes the same id.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// Counts from 00000000-0000-0000-0000-000000000000; each use of this property starts a new count.
  public static var incrementing: UUIDGenerator {
    let counter = UUIDCounter()
    return UUIDGenerator { counter.next() }
  }

  /// The next id.
  public func callAsFunction() -> UUID { generate() }
}

private final class UUIDCounter: Sendable {
  private let count = Atomic<UInt64>(0)

  func next() -> UUID {
    UUID(Int(truncatingIfNeeded: count.add(1, ordering: .relaxed).oldValue))
  }
}

extension UUID {
  /// The id whose last digits are this number in hexadecimal: `UUID(2)` is 00000000-0000-0000-0000-000000000002.
  ///
  /// A negative number has a one before them: `UUID(-2)` is 00000000-0000-0001-0000-000000000002.
  public init(_ number: Int) {
    let digits = number.magnitude
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: digits >> (56 - 8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, number < 0 ? 1 : 0,
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)
      )
    )
  }
}

enum UUIDKey: DependencyKey {
  static var defaultValue: UUIDGenerator { UUIDGenerator { UUID() } }
  static var testingValue: UUIDGenerator { .incrementing }
}

extension DependencyValues {
  /// Makes ids; in tests they count from 00000000-0000-0000-0000-000000000000.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}
