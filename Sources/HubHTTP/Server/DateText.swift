#if Hub
import CEvents
import Glibc

/// The time as the Date header has it, written once a second.
struct DateText {
  private var second = Int.min
  private var text: [UInt8] = []

  /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
  mutating func now() -> [UInt8] {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    if time.tv_sec != second {
      second = time.tv_sec
      text = Self.text(secondsSince1970: second)
    }
    return text
  }

  static func text(secondsSince1970 seconds: Int) -> [UInt8] {
    var (seconds, parts) = unsafe (time_t(seconds), tm())
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return [] }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let (day, month) = unsafe (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
    let date = unsafe "\(day), \(two(parts.tm_mday)) \(month) \(1900 + parts.tm_year)"
    let time = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    return Array("\(date) \(time) GMT".utf8)
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
#endif
