#if Postgres
/// What was counted and measured of failovers.
struct FailoverFigures: Sendable {
  var failovers: [FailoverFault: Int] = [:]
  var others: [FailoverFault: Int] = [:]
  /// From the promotion of a standby until a device had the answer to a push that came after it.
  var writesBack: [Duration] = []
  var pushes = 0
  /// Pushes to which no answer came.
  var unanswered = 0

  var count: Int { failovers.values.reduce(0, +) }

  mutating func add(_ other: FailoverFigures) {
    failovers.merge(other.failovers) { $0 + $1 }
    others.merge(other.others) { $0 + $1 }
    writesBack += other.writesBack
    pushes += other.pushes
    unanswered += other.unanswered
  }

  var text: String {
    func list(_ counts: [FailoverFault: Int]) -> String {
      FailoverFault.allCases.compactMap { fault in counts[fault].map { "\(fault.rawValue) \($0)" } }
        .joined(separator: ", ")
    }
    let sorted = writesBack.sorted().map { Int($0 / .milliseconds(1)) }
    let parts =
      sorted.isEmpty
      ? "none"
      : [50, 90, 99].map { "p\($0) \(sorted[(sorted.count - 1) * $0 / 100])" }
        .joined(separator: ", ") + ", most \(sorted[sorted.count - 1]) ms"
    return """
      \(count) failovers (\(list(failovers))), between them \(list(others)); \
      \(pushes) acknowledged pushes, \(unanswered) without an answer; \
      from promotion until the next acknowledged push: \(parts)
      """
  }
}
#endif
