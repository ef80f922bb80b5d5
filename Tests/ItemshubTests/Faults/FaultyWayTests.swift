#if Hub
import Foundation
import LoopbackHTTP
import RunningPrograms
import Storage
import Sync
import SyncHTTP
import Testing

/// Devices whose way to the daemon cuts connections at any byte, holds bytes back, and sends pushes again.
@Suite struct FaultyWayTests {
  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  /// A daemon that refuses nobody for being in a hurry.
  private func daemon() async throws -> Daemon {
    try await Daemon(
      in: workplace,
      "--limit requests-per-second=100000 --limit request-burst=100000"
    )
  }

  /// Sends every push again; none may change what the hub holds.
  private func expectRepeatsChangeNothing(_ proxy: LoopbackProxy, _ daemon: Daemon) async throws {
    let curl = try Curl(workplace, daemon.address, "main", token: try await daemon.token("main"))
    let before = try await curl.latest()
    let statuses = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: proxy.repeatAll()) }
    }
    #expect(!statuses.isEmpty && statuses.allSatisfy { $0 == 200 }, "\(statuses)")
    #expect(try await curl.latest() == before)
  }

  @Test func `itemsctl loses nothing and doubles nothing on a bad way`() async throws {
    let (daemon, plan) = (try await daemon(), FaultPlan())
    let seed = "FAULTY_SEED=\(plan.seed)"
    let proxy = try LoopbackProxy(to: daemon.port) { plan.fault($0) }
    let stores = ["a.sqlite", "b.sqlite", "c.sqlite"]
    for store in stores {
      let token = try await daemon.token("main")
      let line = "echo '\(proxy.origin)/main \(token)' | itemsctl --store \(store) join"
      // The hub is asked whether it is there, and may seem not to be.
      var joined = try await workplace.run(line)
      for _ in 0..<50 where joined.code != 0 { joined = try await workplace.run(line) }
      try #require(joined.code == 0, "\(joined) \(seed)")
    }
    for round in 1...4 {
      let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
        for store in stores {
          group.addTask {
            try await workplace.run(
              "itemsctl --store \(store) add -q '\(store) \(round)' && itemsctl --store \(store) sync"
            ).code
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      // Done, or the hub cannot be reached.
      #expect(codes.allSatisfy { [0, 69].contains($0) }, "\(codes) \(seed)")
    }
    for store in stores + stores {
      // By the daemon's own address, so that this ends.
      let token = try await daemon.token("main")
      let synced = try await workplace.run(
        """
        echo '\(daemon.address)/main \(token)' | itemsctl --store \(store) join &&
        itemsctl --store \(store) sync --verify --no-input
        """
      )
      #expect(synced.code == 0, "\(synced) \(seed)")
    }
    // Without their numbers, which each store gives by itself.
    let lists = try await workplace.run(
      """
      for store in \(stores.joined(separator: " ")); do itemsctl --store $store list --json; done |
      grep -o '"id":.*"title":"[^"]*"' | sed 's/"number":[0-9]*//'
      """
    )
    let lines = lists.output.split(separator: "\n")
    #expect(lines.count == 36 && Set(lines).count == 12, "\(lists) \(seed)")
    #expect(try await workplace.run("itemshub space list").output.contains("main   12 "))
    #expect(proxy.counts.cuts > 0 && proxy.counts.repeats > 0, "\(proxy.counts) \(seed)")
    try await expectRepeatsChangeNothing(proxy, daemon)
    #expect(await daemon.end() == 0)
  }

  @Test func `a program with SyncHTTP loses nothing and doubles nothing on a bad way`() async throws
  {
    let (daemon, plan) = (try await daemon(), FaultPlan())
    let seed: Comment = "FAULTY_SEED=\(plan.seed)"
    let proxy = try LoopbackProxy(to: daemon.port) { plan.fault($0) }
    let token = try HubToken(try await daemon.token("main"))
    let remote = try Remote("\(proxy.origin)/main")
    let stores = try (0..<3).map { _ in try SQLiteRepository.inMemory() }
    var random = SeededGenerator(seed: plan.seed)
    var kept: Set<ItemID> = []
    for round in 0..<60 {
      let store = stores[Int.random(in: 0..<3, using: &random)]
      let item = try await store.items().sorted { $0.id < $1.id }.randomElement(using: &random)
      switch (Int.random(in: 0..<4, using: &random), item) {
      case (0, var item?):
        item.title = "edited in round \(round)"
        _ = try await store.update(item)
      case (1, let item?) where Bool.random(using: &random):
        try await store.delete(item.id)
        kept.remove(item.id)
      default:
        kept.insert(try await store.add(ItemDraft(title: "of round \(round)")).id)
      }
      try await sync(store, remote, token, isPatient: false)
      // Services share connections that stay open: without this all rounds may have the fault of the first.
      proxy.cut()
    }
    for store in stores + stores {
      let remote = try Remote("\(daemon.address)/main")
      try await sync(store, remote, token, isPatient: true)
    }
    let items = try await stores[0].items().sorted { $0.id < $1.id }
    for store in stores {
      let others = try await store.items().sorted { $0.id < $1.id }
      #expect(others.count == items.count, seed)
      // Numbers are each store's own.
      #expect(zip(others, items).allSatisfy { $0.hasSameContent(as: $1) }, seed)
    }
    // An edit elsewhere may have brought back what was deleted; nothing else was lost.
    #expect(kept.isSubset(of: items.map(\.id)), seed)
    #expect(proxy.counts.cuts > 0 && proxy.counts.repeats > 0, "\(proxy.counts) \(seed)")
    try await expectRepeatsChangeNothing(proxy, daemon)
    #expect(await daemon.end() == 0)
  }

  /// Syncs with a service of its own; whoever is patient has to succeed.
  private func sync(
    _ store: SQLiteRepository,
    _ remote: Remote,
    _ token: HubToken,
    isPatient: Bool
  ) async throws {
    let engine = SyncEngine(
      store: store,
      remote: remote,
      networkService: try HTTPNetworkService(remote: remote, token: token),
      environment: SyncEnvironment(sleep: { _ in }, random: { .random(in: 0 ... .max) })
    )
    do throws(SyncError) {
      let summary = try await engine.sync(verifies: isPatient)
      if isPatient { #expect(summary.verification?.differences == 0) }
    } catch {
      guard !isPatient, error.code == .unreachable else { throw error }
    }
  }
}
#endif
