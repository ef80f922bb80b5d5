// Dates as the milliseconds that the store keeps.

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// From 1970 to 2001, the moment from which a Date counts.
private let referenceMilliseconds: Int64 = 978_307_200_000

extension Date {
  /// The date some milliseconds after 1970, UTC.
  package init(millisecondsSince1970 milliseconds: Int64) {
    // Counted from 2001, as Date is: the one division is the only rounding.
    let seconds = (Double(milliseconds) - Double(referenceMilliseconds)) / 1_000
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// The nearest millisecond since 1970, UTC.
  ///
  /// Gives back what `init(millisecondsSince1970:)` was given, for all of ``ISO8601/range``. A date
  /// too far away for an integer is held to the first or last there is.
  package var millisecondsSince1970: Int64 {
    let milliseconds = (timeIntervalSinceReferenceDate * 1_000).rounded()
    if milliseconds.isNaN { return 0 }
    let whole = Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    let (sum, overflow) = whole.addingReportingOverflow(referenceMilliseconds)
    return overflow ? .max : sum
  }
}
