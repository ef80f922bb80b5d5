#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import Storage
import Sync
import SyncSimulator

/// A hub over a store in PostgreSQL, with one device that pushes.
final class TestHub: Sendable {
  let store: PostgresHubStore
  let surroundings = TestSurroundings()
  let hub: Hub
  /// The name of its database.
  let database: String
  private let counter = Locked<Int64>(0)

  /// Its limits of time are so far away that no machine is too busy for them, unless a test sets others.
  init(
    _ url: String,
    connections: Int = 4,
    patience: Duration = .seconds(600),
    change: (inout PostgresSettings) -> Void = { _ in }
  ) throws {
    database = url.split(separator: "/").last.map(String.init) ?? ""
    var settings = try PostgresSettings(url)
    settings.answerTimeout = .seconds(600)
    settings.lockTimeout = .seconds(600)
    change(&settings)
    store = try PostgresHubStore(settings, connections: connections, patience: patience)
    hub = Hub(store: store, environment: surroundings.hub())
  }

  /// The latest commit.
  func token(in space: String = "main") throws -> SyncToken {
    guard
      case .changes(let page) = try hub.answer(
        .changes(ChangesRequest(after: 0, token: nil, isBootstrap: true)),
        space: space
      )
    else { throw Unexpected() }
    return page.token
  }

  struct Unexpected: Error {}

  /// A row whose item's bucket and id are from the number.
  static func row(_ number: UInt64) -> HubRow {
    let stamp = Stamp(milliseconds: 1_000, node: number)
    return HubRow(
      id: ItemID(high: 0, low: number << 56 | number),
      sequence: 1,
      state: ItemState([ItemState.Entry("title", .string("\(number)"), stamp: stamp)])
    )
  }

  static func create(_ number: UInt64) -> PushChange {
    let row = TestHub.row(number)
    return PushChange(id: row.id, state: row.state, seen: 0)
  }

  func request(_ changes: [PushChange], token: SyncToken, session: Int64 = 1) -> PushRequest {
    let number = counter.withLock { counter in
      counter += 1
      return counter
    }
    return PushRequest(
      device: session,
      session: session,
      counter: number,
      token: token,
      cursor: 0,
      changes: changes
    )
  }

  /// A push as the server hands it to the store, which notes how often it ran and its last reply.
  func write(_ push: PushRequest, to space: String = "main") -> (HubWrite, Runs) {
    let runs = Runs()
    let write = HubWrite(space: space, seed: 1, reading: push.reads) {
      [hub] transaction throws(HubError) in
      let reply = try hub.take(push, in: transaction)
      runs.note(reply)
    }
    return (write, runs)
  }

  /// What the runs of one write replied.
  final class Runs: Sendable {
    private let replies = Locked<[SyncReply]>([])

    var count: Int { replies.withLock { $0.count } }
    var last: SyncReply? { replies.withLock { $0.last } }

    /// The last reply, if the push was taken.
    var accepted: PushAcceptance? {
      if case .push(.accepted(let reply)) = last { reply } else { nil }
    }

    func note(_ reply: SyncReply) { replies.withLock { $0.append(reply) } }
  }

  /// The space's rows are these, its sums are theirs, and no number comes twice.
  func check(_ numbers: Set<UInt64>, in space: String = "main") throws -> Bool {
    try store.read(space) { transaction throws(HubError) in
      let rows = try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0)
      var digest = SpaceDigest()
      for row in rows { digest.add(row.id, row.state) }
      let bytes = rows.reduce(0) { $0 + Int64($1.state.bytes.count) }
      let usage = SpaceUsage(items: Int64(rows.count), bytes: bytes)
      let head = try transaction.space()?.head ?? 0
      let (stored, counted) = (try transaction.digest(), try transaction.usage())
      let checks = [
        Set(rows.map(\.id)) == Set(numbers.map { TestHub.row($0).id }),
        rows.count == numbers.count, Set(rows.map(\.sequence)).count == rows.count,
        rows.allSatisfy { $0.sequence <= head }, stored == digest, counted == usage,
      ]
      return !checks.contains(false)
    }
  }
}
#endif
