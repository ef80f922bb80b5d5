#if Postgres
// What a hub's store in PostgreSQL costs: `swift run -c release --traits Postgres PostgresFigures [URL | standby]`.
// Without a URL it makes a cluster of its own in a temporary folder, with the defaults of initdb; with `standby`, also a
// synchronous standby beside it. `PostgresFigures cluster [standby]` makes them for others: it prints the connection
// string, and ends with its standard input.

import Dispatch
import Foundation
import PostgresHub
import RunningPostgres
import Storage
import Sync

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@main struct PostgresFigures {
  static func main() throws {
    var clusters: [PostgresCluster] = []
    var words = CommandLine.arguments.dropFirst()
    let isForOthers = words.first == "cluster"
    if isForOthers { words = words.dropFirst() }
    var url = words.first
    if url == nil || url == "standby" {
      let cluster = try PostgresCluster()
      clusters.append(cluster)
      if url != nil { clusters.append(try PostgresCluster(standbyOf: cluster)) }
      url = try cluster.makeDatabase()
    }
    guard let url else { return }
    guard !isForOthers else {
      FileHandle.standardOutput.write(Data("\(url)\n".utf8))
      _ = try FileHandle.standardInput.readToEnd()
      return withExtendedLifetime(clusters) {}
    }
    let store = try PostgresHubStore(PostgresSettings(url), connections: 18)
    let figures = StoreFigures(store: store)
    for round in 0..<4 { figures.smallPushes(spaces: 1_000, eachTime: 1, rounds: 4, round: round) }
    figures.smallPushes(spaces: 1, eachTime: 1, rounds: 500, round: 9)
    figures.smallPushes(spaces: 1, eachTime: 16, rounds: 200, round: 10)
    figures.smallPushes(spaces: 1, eachTime: 256, rounds: 40, round: 11)
    figures.largePushes(spaces: 1, rounds: 40, round: 12)
    figures.largePushes(spaces: 4, rounds: 20, round: 13)
    figures.pulls(rounds: 20)
    try ServerFigures(url).run()
    withExtendedLifetime(clusters) {}
  }
}

/// Measures one store.
struct StoreFigures {
  let store: PostgresHubStore
  let hub: Hub

  init(store: PostgresHubStore) {
    self.store = store
    var environment = HubEnvironment.live
    environment.quota = SpaceQuota(items: 1_000_000, bytes: 4 << 30)
    hub = Hub(store: store, environment: environment)
  }

  static func change(_ number: UInt64) -> PushChange {
    let stamp = Stamp(milliseconds: 1_700_000_000_000, node: number)
    var random = SystemRandomNumberGenerator()
    let entries = ["title", "notes", "list"].map {
      ItemState.Entry($0, .string("The text of \($0) of the item \(number)"), stamp: stamp)
    }
    return PushChange(
      id: ItemID(milliseconds: 1_700_000_000_000, random: &random),
      state: ItemState(entries.sorted { $0.name < $1.name }),
      seen: 0
    )
  }

  private func write(_ space: String, session: Int64, counter: Int64, changes: Int) -> HubWrite {
    let token = tokens.withLock { $0[space] }
    let push = PushRequest(
      device: session,
      session: session,
      counter: counter,
      token: token ?? SyncToken(epoch: 0, head: 0, nonce: 0),
      cursor: 0,
      changes: (0..<changes).map { StoreFigures.change(UInt64($0)) }
    )
    return HubWrite(space: space, seed: 1, reading: push.reads) {
      [hub] transaction throws(HubError) in
      let reply = try hub.take(push, in: transaction)
      guard case .push(.accepted) = reply else { throw HubError(.malformed, "\(reply)") }
    }
  }

  private let tokens = Tokens()

  private final class Tokens: Sendable {
    private let value = Locked<[String: SyncToken]>([:])
    func withLock<Result: Sendable>(_ body: (inout [String: SyncToken]) -> Result) -> Result {
      value.withLock { body(&$0) }
    }
  }

  private func open(_ spaces: [String]) {
    for space in spaces {
      if case .changes(let page) = try? hub.answer(
        .changes(ChangesRequest(after: 0, limit: 1, token: nil, isBootstrap: true)),
        space: space
      ) {
        tokens.withLock { $0[space] = page.token }
      }
    }
  }

  private func measure(_ what: String, _ count: Int, _ body: () -> Void) {
    let (start, cpu) = (ContinuousClock.now, clock())
    body()
    let time = (ContinuousClock.now - start) / .seconds(1)
    let used = Double(clock() - cpu) / Double(CLOCKS_PER_SEC)
    print(
      "\(what): \(Int(Double(count) / time))/s, \(Int(used / Double(count) * 1e6)) us CPU each here"
    )
  }

  private func run(_ writes: [HubWrite]) {
    let errors = store.writeTogether(writes).compactMap { $0 }
    if let first = errors.first { print("\(errors.count) failed: \(first.message)") }
  }

  func smallPushes(spaces: Int, eachTime: Int, rounds: Int, round: Int) {
    let names = (0..<spaces).map { "s\(round == 0 || spaces > 1 ? 0 : round)-\($0)" }
    open(names)
    let work = (0..<rounds).map { number in
      names.flatMap { space in
        (0..<eachTime).map { device in
          write(
            space,
            session: Int64(device + 1),
            counter: Int64(round * 10_000 + number + 1),
            changes: 1
          )
        }
      }
    }
    measure(
      "pushes of one change, \(spaces) spaces, \(eachTime) at a time",
      rounds * eachTime * spaces
    ) {
      for writes in work { run(writes) }
    }
  }

  func largePushes(spaces: Int, rounds: Int, round: Int) {
    let names = (0..<spaces).map { "l\(round)-\($0)" }
    open(names)
    let work = (0..<rounds).map { number in
      names.map { write($0, session: 1, counter: Int64(number + 1), changes: 500) }
    }
    measure("changes in pushes of 500, \(spaces) spaces", rounds * spaces * 500) {
      for writes in work { run(writes) }
    }
  }

  func pulls(rounds: Int) {
    var rows = 0
    measure("rows in pulls", rounds * 20_000) {
      for _ in 0..<rounds {
        var after: Int64 = 0
        while case .changes(let page) = try? hub.answer(
          .changes(ChangesRequest(after: after, token: nil, isBootstrap: true)),
          space: "l12-0"
        ) {
          rows += page.rows.count
          after = page.end
          if !page.hasMore { break }
        }
      }
    }
    print("\(rows) rows")
  }
}
#else
@main struct PostgresFigures {
  static func main() { print("Build it with '--traits Postgres'.") }
}
#endif
