#if canImport(FoundationEssentials)
import FoundationEssentials
/// Foundation's dates, for files that need nothing else of it.
typealias Date = FoundationEssentials.Date
#else
import Foundation
/// Foundation's dates, for files that need nothing else of it.
typealias Date = Foundation.Date
#endif

extension Date {
  /// The moment so many seconds on.
  func adding(seconds: Double) -> Date { self + seconds }

  init(secondsSince1970 seconds: Double) { self.init(timeIntervalSince1970: seconds) }

  var secondsSince1970: Double { timeIntervalSince1970 }
}
