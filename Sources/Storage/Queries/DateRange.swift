#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A stretch of time: from a moment, included, until another, excluded; nil leaves an end open.
public struct DateRange: Sendable, Hashable {
  /// The first moment within the range.
  public var from: Date?
  /// The first moment after the range.
  public var until: Date?

  /// Makes a range; with neither end it holds every moment.
  public init(from: Date? = nil, until: Date? = nil) {
    self.from = from
    self.until = until
  }

  /// Moments before that one.
  public static func before(_ date: Date) -> DateRange { DateRange(until: date) }

  /// Moments at or after that one.
  public static func from(_ date: Date) -> DateRange { DateRange(from: date) }
}
