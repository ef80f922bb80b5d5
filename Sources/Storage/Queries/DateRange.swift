#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A time range from a moment, included, until another, excluded; nil leaves an end open.
public struct DateRange: Sendable, Hashable {
  /// The first moment within the range.
  public var from: Date?
  /// The first moment after the range.
  public var until: Date?

  /// Makes a range; without ends it holds every moment.
  public init(from: Date? = nil, until: Date? = nil) {
    self.from = from
    self.until = until
  }

  /// Moments before this one.
  public static func before(_ date: Date) -> DateRange { DateRange(until: date) }

  /// Moments at or after this one.
  public static func from(_ date: Date) -> DateRange { DateRange(from: date) }
}
