import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Times as the commands of the hub write and read them: ISO 8601 in UTC, as servers are run.
enum Times {
  /// A time of milliseconds since 1970, to the second.
  static func text(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
  }

  /// A time, or `-`.
  static func text(_ milliseconds: Int64?) -> String { milliseconds.map { text($0) } ?? "-" }

  /// A time to the hour, as in `2027-03-01T14Z`, or `-`.
  static func hour(_ milliseconds: Int64?) -> String {
    milliseconds.map { "\(text($0).prefix(13))Z" } ?? "-"
  }

  /// The end of a day as in `2027-01-31`, a moment as in `2027-01-31T12:00:00Z`, or a time from now as in `90d`,
  /// `12h`, `4w`, `1y`; nil for anything else.
  static func end(_ text: String, now: Int64) -> Int64? {
    if let unit = text.last, let count = Int64(text.dropLast()), (1...10_000).contains(count) {
      let day: Int64 = 86_400_000
      let lengths: [Character: Int64] = ["h": day / 24, "d": day, "w": 7 * day, "y": 365 * day]
      return lengths[unit].map { now + count * $0 }
    }
    if text.utf8.count == 10, let start = milliseconds("\(text)T00:00:00Z") {
      return start + 86_400_000
    }
    return milliseconds(text)
  }

  private static func milliseconds(_ text: String) -> Int64? {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    return Int64((date.timeIntervalSince1970 * 1_000).rounded())
  }
}
