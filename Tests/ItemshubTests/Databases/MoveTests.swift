#if Postgres
import Foundation
import LoopbackHTTP
import RunningPostgres
import Storage
import Sync
import Testing

/// A space that moves to another hub while its devices push all the time; `MOVE_SEED` replays what they do.
@Suite(
  .onOwnThread,
  .serialized,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct MoveTests {
  private static let seed =
    ProcessInfo.processInfo.environment["MOVE_SEED"].flatMap { UInt64($0) }
    ?? .random(in: 1...999_999)

  private let workplace: HubWorkplace
  private let cluster: PostgresCluster

  init() throws {
    workplace = try HubWorkplace()
    cluster = try PostgresCluster(options: ["fsync=off"])
  }

  @Test func `devices that push all the time notice nothing but a pause, to the database and back`()
    async throws
  {
    print("Moves: MOVE_SEED=\(Self.seed)")
    var generator = SeededGenerator(seed: Self.seed)
    let crew = try DeviceCrew(in: workplace)
    let stores = ["\(workplace.path)/old.sqlite", try cluster.makeDatabase()]
    var daemon = try HubProcess(store: stores[0])
    try await lead(crew, to: daemon)
    try await crew.begin(stores[0], &generator)
    for (old, new) in zip(stores, stores.dropFirst() + ["\(workplace.path)/new.sqlite"]) {
      try await Task.sleep(for: .milliseconds(500 + generator.below(500)))
      let start = ContinuousClock.now
      let head = try await move(from: old, to: new)
      let next = try HubProcess(store: new)
      try await lead(crew, to: next)
      #expect(try await crew.newPush(above: head), "MOVE_SEED=\(Self.seed)")
      let pause = Int((ContinuousClock.now - start) / .milliseconds(1))
      print("The pause of a move took \(pause) ms")
      daemon.send(SIGTERM)
      #expect(await daemon.end() == 0)
      #expect(try await show(old)["head"]?.integer == head)
      daemon = next
    }
    try await Task.sleep(for: .milliseconds(300))
    try await crew.rest()
    try await crew.compare()
    let books = HubBooks(try SQLiteHubStore(path: "\(workplace.path)/new.sqlite"))
    let pushes = crew.members.flatMap(\.book.pushes)
    #expect(try books.lost(of: pushes).isEmpty)
    #expect(try books.repetitions(in: pushes) == [])
    #expect(crew.members.allSatisfy { $0.book.unions == 0 })
    #expect(crew.problems == [], "MOVE_SEED=\(Self.seed)")
    await daemon.kill()
  }

  private func lead(_ crew: DeviceCrew, to daemon: HubProcess) async throws {
    let port = try #require(await daemon.port())
    for member in crew.members {
      member.way.target = port
      member.way.cut()
    }
  }

  /// Moves the space as the guide says, and returns its head.
  private func move(from old: String, to new: String) async throws -> Int64 {
    let lines = [
      "itemshub --store '\(old)' space freeze main",
      "itemshub --store '\(old)' space export main --tokens >moved.ndjson",
      "itemshub --store '\(new)' space import main moved.ndjson --tokens",
      // The same, byte by byte; the last line is the digest.
      "itemshub --store '\(new)' space export main --tokens | cmp - moved.ndjson",
    ]
    let moved = try await workplace.run(lines.joined(separator: " && "))
    #expect(moved.code == 0, "\(moved)")
    #expect(moved.output.contains("Added 3 tokens"), "\(moved)")
    let (before, after) = (try await show(old), try await show(new))
    for name in ["items", "bytes", "head", "tokens"] { #expect(before[name] == after[name]) }
    #expect(before["frozenSince"]?.integer != nil)
    #expect(after["frozenSince"] == .null)
    return try #require(after["head"]?.integer)
  }

  private func show(_ store: String) async throws -> JSONObject {
    let shown = try await workplace.run("itemshub --store '\(store)' space show main --json")
    return try #require(try JSONParser.parse(Array(shown.output.utf8)).object)
  }
}
#endif
