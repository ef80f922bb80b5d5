// Dates as the milliseconds that the store keeps.

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Foundation's dates, for internal files that need nothing else of it.
package typealias Timestamp = Date

extension Date {
  /// The time now, for files that need nothing else of Foundation.
  static var current: Date { Date() }
}

/// From 1970 to 2001, from which a Date counts.
private let referenceMilliseconds: Int64 = 978_307_200_000

extension Date {
  /// The date some milliseconds after 1970, UTC.
  package init(millisecondsSince1970 milliseconds: Int64) {
    // Counts from 2001 as Date does, so that the division is the only rounding.
    let seconds = (Double(milliseconds) - Double(referenceMilliseconds)) / 1_000
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// The nearest millisecond since 1970, UTC.
  ///
  /// Returns what `init(millisecondsSince1970:)` was given, for all of ``ISO8601/range``. A date
  /// that is too far away for an integer is clamped; one that is not a number gives 0.
  package var millisecondsSince1970: Int64 {
    let milliseconds = (timeIntervalSinceReferenceDate * 1_000).rounded()
    if milliseconds.isNaN { return 0 }
    let whole = Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    let (sum, overflow) = whole.addingReportingOverflow(referenceMilliseconds)
    return overflow ? .max : sum
  }
}
