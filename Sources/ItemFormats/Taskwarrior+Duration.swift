// How often a task of Taskwarrior recurs: <https://taskwarrior.org/docs/durations/>.

extension Taskwarrior {
  /// Whether a text is a length of time as Taskwarrior takes it: `weekly`, `2weeks`, `P1M`.
  static func isDuration(_ text: String) -> Bool {
    if names.contains(text) || isISO8601(text) { return true }
    let unit = text.drop { $0.isASCII && $0.isNumber }
    return unit.count < text.count && units.contains(String(unit))
  }

  private static let names = Set(
    ("annual biannual bimonthly biweekly biyearly daily day fortnight hour minute month monthly quarter quarterly second "
      + "semiannual sennight week weekdays weekly year yearly")
      .split(separator: " ").map(String.init)
  )

  private static let units = Set(
    ("seconds second secs sec s minutes minute mins min hours hour hrs hr h days day d weeks week wks wk w "
      + "months month mnths mths mth mos mo quarters quarter qrtrs qrtr qtr q years year yrs yr y")
      .split(separator: " ").map(String.init)
  )

  /// Whether a text is a duration of ISO 8601, such as `P1Y2M` or `PT12H`.
  private static func isISO8601(_ text: String) -> Bool {
    guard text.first == "P", text.last?.isLetter == true, text.count > 2, text.last != "T" else {
      return false
    }
    let parts = text.dropFirst().split(separator: "T", omittingEmptySubsequences: false)
    return parts.count <= 2
      && zip(parts, ["YMWD", "HMS"]).allSatisfy { part, letters in
        let pieces = part.split(omittingEmptySubsequences: false) { !$0.isASCII || !$0.isNumber }
        return part.allSatisfy { $0.isASCII && ($0.isNumber || letters.contains($0)) }
          && pieces.dropLast().allSatisfy { !$0.isEmpty } && pieces.last?.isEmpty == true
      }
  }
}
