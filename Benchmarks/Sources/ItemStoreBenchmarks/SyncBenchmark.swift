import Foundation
import Storage
import Sync
import Synchronization

/// How fast items travel to a hub and from there to another device, and in how many bytes.
struct SyncBenchmark {
  /// How many items the store has.
  let count: Int
  let folder: String

  /// Where the hub keeps what it has.
  private enum Place: String {
    case memory = "in memory"
    case file = "in a file"
  }

  func run(report: @Sendable (String) -> Void) async throws {
    report(
      """

      | sync | hub \(Place.memory.rawValue) | hub \(Place.file.rawValue) |
      | --- | --- | --- |
      """
    )
    let memory = try await rows(.memory)
    let file = try await rows(.file)
    for (first, second) in zip(memory, file) {
      report("| \(first.name) | \(first.value) | \(second.value) |")
    }
    report(try await localWrites())
  }

  private typealias Row = (name: String, value: String)

  private func rows(_ place: Place) async throws -> [Row] {
    let name = place.rawValue.replacing(" ", with: "-")
    let hub =
      switch place {
      case .memory: Hub.inMemory()
      case .file: try Hub(file: "\(folder)/hub.sqlite")
      }
    let network = CountingNetwork(hub)
    let first = try store("\(name)-first")
    let second = try store("\(name)-second")
    try await fill(first)
    var rows: [Row] = []

    let push = try await sync(first, network)
    rows.append(("push of \(count) new items", rate(push)))
    rows.append(("of it, the hub's part", rate(push.travelled, in: network.takeTime())))
    rows.append(("bytes for each", "\((Double(push.summary.bytesSent) / Double(count)).text)"))
    let bootstrap = try await sync(second, network)
    rows.append(("first sync of another device, \(count) items", rate(bootstrap)))

    let edited = try await edit(first)
    let edits = try await sync(first, network)
    rows.append(("push of \(edited) edits", rate(edits)))
    rows.append(("bytes for each", "\((Double(edits.summary.bytesSent) / Double(edited)).text)"))
    rows.append(("pull of \(edited) edits", rate(try await sync(second, network))))
    rows.append(("the hub alone, rows of all items", try await pages(of: network)))

    rows.append(("a sync with nothing to do", try await idle(second, network)))
    await first.close()
    await second.close()
    return rows
  }

  private func store(_ name: String) throws -> SQLiteRepository {
    try SQLiteRepository(
      at: "\(folder)/\(name).sqlite",
      options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    )
  }

  private func fill(_ store: SQLiteRepository) async throws {
    let drafts = Array(Fixture.large(count: count, seed: 1).drafts)
    try await store.write { transaction throws(StorageError) in
      for draft in drafts { try transaction.add(draft) }
    }
  }

  /// Gives a tenth of the items another priority.
  private func edit(_ store: SQLiteRepository) async throws -> Int {
    let items = try await store.items(ItemQuery(sort: [.ascending(.number)], limit: count / 10))
    try await store.write { transaction throws(StorageError) in
      for var item in items {
        item.priority = item.priority == .high ? .low : .high
        try transaction.update(item)
      }
    }
    return items.count
  }

  private struct Outcome {
    let summary: SyncSummary
    let time: Duration
    var travelled: Int { summary.pushed + summary.pulled }
  }

  private func sync(_ store: SQLiteRepository, _ network: CountingNetwork) async throws -> Outcome {
    let engine = SyncEngine(store: store, remote: try Remote("file:/hub"), networkService: network)
    let start = ContinuousClock.now
    let summary = try await engine.sync()
    return Outcome(summary: summary, time: .now - start)
  }

  private func rate(_ outcome: Outcome) -> String {
    rate(outcome.travelled, in: outcome.time)
  }

  private func rate(_ count: Int, in time: Duration) -> String {
    "\((Double(count) / (time / .seconds(1)) / 1_000).text)k/s, \(time.text)"
  }

  /// Reads the whole space as a device does, without a store to put it into.
  private func pages(of network: CountingNetwork) async throws -> String {
    let start = ContinuousClock.now
    var (after, rows) = ("0", 0)
    while true {
      let page = try await network.send(
        NetworkRequest(
          method: "GET",
          path: "/v1/spaces/main/changes",
          query: [
            .init("after", after), .init("limit", "1000"), .init("boot", "1"), .init("live", "1"),
          ]
        )
      )
      let lines = page.body.split(separator: UInt8(ascii: "\n"))
      rows += lines.count - 1
      guard let end = lines.last.map({ String(decoding: $0, as: UTF8.self) }),
        let number = end.firstMatch(of: #/"end":(\d+)/#)?.1
      else { preconditionFailure("a page without its end") }
      after = String(number)
      guard end.contains(#""more":true"#) else { break }
    }
    precondition(rows == count, "\(rows) rows of \(count)")
    return rate(rows, in: .now - start)
  }

  private func idle(_ store: SQLiteRepository, _ network: CountingNetwork) async throws -> String {
    let engine = SyncEngine(store: store, remote: try Remote("file:/hub"), networkService: network)
    _ = try await engine.sync()
    var times: [Duration] = []
    let before = network.requests.load(ordering: .relaxed)
    var bytes = 0
    for _ in 0..<200 {
      let start = ContinuousClock.now
      let summary = try await engine.sync()
      times.append(.now - start)
      bytes = summary.bytesSent + summary.bytesReceived
    }
    let requests = Double(network.requests.load(ordering: .relaxed) - before) / 200
    return "\(times.sorted()[100].text), \(requests.text) requests, \(bytes) bytes of body"
  }

  /// What the marks cost: edits of items that a hub knows beside edits of items that none does.
  private func localWrites() async throws -> String {
    let hub = CountingNetwork(Hub.inMemory())
    let synced = try store("synced")
    let unsynced = try store("unsynced")
    try await fill(synced)
    try await fill(unsynced)
    _ = try await sync(synced, hub)
    let measurement = try await Measurement.take(
      "edits",
      operations: count / 10,
      floor: { _ = try await edit(unsynced) },
      store: { _ = try await edit(synced) }
    )
    await synced.close()
    await unsynced.close()
    return """

      Edits of \(count / 10) items in one transaction: \(measurement.floor.text) where no hub knows them, \
      \(measurement.store.text) where one does, which marks them to be sent: \(measurement.ratio.text) times
      """
  }
}

/// A hub in this process, with a count of what it was asked and of the time that took.
private final class CountingNetwork: NetworkService {
  let requests = Atomic(0)
  private let nanoseconds = Atomic(0)
  private let service: InProcessNetworkService

  init(_ hub: Hub) { service = InProcessNetworkService(hub) }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    requests.wrappingAdd(1, ordering: .relaxed)
    let start = ContinuousClock.now
    let response = try await service.send(request)
    let time = ContinuousClock.now - start
    nanoseconds.wrappingAdd(Int(time / .nanoseconds(1)), ordering: .relaxed)
    return response
  }

  /// How long requests have taken since this was last asked.
  func takeTime() -> Duration { .nanoseconds(nanoseconds.exchange(0, ordering: .relaxed)) }
}
