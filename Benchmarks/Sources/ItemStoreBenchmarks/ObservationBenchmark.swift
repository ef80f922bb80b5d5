import Foundation
import Storage

/// How long after a commit an observer is told, here and from another opening of the store.
struct ObservationBenchmark {
  let folder: String

  static let header = """

    | commit to observer | p50 | p99 |
    | --- | --- | --- |
    """

  func run(report: @Sendable (String) -> Void) async throws {
    let memory = try SQLiteRepository.inMemory()
    report(try await row("in memory, notice", from: memory, to: memory, .notice, rounds: 2_000))
    let here = try SQLiteRepository(at: "\(folder)/observed.sqlite")
    report(try await row("SQLite on disk, notice", from: here, to: here, .notice, rounds: 2_000))
    for limit in [1, 20] {
      let name = "SQLite on disk, latest \(limit)"
      report(try await row(name, from: here, to: here, .query(limit), rounds: 2_000))
    }
    let there = try SQLiteRepository(at: "\(folder)/observed.sqlite")
    report(try await row("SQLite, other opening", from: there, to: here, .notice, rounds: 100))
    let json = try JSONFileRepository(at: "\(folder)/observed.json")
    report(try await row("JSON file, notice", from: json, to: json, .notice, rounds: 200))
    let other = try JSONFileRepository(at: "\(folder)/observed.json")
    report(try await row("JSON file, other opening", from: other, to: json, .notice, rounds: 100))
    report(try await idle(SQLiteRepository(at: "\(folder)/idle.sqlite")))
    for store in [memory, here, there] { await store.close() }
    for store in [json, other] { await store.close() }
  }

  private enum Kind {
    case notice
    case query(Int)
  }

  /// The times from the return of a write to its observer, who waits for it on another task.
  private func row(
    _ name: String,
    from writer: any ItemRepository,
    to observed: any ItemRepository,
    _ kind: Kind,
    rounds: Int
  ) async throws -> String {
    let (told, tell) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    let observer = Task {
      switch kind {
      case .notice:
        for await _ in observed.changes() { tell.yield(.now) }
      case .query(let limit):
        let query = ItemQuery(sort: [.descending(.number)], limit: limit)
        for try await _ in observed.observe(query) { tell.yield(.now) }
      }
    }
    var times = told.makeAsyncIterator()
    _ = await times.next()
    // What was written before this observer came may be told once more.
    try await writer.add("first")
    _ = await times.next()
    var latencies: [Duration] = []
    for round in 0..<rounds {
      // The observer is asleep again, as it usually is.
      try await Task.sleep(for: .microseconds(300))
      try await writer.add("Item \(round)")
      let returned = ContinuousClock.now
      guard let time = await times.next() else { break }
      latencies.append(time - returned)
    }
    observer.cancel()
    _ = await observer.result
    // Who is told before the writer is told waits for nothing.
    latencies = latencies.map { max($0, .zero) }.sorted()
    let (middle, late) = (latencies[latencies.count / 2], latencies[latencies.count * 99 / 100])
    return "| \(name) | \(middle.text) | \(late.text) |"
  }

  /// What an observer costs while nothing happens.
  private func idle(_ repository: any ItemRepository) async throws -> String {
    let (told, tell) = AsyncStream.makeStream(of: Void.self)
    let observer = Task {
      for await _ in repository.changes() { tell.finish() }
    }
    for await _ in told {}
    let start = processorTime()
    try await Task.sleep(for: .seconds(3))
    let used = processorTime() - start
    observer.cancel()
    await repository.close()
    return "| processor time of an idle observer in 3 s | \(used.text) | |"
  }

  private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
