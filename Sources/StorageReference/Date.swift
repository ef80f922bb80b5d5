#if canImport(FoundationEssentials)
package import FoundationEssentials

/// Foundation's date, named here once, so that files that only pass dates on need no import.
package typealias Date = FoundationEssentials.Date
#else
package import Foundation

/// Foundation's date, named here once, so that files that only pass dates on need no import.
package typealias Date = Foundation.Date
#endif

extension Date {
  /// The seconds since 2001, in which Foundation counts.
  var secondsSince2001: Double { timeIntervalSinceReferenceDate }
}
