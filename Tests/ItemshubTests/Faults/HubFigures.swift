#if Hub
/// What was counted and measured of daemons.
struct HubFigures: Sendable {
  var kills = 0
  var faults: [HubFault: Int] = [:]
  /// From the start of each daemon until it answered that it is ready.
  var starts: [Duration] = []
  /// From SIGTERM under load to the end.
  var ends: [Duration] = []
  var pushes = 0
  var items = 0
  /// Pushes to which no answer came: those that a kill met, most of all.
  var unanswered = 0

  mutating func add(_ other: HubFigures) {
    kills += other.kills
    faults.merge(other.faults) { $0 + $1 }
    starts += other.starts
    ends += other.ends
    pushes += other.pushes
    items += other.items
    unanswered += other.unanswered
  }

  var text: String {
    let counts = HubFault.allCases.compactMap { fault in
      faults[fault].map { "\(fault.rawValue) \($0)" }
    }
    return """
      \(kills) kills of a daemon, \(pushes) acknowledged pushes of \(items) changes, \
      \(unanswered) pushes without an answer; \
      faults: \(counts.joined(separator: ", ")); \
      start until ready: \(HubFigures.percentiles(starts)); \
      SIGTERM until the end: \(HubFigures.percentiles(ends))
      """
  }

  private static func percentiles(_ times: [Duration]) -> String {
    guard !times.isEmpty else { return "none" }
    let sorted = times.sorted().map { Int($0 / .milliseconds(1)) }
    let values = [50, 90, 99].map { "p\($0) \(sorted[(sorted.count - 1) * $0 / 100])" }
    return "\(values.joined(separator: ", ")), max \(sorted[sorted.count - 1]) ms (\(times.count))"
  }
}
#endif
