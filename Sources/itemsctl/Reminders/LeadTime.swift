import ArgumentParsing
import Phrases

/// How long before something: `15 minutes`, `1h`, `2 days`.
struct LeadTime: ArgumentValue, Hashable {
  let seconds: Double
  let argumentText: String

  /// The longest, in days.
  static let maxDays = 366

  init(argument: String) throws(ValueError) {
    var words = DateWords(argument)
    guard let units = words.units(), words.isAtEnd, let length = LeadTime.seconds(of: units.unit),
      case let seconds = Double(units.count) * length,
      seconds <= Double(LeadTime.maxDays) * 86_400
    else { throw ValueError("it must be as in '15 minutes', '2h' or '1 day', a year at most") }
    self.seconds = seconds
    argumentText = argument
  }

  private static func seconds(of unit: DateUnit) -> Double? {
    switch unit {
    case .minute, .hour: unit.seconds
    case .day: 86_400
    case .week: 7 * 86_400
    case .month, .year: nil
    }
  }
}
