import Storage

/// A date of HTTP in one of its three forms (RFC 9110, section 5.6.7).
///
/// | form     | example                          |
/// | today's  | `Sun, 06 Nov 1994 08:49:37 GMT`  |
/// | RFC 850  | `Sunday, 06-Nov-94 08:49:37 GMT` |
/// | asctime  | `Sun Nov  6 08:49:37 1994`       |
package enum HTTPDate {
  /// The seconds since 1970, or nil if the text is not a date.
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
    let days = seconds.flooredQuotient(by: 86_400)
    let date = CivilDate(daysSince1970: Int(days))
    let rest = seconds - days * 86_400
    // The first day of 1970 was a Thursday.
    let weekday = weekdays[Int(((days + 4) % 7 + 7) % 7)]
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map(padded).joined(separator: ":")
    let month = months[date.month - 1]
    return "\(weekday), \(padded(Int64(date.day))) \(month) \(date.year) \(time) GMT"
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
    let date = CivilDate(year: Int(full), month: month + 1, day: Int(day))
    return Int64(date.daysSince1970) * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static func natural(_ text: Substring) -> Int64? {
    text.count <= 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
