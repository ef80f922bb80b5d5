#if canImport(FoundationEssentials)
import FoundationEssentials

/// Foundation's date, named here once, so that files that only pass dates on need no import.
typealias Date = FoundationEssentials.Date
#else
import Foundation

/// Foundation's date, named here once, so that files that only pass dates on need no import.
typealias Date = Foundation.Date
#endif

extension Date {
  /// Before every date that can be stored.
  static let tooEarly = Date.distantPast - 1e12
  /// After every date that can be stored.
  static let tooLate = Date.distantFuture + 1e12

  /// A date by its milliseconds after 1970, fractions included.
  init(milliseconds: Double) { self.init(timeIntervalSince1970: milliseconds / 1_000) }

  /// The date this many seconds later; earlier for a negative number.
  func shifted(by seconds: Double) -> Date { self + seconds }

  var secondsSince1970: Double { timeIntervalSince1970 }
}
