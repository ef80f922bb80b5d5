// A store that fails in the middle of what is asked of it.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct StoreErrorTests {
  /// Something that is done with a store in transactions of its own, over no network.
  enum Operation: CaseIterable, Sendable {
    case status, unsentChanges, remember, holdsNothing
    case sendAgain, drop, keepMine, keepTheirs, keepBoth

    func run(on store: any ReplicaStore, _ now: Int64) async throws {
      switch self {
      case .status: _ = try await store.syncStatus()
      case .unsentChanges: _ = try await store.unsentChanges()
      case .remember: try await store.remember(Remote("file:/test/other")) { 1 }
      case .holdsNothing:
        _ = try await store.readReplica { transaction throws(StorageError) in
          try transaction.holdsNothing()
        }
      case .sendAgain: try await store.resolveConflicts([1, 2, 3, 4, 5], by: .keepMine, now: now)
      case .drop: try await store.resolveConflicts([1, 2, 3, 4, 5], by: .drop, now: now)
      case .keepMine: try await store.resolveKeptTexts(of: StoreErrorTests.ids, by: .mine, now: now)
      case .keepTheirs:
        try await store.resolveKeptTexts(of: StoreErrorTests.ids, by: .theirs, now: now)
      case .keepBoth: try await store.resolveKeptTexts(of: StoreErrorTests.ids, by: .both, now: now)
      }
    }
  }

  private static let ids = (1...5).map { ItemID(high: 1, low: UInt64($0)) }

  /// A store that was synced, with each kind of what waits for a decision.
  private func store(_ surroundings: TestSurroundings) async throws -> SQLiteRepository {
    let pair = try Pair.overMemory()
    let store = try SQLiteRepository.inMemory(environment: surroundings.store())
    for id in StoreErrorTests.ids.prefix(4) {
      try await store.add(ItemDraft(id: id, title: "Milk", notes: "one"))
    }
    _ = try await pair.engine(store).sync()
    // Refused: a new item, an edit, and a deletion.
    try await store.add(ItemDraft(id: StoreErrorTests.ids[4], title: "New"))
    for id in StoreErrorTests.ids.prefix(2) {
      var item = try #require(try await store.item(id))
      item.notes = "two"
      try await store.update(item)
    }
    try await store.delete(StoreErrorTests.ids[2])
    try await store.writeReplica { transaction throws(StorageError) in
      let stamp = Stamp(milliseconds: 5, node: 1)
      for (place, kind) in [
        (4, SyncConflict.Kind.quarantined), (0, .quarantined), (2, .quarantined),
      ] {
        let content = JSONValue.object([:])
        let conflict = SyncConflict(
          kind: kind,
          item: StoreErrorTests.ids[place],
          reason: "too large",
          time: .max,
          content: content
        )
        try transaction.addConflict(conflict)
      }
      // Lost: a whole item, and a text of one that is there.
      let lost = ItemState([ItemState.Entry("title", "Lost", stamp: stamp)])
      let text = ItemState([ItemState.Entry("notes", "kept", stamp: stamp)])
      for (id, state) in [(ItemID(high: 1, low: 9), lost), (StoreErrorTests.ids[1], text)] {
        try transaction.addConflict(
          SyncConflict(kind: .lost, item: id, reason: "", time: 5, content: state.json)
        )
      }
      // A text that is kept beside an item's own.
      let kept = KeptText(field: .fixed(.notes), stamp: stamp, text: "other")
      guard var item = try transaction.replica(StoreErrorTests.ids[3]) else { return }
      item.set(Register(kept.register, .string(kept.text), stamp: stamp, isDirty: true))
      try transaction.put(item)
    }
    return store
  }

  private struct Snapshot: Equatable, Sendable {
    var items: [ReplicaItem]
    var conflicts: [SyncConflict]
    var state: [UInt8]?
    var clock: UInt64
  }

  private func snapshot(of store: SQLiteRepository) async throws -> Snapshot {
    try await store.readReplica { transaction throws(StorageError) in
      Snapshot(
        items: try transaction.replicas(after: 0, limit: .max).map(\.item),
        conflicts: try transaction.conflicts(),
        state: try transaction.syncState(),
        clock: transaction.clock
      )
    }
  }

  @Test(arguments: Operation.allCases)
  func `an error of the store in any of its calls is told, and nothing is done`(
    _ operation: Operation
  ) async throws {
    let surroundings = TestSurroundings()
    let store = try await store(surroundings)
    let before = try await snapshot(of: store)
    for calls in 0..<40 {
      let failing = FailingStore(base: store, calls: calls)
      let error = await #expect(throws: (any Error).self) {
        try await operation.run(on: failing, surroundings.now)
      }
      let cause = (error as? SyncError)?.cause as? StorageError ?? error as? StorageError
      #expect(cause?.code == .inputOutput, "after \(calls) calls: \(String(describing: error))")
      #expect(try await snapshot(of: store) == before, "after \(calls) calls")
    }
    try await operation.run(on: store, surroundings.now)
  }

  @Test func `a plan and a comparison tell an error of the store in any of its calls`()
    async throws
  {
    let pair = try Pair.overMemory()
    try await pair.second.add("Theirs")
    try await pair.first.add("Mine")
    try await pair.syncAll()
    var item = try #require(try await pair.second.items().first)
    item.notes = "more"
    try await pair.second.update(item)
    _ = try await pair.engine(pair.second).sync()
    try await pair.first.add("Another")
    let empty = InProcessNetworkService(
      Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    )
    for calls in 0..<12 {
      let failing = FailingStore(base: pair.first, calls: calls)
      let engine = try pair.engine(failing)
      let other = try pair.engine(failing, over: empty)
      for look in [
        { () async throws in _ = try await engine.plan() },
        { () async throws in _ = try await other.plan() },
        { () async throws in _ = try await engine.differences() },
      ] {
        let error = await #expect(throws: SyncError.self) { try await look() }
        #expect((error?.cause as? StorageError)?.code == .inputOutput, "after \(calls) calls")
      }
    }
    #expect(try await pair.engine(pair.first).plan().pulls == 1)
  }
}
