// Looking before syncing, and naming what differs.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct SyncPlanTests {
  private func changes(
    of engine: SyncEngine
  ) async throws -> (plan: SyncPlan, lines: [String]) {
    let lines = Locked<[String]>([])
    let plan = try await engine.plan { direction, change in
      let fields = change.fields.joined(separator: ",")
      lines.withLock {
        $0.append("\(direction.rawValue) \(change.title) \(change.effect.rawValue) \(fields)")
      }
    }
    return (plan, lines.withLock { $0 })
  }

  @Test func `a plan says what a sync then does, and changes nothing`() async throws {
    let limits = SyncLimits(changes: 2, page: 2)
    let pair = try Pair.overMemory(limits: limits)
    let first = try pair.engine(pair.first, limits: limits)
    let second = try pair.engine(pair.second, limits: limits)
    #expect(
      try await first.plan() == SyncPlan(beginning: .first, pushes: 0, pulls: 0)
    )
    for title in ["A", "B", "C", "D", "E"] { try await pair.first.add(ItemDraft(title: title)) }
    #expect(
      try await changes(of: first).lines == ["A", "B", "C", "D", "E"].map { "push \($0) new " }
    )
    _ = try await first.sync()
    let pulls = try await changes(of: second)
    #expect(pulls.plan == SyncPlan(beginning: .first, pushes: 0, pulls: 5))
    #expect(try await pair.second.items().isEmpty)
    #expect(try await pair.second.syncStatus().remote == nil)
    _ = try await second.sync()

    let items = try await pair.second.items()
    var edited = items[0]
    edited.tags = ["x"]
    try await pair.second.update(edited)
    try await pair.second.delete(items[1].id)
    try await pair.second.add("F")
    let before = try await pair.second.syncStatus()
    let planned = try await changes(of: second)
    #expect(
      planned.lines == ["push A changed tag:x,updated", "push B deleted ", "push F new "]
    )
    #expect(try await pair.second.syncStatus() == before)
    #expect(try await second.sync().pushed == planned.plan.pushes)

    let behind = try await changes(of: first)
    #expect(behind.plan == SyncPlan(beginning: .known, pushes: 0, pulls: 3))
    #expect(
      Set(behind.lines) == ["pull A changed tag:x,updated", "pull B deleted ", "pull F new "]
    )
    #expect(try await first.sync().pulled == 3)
    #expect(try await first.plan() == SyncPlan(beginning: .known, pushes: 0, pulls: 0))
  }

  @Test func `a plan knows another hub, and one that has lost its memory`() async throws {
    let pair = try Pair.overMemory()
    try await pair.first.add("A")
    try await pair.second.add("B")
    for store in [pair.second, pair.first] { _ = try await pair.engine(store).sync() }
    let empty = InProcessNetworkService(
      Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    )
    let forgetful = try pair.engine(pair.first, over: empty)
    #expect(try await forgetful.plan() == SyncPlan(beginning: .startsOver, pushes: 2, pulls: 0))
    // The address alone says nothing.
    let plans = [SyncPlan(beginning: .otherHub, pushes: 2, pulls: 0), .nothing]
    for (service, plan) in zip([empty, pair.service] as [any NetworkService], plans) {
      let other = SyncEngine(
        store: pair.first,
        remote: try Remote("file:/test/other"),
        networkService: service,
        environment: pair.surroundings.engine
      )
      #expect(try await other.plan() == plan)
    }
  }

  @Test func `what was deleted elsewhere goes here by a first sync, which its plan says`()
    async throws
  {
    let pair = try Pair.overMemory()
    let id = ItemID(high: 1, low: 7)
    try await pair.second.add(ItemDraft(id: id, title: "A"))
    try await pair.first.add(ItemDraft(id: id, title: "A"))
    let first = try pair.engine(pair.first)
    _ = try await first.sync()
    try await pair.first.delete(id)
    try await pair.first.add("B")
    _ = try await first.sync()
    let second = try pair.engine(pair.second)
    let planned = try await changes(of: second)
    #expect(planned.plan == SyncPlan(beginning: .first, pushes: 1, pulls: 2))
    #expect(Set(planned.lines) == ["push A new ", "pull A deleted ", "pull B new "])
    _ = try await second.sync()
    #expect(try await pair.second.items().map(\.title) == ["B"])
    // Of what is not here either, nothing is said.
    #expect(try await second.plan() == SyncPlan(beginning: .known, pushes: 0, pulls: 0))
  }

  @Test func `what goes from a store that was away for too long is in its plan`() async throws {
    let limits = SyncLimits(changes: 2, page: 2)
    let hub = Locked<Hub?>(nil)
    let pair = try Pair { surroundings in
      let made = Hub(store: MemoryHubStore(), environment: surroundings.hub(limits: limits))
      hub.withLock { $0 = made }
      return InProcessNetworkService(made)
    }
    let first = try pair.engine(pair.first, limits: limits)
    let second = try pair.engine(pair.second, limits: limits)
    for title in ["A", "B", "C", "D", "E"] { try await pair.first.add(ItemDraft(title: title)) }
    for engine in [first, second] { _ = try await engine.sync() }
    let items = try await pair.second.items()
    for item in items[..<3] { try await pair.first.delete(item.id) }
    _ = try await first.sync()
    try hub.withLock { try $0?.letPass(1_100_000, pair.surroundings) }
    // Edits of what is gone and of what stays, a new item, and a deletion that came too late.
    for (index, title) in [(0, "a"), (3, "d")] {
      var edited = items[index]
      edited.title = title
      try await pair.second.update(edited)
    }
    try await pair.second.delete(items[2].id)
    try await pair.second.add("F")
    #expect(try hub.withLock { try $0?.purge(space: "main") } == true)
    let planned = try await changes(of: second)
    #expect(
      planned.lines.sorted() == [
        "pull B deleted ", "pull a deleted ", "push F new ", "push d changed title,updated",
      ]
    )
    #expect(planned.plan == SyncPlan(beginning: .known, pushes: 2, pulls: 2))
    #expect(try await pair.second.items().count == 5)
    let summary = try await second.sync()
    #expect(summary.pushed == 2 && summary.conflicts == 1)
    #expect(try await pair.second.items().map(\.title).sorted() == ["E", "F", "d"])
  }

  @Test func `a hub that cannot be reached has no plan`() async throws {
    let pair = try Pair.overMemory()
    let error = await #expect(throws: SyncError.self) {
      try await pair.engine(pair.first, over: .failing).plan()
    }
    #expect(error?.code == .unreachable)
  }

  @Test func `every kind of difference is named, and nothing that has a reason`() async throws {
    let limits = SyncLimits(changes: 2, page: 2)
    let pair = try Pair.overMemory(limits: limits)
    var items: [Item] = []
    for title in ["A", "B", "C", "D", "E"] {
      items.append(try await pair.first.add(ItemDraft(title: title)))
    }
    let engine = try pair.engine(pair.first, limits: limits)
    _ = try await engine.sync()
    #expect(try await engine.differences() == [])
    _ = try await pair.engine(pair.second, limits: limits).sync()
    // Changed on the hub since, and yet to be sent from here: both for a reason.
    var later = items[4]
    later.title = "Later"
    try await pair.second.update(later)
    _ = try await pair.engine(pair.second, limits: limits).sync()
    try await pair.first.add("F")
    let ids = items.map(\.id)
    try await pair.first.writeReplica { transaction throws(StorageError) in
      try transaction.remove(ids[0])
      if var item = try transaction.replica(ids[1]) {
        item.registers[0].stamp.time += 1
        try transaction.put(item)
      }
    }
    let found = try await engine.differences()
    #expect(
      found == [
        SyncDifference(item: ids[0], title: "A", kind: .missingHere),
        SyncDifference(item: ids[1], title: "B", kind: .fields(["created"])),
      ]
    )
  }
}

extension SyncPlan {
  fileprivate static let nothing = SyncPlan(beginning: .known, pushes: 0, pulls: 0)
}
