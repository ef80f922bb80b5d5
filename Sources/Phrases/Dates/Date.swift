#if canImport(FoundationEssentials)
package import FoundationEssentials
/// Foundation's dates, for files that need nothing else of it.
package typealias Date = FoundationEssentials.Date
#else
package import Foundation
/// Foundation's dates, for files that need nothing else of it.
package typealias Date = Foundation.Date
#endif

extension Date {
  /// The moment so many seconds on.
  package func adding(seconds: Double) -> Date { self + seconds }

  package init(secondsSince1970 seconds: Double) { self.init(timeIntervalSince1970: seconds) }

  package var secondsSince1970: Double { timeIntervalSince1970 }
}
