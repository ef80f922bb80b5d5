import Storage

/// The rules of Microsoft To Do: <https://learn.microsoft.com/en-us/graph/api/resources/patternedrecurrence>.
enum MicrosoftRule {
  /// The rule as RFC 5545 has it; nil for an object of another form.
  static func text(_ object: JSONObject) -> String? {
    guard let pattern = object["pattern"]?.object, let type = pattern["type"]?.string?.lowercased(),
      let frequency = frequencies.first(where: { type.hasSuffix($0.key) })?.value
    else { return nil }
    var parts = ["FREQ=\(frequency)"]
    if let interval = pattern["interval"]?.int, interval > 1 {
      parts.append("INTERVAL=\(interval)")
    }
    if type.contains("yearly"), let month = pattern["month"]?.int, month > 0 {
      parts.append("BYMONTH=\(month)")
    }
    if type.hasPrefix("absolute"), let day = pattern["dayOfMonth"]?.int, day > 0 {
      parts.append("BYMONTHDAY=\(day)")
    }
    let days = pattern["daysOfWeek"]?.array?.compactMap(\.string) ?? []
    if !days.isEmpty, type == "weekly" || type.hasPrefix("relative") {
      let place = type == "weekly" ? "" : places[pattern["index"]?.string?.lowercased() ?? "first"]
      guard let place else { return nil }
      parts.append("BYDAY=" + days.map { place + $0.prefix(2).uppercased() }.joined(separator: ","))
    }
    let range = object["range"]
    if range?["type"]?.string == "endDate", let end = range?["endDate"]?.string {
      parts.append("UNTIL=" + end.filter(\.isNumber))
    }
    if range?["type"]?.string == "numbered", let count = range?["numberOfOccurrences"]?.int {
      parts.append("COUNT=\(count)")
    }
    return parts.joined(separator: ";")
  }

  private static let frequencies = [
    "daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY",
  ]

  private static let places = [
    "first": "1", "second": "2", "third": "3", "fourth": "4", "last": "-1",
  ]
}
