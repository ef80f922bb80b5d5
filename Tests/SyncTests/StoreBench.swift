// Pieces of sync's work on a store, by themselves.

import Storage
import Sync
import SyncSimulator
import Testing

/// A store with the engine's state, items and conflicts, on which pieces of work are done.
struct StoreBench {
  static let id = ItemID(high: 1, low: 1)
  static let token = SyncToken(epoch: 1, head: 10, nonce: 5)
  static let now: Int64 = 1_800_000_000_000

  struct Unexpected: Error { let outcome: StoreOutcome }

  let store: SQLiteRepository

  init(store: SQLiteRepository) { self.store = store }

  init(_ state: SyncState, _ items: [ReplicaItem], _ conflicts: [SyncConflict] = []) async throws {
    let store = try SQLiteRepository.inMemory(environment: TestSurroundings().store())
    self.store = store
    try await store.writeReplica { transaction throws(StorageError) in
      try transaction.setSyncState(state.bytes)
      for item in items {
        try transaction.put(item)
        if let stamp = item.state.maxStamp { try transaction.noteExchange(of: stamp.time) }
      }
      for conflict in conflicts { try transaction.addConflict(conflict) }
    }
  }

  func item(_ id: ItemID = StoreBench.id) async throws -> ReplicaItem? {
    try await store.readReplica { transaction throws(StorageError) in try transaction.replica(id)
    }
  }

  func conflicts() async throws -> [SyncConflict] {
    try await store.readReplica { transaction throws(StorageError) in
      try transaction.conflicts()
    }
  }

  var state: SyncState {
    get async throws {
      let bytes = try await store.readReplica { transaction throws(StorageError) in
        try transaction.syncState()
      }
      return try SyncState(bytes: try #require(bytes))
    }
  }

  /// Does a piece of work; before that, lets each of its calls fail, which must be told and undone.
  func perform(
    _ work: StoreWork,
    limits: SyncLimits = SyncLimits()
  ) async throws -> StoreOutcome {
    for calls in 0..<30 {
      let failing = FailingStore(base: store, calls: calls)
      let error = await #expect(throws: StorageError.self) {
        try await failing.perform(work, limits: limits)
      }
      #expect(error?.code == .inputOutput, "after \(calls) calls: \(String(describing: error))")
    }
    return try await store.perform(work, limits: limits)
  }

  func applied(_ work: StoreWork) async throws -> StoreOutcome.Applied {
    let outcome = try await perform(work)
    guard case .applied(let applied) = outcome else { throw Unexpected(outcome: outcome) }
    return applied
  }

  /// The request that the work asks for, and the counts with it.
  func request(
    _ work: StoreWork,
    limits: SyncLimits = SyncLimits()
  ) async throws -> (request: SyncRequest, standing: StoreOutcome.Standing) {
    let outcome = try await perform(work, limits: limits)
    guard case .request(let request, let standing) = outcome else {
      throw Unexpected(outcome: outcome)
    }
    return (request, standing)
  }
}

/// What the pieces of work are about.
protocol StoreWorkFixtures {}

extension StoreWorkFixtures {
  func stamp(_ milliseconds: Int64) -> Stamp { Stamp(milliseconds: milliseconds, node: 7) }

  /// An item that the hub has, from before time 10, but for its notes where they are edited.
  func item(
    _ id: ItemID = StoreBench.id,
    sequence: Int64 = 3,
    edited: Stamp? = nil
  ) -> ReplicaItem {
    var item = ReplicaItem(whole: id, stamp: stamp(1))
    item.sequence = sequence
    for index in item.registers.indices { item.registers[index].isDirty = false }
    if let edited { item.set(Register(.fixed(.notes), "mine", stamp: edited, isDirty: true)) }
    return item
  }

  /// A state that has caught up with the hub, after one push.
  var state: SyncState {
    var state = SyncState(remote: "file:/test/hub", device: 1, session: 2)
    state.isBootstrapping = false
    (state.counter, state.cursor, state.token) = (1, 10, StoreBench.token)
    return state
  }

  func quarantined(_ id: ItemID = StoreBench.id, time: UInt64 = .max) -> SyncConflict {
    SyncConflict(kind: .quarantined, item: id, reason: "", time: time, content: [:])
  }

  func push(_ items: [ReplicaItem], counter: Int64 = 1) -> PushRequest {
    PushRequest(
      device: 1,
      session: 2,
      counter: counter,
      token: StoreBench.token,
      cursor: 10,
      changes: items.map {
        PushChange(id: $0.id, state: $0.unsyncedState(), seen: max(0, $0.sequence))
      }
    )
  }

  func answer(
    _ outcomes: [PushResult.Outcome],
    to push: PushRequest,
    epoch: Int64 = 1,
    previous: Int64 = 10
  ) -> StoreWork {
    let results = zip(push.changes, outcomes).map { PushResult(id: $0.id, outcome: $1) }
    let token = SyncToken(epoch: epoch, head: 12, nonce: 6)
    return .acknowledge(
      push,
      PushAcceptance(
        token: token,
        previous: previous,
        now: StoreBench.now,
        floor: 0,
        results: results
      )
    )
  }

  func page(
    _ rows: [HubRow],
    end: Int64 = 12,
    hasMore: Bool = false,
    floor: Int64 = 0,
    now: Int64 = StoreBench.now
  ) -> ChangesPage {
    let token = SyncToken(epoch: 1, head: 12, nonce: 6)
    return ChangesPage(
      rows: rows,
      end: end,
      hasMore: hasMore,
      token: token,
      floor: floor,
      now: now
    )
  }

  var request: ChangesRequest { ChangesRequest(after: 10, token: StoreBench.token) }

  func row(_ title: String, of id: ItemID = StoreBench.id, at time: Int64) -> HubRow {
    let state = ItemState.whole([(name: "title", value: .string(title))], stamp: stamp(time))
    return HubRow(id: id, sequence: 12, state: state)
  }

  func preparation(isCurrent: Bool = false, counts: Bool = false) -> StoreWork.Preparation {
    StoreWork.Preparation(
      pushes: true,
      isCurrent: isCurrent,
      counts: counts,
      hubTime: StoreBench.now
    )
  }
}
