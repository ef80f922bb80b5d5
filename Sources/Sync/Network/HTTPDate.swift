// Moments as HTTP writes them.

/// A date of HTTP in one of its three forms (RFC 9110, section 5.6.7).
///
/// | form     | example                          |
/// | today's  | `Sun, 06 Nov 1994 08:49:37 GMT`  |
/// | RFC 850  | `Sunday, 06-Nov-94 08:49:37 GMT` |
/// | asctime  | `Sun Nov  6 08:49:37 1994`       |
package enum HTTPDate {
  /// The seconds since 1970, or nil for what is no date.
  package static func seconds(_ text: String) -> Int64? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    guard words.count >= 5 else { return nil }
    if words.count == 6, words[5] == "GMT" {
      return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
    }
    guard words.count == 5 else { return nil }
    return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
  }

  /// The text of a moment, in today's form.
  package static func text(_ seconds: Int64) -> String {
    let days = seconds >= 0 ? seconds / 86_400 : -((-seconds + 86_399) / 86_400)
    let (year, month, day) = civil(days)
    let rest = seconds - days * 86_400
    let weekday = weekdays[Int(((days + 4) % 7 + 7) % 7)]
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map(padded).joined(separator: ":")
    return "\(weekday), \(padded(day)) \(months[month - 1]) \(year) \(time) GMT"
  }

  private static func seconds(
    day: Substring,
    month: Substring,
    year: Substring,
    time: Substring
  ) -> Int64? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { natural($0) }
    guard let day = natural(day), (1...31).contains(day), let year = natural(year),
      let month = months.firstIndex(of: String(month)), clock.count == 3,
      let hour = clock[0], hour < 24, let minute = clock[1], minute < 60, let second = clock[2],
      second <= 60
    else { return nil }
    // Two digits are of the last century from 70 on, before which there was no RFC 850.
    let full = year < 70 ? year + 2_000 : year < 100 ? year + 1_900 : year
    return days(full, Int64(month) + 1, day) * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static func natural(_ text: Substring) -> Int64? {
    text.count <= 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Days since 1970, counted in years that begin in March, at whose end the leap day is.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let monthsSinceMarch = (month + 9) % 12
    let daysInYears = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400
    return daysInYears + (monthsSinceMarch * 153 + 2) / 5 + day - 719_469
  }

  /// The date so many days after 1970 began; years before it are not needed.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int, day: Int64) {
    var year = 1_970 + days / 366
    while self.days(year + 1, 1, 1) <= days { year += 1 }
    var month: Int64 = 1
    while month < 12, self.days(year, month + 1, 1) <= days { month += 1 }
    return (year, Int(month), days - self.days(year, month, 1) + 1)
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
