import CommandKit

/// A time of day: `5pm`, `5:30pm`, `17:00`, `17:00:30`, `noon`, `midnight`.
package struct ClockTime: Hashable, Sendable {
  let hour: Int
  let minute: Int
  let second: Int

  /// That hour, from 0 to 23.
  package init(hour: Int) { (self.hour, minute, second) = (hour, 0, 0) }

  /// The time that a word in lower case stands for; `5` alone could be a day and is none.
  package init?(_ word: String) {
    if word == "noon" || word == "midnight" {
      (hour, minute, second) = (word == "noon" ? 12 : 0, 0, 0)
      return
    }
    let isAfternoon = word.hasSuffix("pm")
    let hasHalf = isAfternoon || word.hasSuffix("am")
    let digits = hasHalf ? word.dropLast(2) : word[...]
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (hasHalf ? 1...3 : 2...3).contains(parts.count),
      let first = parts.first.flatMap({ ClockTime.number($0, digits: 1...2) })
    else { return nil }
    var rest: [Int] = []
    for part in parts.dropFirst() {
      guard let number = ClockTime.number(part, digits: 2...2), number < 60 else { return nil }
      rest.append(number)
    }
    guard (hasHalf ? 1...12 : 0...23).contains(first) else { return nil }
    hour = hasHalf ? first % 12 + (isAfternoon ? 12 : 0) : first
    minute = rest.first ?? 0
    second = rest.dropFirst().first ?? 0
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.isDigits else { return nil }
    return Int(text)
  }
}

extension CalendarTime {
  /// That time of the same day.
  package func at(_ time: ClockTime) -> CalendarTime {
    var result = midnight
    result.hour = time.hour
    result.minute = time.minute
    result.second = time.second
    return result
  }
}
