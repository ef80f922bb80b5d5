import Storage
import StorageReference
import Testing

extension RepositoryContract {
  /// Performs the same random operations on a backend and on the naive oracle, and compares.
  ///
  /// The seed determines everything, so that a difference can be reproduced. Answers by relevance
  /// are compared as sets, because each backend may rank in its own way. The first difference
  /// becomes an issue of the running test, with the seed and the preceding operations.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - operations: How many changes and reads to perform.
  ///   - queries: How many reads to perform afterwards, on the final state.
  ///   - backend: The backend to compare with the oracle.
  /// - Throws: What opening the backend throws.
  public static func differential(
    seed: UInt64,
    operations: Int,
    queries: Int = 0,
    on backend: Backend
  ) async throws {
    try await differential(seed: seed, operations: operations, queries: queries, on: [backend])
  }

  /// Compares several backends with one oracle, which answers once for all of them.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - operations: How many changes and reads to perform.
  ///   - queries: How many reads to perform afterwards, on the final state.
  ///   - backends: The backends to compare with the oracle; after a difference, a backend is left out.
  /// - Throws: What opening a backend throws.
  public static func differential(
    seed: UInt64,
    operations: Int,
    queries: Int = 0,
    on backends: [Backend]
  ) async throws {
    let clock = ManualClock(startingAt: 1_000)
    let environment = clock.environment(seed: seed)
    try await Backend.withRepositories(backends[...], environment) { repositories in
      let oracle = ReferenceRepository(environment: environment)
      var compared = Array(zip(backends, repositories))
      var generator = OperationGenerator(seed: seed)
      var trace: [Operation] = []
      for index in 0..<operations + queries where !compared.isEmpty {
        clock.advance(milliseconds: generator.pause())
        let operation = index < operations ? generator.next() : generator.nextQuery()
        trace.append(operation)
        let expected = await operation.run(on: oracle)
        for (place, (backend, repository)) in compared.enumerated().reversed() {
          let found = await operation.run(on: repository)
          guard !hasSameBytes(expected, found) else { continue }
          compared.remove(at: place)
          let report = DifferenceReport(
            backend: backend.name,
            seed: seed,
            operations: min(operations, trace.count),
            trace: trace,
            expected: expected,
            found: found
          )
          Issue.record(Comment(rawValue: report.text))
        }
      }
    }
  }

  /// Whether the lines are the same, byte by byte.
  private static func hasSameBytes(_ lines: [String], _ others: [String]) -> Bool {
    // Compared as arrays, since a debug build compares UTF-8 views 25 times slower.
    lines.count == others.count
      && zip(lines, others).allSatisfy { ContiguousArray($0.utf8) == ContiguousArray($1.utf8) }
  }
}

extension RepositoryContract.Backend {
  /// Opens an empty store of each backend, runs the body with them and closes them.
  fileprivate static func withRepositories(
    _ backends: ArraySlice<RepositoryContract.Backend>,
    _ environment: StoreEnvironment,
    opened: [any ItemRepository] = [],
    _ body: ([any ItemRepository]) async throws -> Void
  ) async throws {
    guard let backend = backends.first else { return try await body(opened) }
    try await backend.withRepository(environment) { repository in
      let opened = opened + [repository]
      try await withRepositories(backends.dropFirst(), environment, opened: opened, body)
    }
  }
}

/// What a person needs to understand a difference and to reproduce it.
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

  /// The lines that only this side has; all of them if the two differ only in their order.
  private func lines(_ lines: [String], without others: [String]) -> String {
    let others = Set(others.map { Array($0.utf8) })
    let own = lines.filter { !others.contains(Array($0.utf8)) }
    return (own.isEmpty ? lines : own).prefix(12).map(\.debugDescription).joined(separator: "\n")
  }
}
