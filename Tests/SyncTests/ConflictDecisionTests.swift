// What a decision writes, register by register.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct ConflictDecisionTests {
  private let surroundings = TestSurroundings()
  private let id = ItemID(high: 1, low: 1)

  private func stamp(_ milliseconds: Int64) -> Stamp { Stamp(milliseconds: milliseconds, node: 7) }

  /// A store with this item, and a conflict about it.
  private func store(
    _ item: ReplicaItem?,
    _ kind: SyncConflict.Kind,
    _ content: ItemState = ItemState([]),
    state: SyncState? = nil
  ) async throws -> SQLiteRepository {
    let store = try SQLiteRepository.inMemory(environment: surroundings.store())
    let id = id
    try await store.writeReplica { transaction throws(StorageError) in
      if let item { try transaction.put(item) }
      if let state { try transaction.setSyncState(state.bytes) }
      try transaction.addConflict(
        SyncConflict(kind: kind, item: id, reason: "", time: 5, content: content.json)
      )
    }
    return store
  }

  private func decide(
    _ resolution: ConflictResolution,
    in store: SQLiteRepository
  ) async throws -> ReplicaItem? {
    let decided = try await store.resolveConflicts([1], by: resolution, now: surroundings.now)
    #expect(decided.map(\.number) == [1])
    #expect(try await store.syncStatus().conflicts.isEmpty)
    let id = id
    return try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(id)
    }
  }

  /// An item that the hub has.
  private func item(notes: String = "own") -> ReplicaItem {
    var item = ReplicaItem(whole: id, stamp: stamp(1))
    item.sequence = 3
    for index in item.registers.indices { item.registers[index].isDirty = false }
    item.set(Register(.fixed(.notes), .string(notes), stamp: stamp(2), isDirty: false))
    return item
  }

  @Test(arguments: [("own", "own\nlost"), ("", "lost"), ("own\nlost", "own\nlost")])
  func `a lost text comes back at the end of the item's own`(
    _ own: String,
    _ expected: String
  ) async throws {
    let text = ItemState([ItemState.Entry("notes", "lost", stamp: stamp(3))])
    let store = try await store(item(notes: own), .lost, text)
    let decided = try #require(try await decide(.keepMine, in: store))
    let notes = try #require(decided.register(of: .fixed(.notes)))
    #expect(notes.value == .string(expected))
    #expect(notes.isDirty && notes.stamp > stamp(3))
  }

  @Test func `a lost title comes back behind the item's own`() async throws {
    var own = item()
    own.set(Register(.fixed(.title), "Own", stamp: stamp(2), isDirty: false))
    let text = ItemState([ItemState.Entry("title", "Lost", stamp: stamp(3))])
    let store = try await store(own, .lost, text)
    let decided = try #require(try await decide(.keepMine, in: store))
    #expect(decided.register(of: .fixed(.title))?.value == "Own / Lost")
  }

  @Test func `a lost text of an item that was deleted meanwhile brings the item back with it`()
    async throws
  {
    var deleted = item()
    deleted.deletion = ReplicaItem.Deletion(stamp: stamp(9), isDirty: false)
    let text = ItemState([ItemState.Entry("notes", "lost", stamp: stamp(3))])
    let store = try await store(deleted, .lost, text)
    let decided = try #require(try await decide(.keepMine, in: store))
    #expect(decided.isAlive && decided.register(of: .fixed(.notes))?.value == "lost")
  }

  @Test
  func `a whole item that was lost comes back under one stamp, its kept texts under their own`()
    async throws
  {
    let kept = KeptText(field: .fixed(.notes), stamp: stamp(2), text: "kept")
    let content = ItemState([
      ItemState.Entry("notes", "mine", stamp: stamp(4)),
      ItemState.Entry("title", "Milk", stamp: stamp(3)),
      ItemState.Entry(kept.register.name, .string(kept.text), stamp: stamp(2)),
    ])
    let store = try await store(nil, .lost, content)
    let decided = try #require(try await decide(.keepMine, in: store))
    #expect(decided.keptTexts == [kept])
    #expect(decided.register(of: kept.register)?.stamp == stamp(2))
    let others = decided.registers.filter { $0.field != kept.register }
    let stamps = Set(others.map(\.stamp))
    #expect(stamps.count == 1 && stamps.allSatisfy { $0 > stamp(4) })
    #expect(decided.registers.allSatisfy(\.isDirty) && decided.sequence == 0)
    let clock = try await store.readReplica { transaction in transaction.clock }
    #expect(stamps.allSatisfy { $0.time <= clock })
  }

  @Test func `a lost item whose content cannot be read stays, and is named`() async throws {
    let store = try SQLiteRepository.inMemory(environment: surroundings.store())
    let id = id
    _ = try await store.writeReplica { transaction throws(StorageError) in
      try transaction.addConflict(
        SyncConflict(kind: .lost, item: id, reason: "", time: 5, content: "nonsense")
      )
    }
    let error = await #expect(throws: SyncError.self) {
      try await store.resolveConflicts([1], by: .keepMine, now: surroundings.now)
    }
    #expect((error?.cause as? StorageError)?.code == .damaged)
    #expect(error?.message.contains("Conflict 1") == true, "\(String(describing: error))")
    #expect(try await store.syncStatus().conflicts.count == 1)
  }

  @Test func `a refused deletion that is sent again is later than what the item has by now`()
    async throws
  {
    var deleted = item()
    deleted.set(Register(.fixed(.notes), "edited", stamp: stamp(3), isDirty: true))
    deleted.deletion = ReplicaItem.Deletion(stamp: stamp(4), isDirty: true)
    let store = try await store(deleted, .quarantined)
    let decided = try #require(try await decide(.keepMine, in: store))
    #expect(!decided.isAlive)
    let deletion = try #require(decided.deletion)
    #expect(deletion.isDirty && deletion.stamp > stamp(4))
    #expect(decided.register(of: .fixed(.notes))?.stamp == stamp(3))
  }

  @Test func `a deletion that the hub has keeps its stamp when an edit below it is sent again`()
    async throws
  {
    var deleted = item()
    deleted.set(Register(.fixed(.notes), "edited", stamp: stamp(3), isDirty: true))
    deleted.deletion = ReplicaItem.Deletion(stamp: stamp(4), isDirty: false)
    let store = try await store(deleted, .quarantined)
    let decided = try #require(try await decide(.keepMine, in: store))
    #expect(decided.deletion == deleted.deletion)
  }

  @Test func `what is dropped was seen by nobody, and is asked for again`() async throws {
    var state = SyncState(remote: "file:/test/hub", device: 1, session: 2)
    state.isBootstrapping = false
    (state.counter, state.cursor) = (5, 8)
    var edited = item()
    edited.set(Register(.fixed(.notes), "mine", stamp: stamp(40), isDirty: true))
    edited.deletion = ReplicaItem.Deletion(stamp: stamp(2), isDirty: true)
    let store = try await store(edited, .quarantined, state: state)
    let decided = try #require(try await decide(.drop, in: store))
    #expect(!decided.isDirty && decided.sequence == ReplicaItem.awaitingBootstrap)
    let (bytes, exchanged) = try await store.readReplica { transaction throws(StorageError) in
      (try transaction.syncState(), transaction.exchangedTime)
    }
    // An answer to a push that is on its way counts no more, and the row comes once more.
    let after = try SyncState(bytes: try #require(bytes))
    #expect(after.counter == 6 && after.cursor == 2)
    // So that the dropped stamp is never given to something else.
    #expect(exchanged >= stamp(40).time)
  }

  @Test func `an item that waits for its row moves no cursor when its change is dropped`()
    async throws
  {
    var state = SyncState(remote: "file:/test/hub", device: 1, session: 2)
    state.isBootstrapping = false
    state.cursor = 8
    var edited = item()
    edited.sequence = ReplicaItem.awaitingBootstrap
    edited.set(Register(.fixed(.notes), "mine", stamp: stamp(40), isDirty: true))
    let store = try await store(edited, .quarantined, state: state)
    _ = try await decide(.drop, in: store)
    let bytes = try await store.readReplica { transaction throws(StorageError) in
      try transaction.syncState()
    }
    #expect(try SyncState(bytes: try #require(bytes)).cursor == 8)
  }
}
