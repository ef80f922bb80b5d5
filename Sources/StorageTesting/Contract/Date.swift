#if canImport(FoundationEssentials)
import FoundationEssentials

/// A moment, named here once: a file that only passes dates on imports nothing for it.
typealias Date = FoundationEssentials.Date
#else
import Foundation

/// A moment, named here once: a file that only passes dates on imports nothing for it.
typealias Date = Foundation.Date
#endif

extension Date {
  /// Before every date that can be stored.
  static let tooEarly = Date.distantPast - 1e12
  /// Behind every date that can be stored.
  static let tooLate = Date.distantFuture + 1e12

  /// So many milliseconds after 1970, fractions included.
  init(milliseconds: Double) {
    self.init(timeIntervalSince1970: milliseconds / 1_000)
  }

  /// The date so many seconds later; earlier for less than none.
  func shifted(by seconds: Double) -> Date { self + seconds }

  /// The seconds since 2001, in which Foundation counts.
  var secondsSince2001: Double { timeIntervalSinceReferenceDate }
}
