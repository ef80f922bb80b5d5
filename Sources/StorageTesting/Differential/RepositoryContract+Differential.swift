// Random operations on a backend and on the oracle, answer by answer.

import Storage
import Testing

extension RepositoryContract {
  /// Performs the same random operations on a backend and on the naive oracle, and compares.
  ///
  /// The seed decides on everything, so that a difference can be had again. Answers by relevance
  /// are compared as sets, since each backend may rank as it likes. The first difference is
  /// recorded as an issue of the running test, with the seed and what led up to it.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - operations: How many changes and reads to perform.
  ///   - queries: How many reads to perform after those, on what they leave.
  ///   - backend: What is compared with the oracle.
  /// - Throws: What opening the backend throws.
  public static func differential(
    seed: UInt64,
    operations: Int,
    queries: Int = 0,
    on backend: Backend
  ) async throws {
    let clock = ManualClock(startingAt: 1_000)
    let environment = clock.environment(seed: seed)
    try await backend.withRepository(environment) { repository in
      let oracle = ReferenceRepository(environment: environment)
      var generator = OperationGenerator(seed: seed)
      var trace: [Operation] = []
      for index in 0..<operations + queries {
        clock.advance(milliseconds: generator.pause())
        let operation = index < operations ? generator.next() : generator.nextQuery()
        trace.append(operation)
        let expected = await operation.run(on: oracle)
        let found = await operation.run(on: repository)
        guard !expected.elementsEqual(found, by: { $0.utf8.elementsEqual($1.utf8) }) else {
          continue
        }
        let report = DifferenceReport(
          backend: backend.name,
          seed: seed,
          operations: min(operations, trace.count),
          trace: trace,
          expected: expected,
          found: found
        )
        Issue.record(Comment(rawValue: report.text))
        return
      }
    }
  }
}

/// What a person needs to understand a difference and to have it again.
private struct DifferenceReport {
  let backend: String
  let seed: UInt64
  let operations: Int
  let trace: [Operation]
  let expected: [String]
  let found: [String]

  var text: String {
    """
    '\(backend)' differs from the oracle with seed \(seed) at operation \(trace.count - 1).
    To repeat it: \(command)
    The last operations:
    \(trace.suffix(4).map { "\($0)" }.joined(separator: "\n"))
    The oracle alone says:
    \(lines(expected, without: found))
    The backend alone says:
    \(lines(found, without: expected))
    """
  }

  private var command: String {
    let queries = trace.count - operations
    return
      "DIFFERENTIAL_SEED=\(seed) DIFFERENTIAL_OPERATIONS=\(operations) DIFFERENTIAL_QUERIES=\(queries)"
  }

  /// What only the one says; all of it when the two differ in their order alone.
  private func lines(_ lines: [String], without others: [String]) -> String {
    let others = Set(others.map { Array($0.utf8) })
    let own = lines.filter { !others.contains(Array($0.utf8)) }
    return (own.isEmpty ? lines : own).prefix(12).joined(separator: "\n")
  }
}
