// Each piece of work on a store, by itself: what it writes, and what it tells.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct StoreWorkTests: StoreWorkFixtures {
  // MARK: - What the hub says of a push

  @Test(arguments: [(1, 10, true), (1, 9, false), (2, 10, false)] as [(Int64, Int64, Bool)])
  func `the cursor moves with the head where nobody else wrote, in the same space`(
    _ epoch: Int64,
    _ previous: Int64,
    _ moves: Bool
  ) async throws {
    var before = state
    let mine = item(edited: stamp(20))
    let push = push([mine])
    before.sent.insert(push.changes)
    before.isPushUnanswered = true
    let bench = try await StoreBench(before, [mine])
    let work = answer([.ok(sequence: 12)], to: push, epoch: epoch, previous: previous)
    let applied = try await bench.applied(work)
    let after = try await bench.state
    #expect(applied.pushed == 1 && applied.isCurrent == moves)
    #expect(after.cursor == (moves ? 12 : 10) && after.token?.head == 12)
    #expect(after.sent.isEmpty == moves && !after.isPushUnanswered)
    let acknowledged = try #require(try await bench.item())
    #expect(!acknowledged.isDirty && acknowledged.sequence == 12)
  }

  @Test func `an answer to another push than the last changes nothing`() async throws {
    let mine = item(edited: stamp(20))
    let bench = try await StoreBench(state, [mine])
    let late = answer([.ok(sequence: 12)], to: push([mine], counter: 2))
    #expect(try await bench.perform(late) == .superseded)
    #expect(try await bench.item() == mine)
    #expect(try await bench.state == state)
  }

  @Test func `an item that was removed by hand after it was sent is fetched again`() async throws {
    let mine = item(edited: stamp(20))
    let bench = try await StoreBench(state, [])
    let applied = try await bench.applied(answer([.ok(sequence: 12)], to: push([mine])))
    #expect(applied.lacksRow && !applied.isCurrent && applied.pushed == 1)
    #expect(try await bench.state.cursor == 10)
    #expect(try await bench.item() == nil)
  }

  @Test(arguments: [true, false])
  func `an item that is unknown to the hub by now takes no mark for an edit of the one it knew`(
    wasNew: Bool
  ) async throws {
    // Removed by hand, and written again, while the push was on its way.
    let again = item(sequence: ReplicaItem.neverAcknowledged, edited: stamp(20))
    let sent = item(sequence: wasNew ? 0 : 3, edited: stamp(20))
    let bench = try await StoreBench(state, [again])
    let applied = try await bench.applied(answer([.ok(sequence: 12)], to: push([sent])))
    #expect(applied.pushed == 1)
    let after = try #require(try await bench.item())
    #expect(after.sequence == (wasNew ? 12 : 0))
    #expect(after.isDirty == !wasNew)
  }

  @Test
  func `an item that was edited again while it was sent has its number, and the edit left to send`()
    async throws
  {
    let sent = item(edited: stamp(20))
    var again = sent
    again.edit(.fixed(.notes), "mine, again", stamp: stamp(30))
    let bench = try await StoreBench(state, [again])
    _ = try await bench.applied(answer([.ok(sequence: 12)], to: push([sent])))
    let after = try #require(try await bench.item())
    #expect(after.sequence == 12 && after.isDirty)
    #expect(after.register(of: .fixed(.notes))?.value == "mine, again")
  }

  @Test(arguments: [true, false])
  func `a change that lost counts as sent where the hub's row has it`(_ holds: Bool) async throws {
    let mine = item(edited: stamp(20))
    let push = push([mine])
    var row = ItemState.whole(
      [(name: "title", value: "Theirs")],
      stamp: stamp(15)
    )
    if holds { _ = row.join(push.changes[0].state) }
    let bench = try await StoreBench(state, [mine])
    let applied = try await bench.applied(answer([.lost(sequence: 11, row: row)], to: push))
    #expect(applied.pushed == (holds ? 1 : 0))
    let after = try #require(try await bench.item())
    #expect(after.sequence == 11 && after.isDirty == !holds)
    #expect(after.register(of: .fixed(.title))?.value == "Theirs")
  }

  @Test(arguments: [true, false])
  func `an item that is gone from the hub is removed, and its edits are kept aside`(
    _ isDeleted: Bool
  ) async throws {
    var mine = item(edited: stamp(20))
    if isDeleted { mine.deletion = ReplicaItem.Deletion(stamp: stamp(30), isDirty: true) }
    let bench = try await StoreBench(state, [mine], [quarantined()])
    _ = try await bench.applied(answer([.gone], to: push([mine])))
    #expect(try await bench.item() == nil)
    let conflicts = try await bench.conflicts()
    // A delete that was not sent has what it wanted.
    #expect(conflicts.map(\.kind) == (isDeleted ? [] : [.lost]))
    guard let lost = conflicts.first else { return }
    #expect(lost.time == stamp(20).time && lost.content == mine.state.json)
    #expect(!lost.reason.isEmpty && lost.item == mine.id)
  }

  @Test func `a change that the hub refuses waits, and its time is that of its latest stamp`()
    async throws
  {
    let mine = item(edited: stamp(20))
    let bench = try await StoreBench(state, [mine], [quarantined(time: 1)])
    _ = try await bench.applied(answer([.bad(code: "large")], to: push([mine])))
    let conflicts = try await bench.conflicts()
    #expect(conflicts.map(\.reason) == ["large"] && conflicts.map(\.time) == [stamp(20).time])
    #expect(try await bench.item() == mine)
    let outcome = try await bench.perform(.prepare(preparation(isCurrent: true)))
    guard case .idle(let standing) = outcome else { throw StoreBench.Unexpected(outcome: outcome) }
    #expect(standing.conflicts == 1)
  }

  @Test func `a change that the hub takes is in quarantine no more`() async throws {
    let mine = item(edited: stamp(20))
    let other = ItemID(high: 1, low: 2)
    let conflicts = [quarantined(), quarantined(other)]
    let bench = try await StoreBench(state, [mine, item(other, edited: stamp(21))], conflicts)
    _ = try await bench.applied(answer([.ok(sequence: 12)], to: push([mine])))
    #expect(try await bench.conflicts().map(\.item) == [other])
  }

  @Test(arguments: [(3, 2, 3), (3, 3, 4), (3, 4, 4), (20, 20, 22), (39, 39, nil), (38, 38, 41)])
  func `pushes grow slowly after those that were as large as the hub takes`(
    _ batch: Int,
    _ count: Int,
    _ next: Int?
  ) {
    var state = state
    state.batch = batch
    state.growBatch(after: count, upTo: 42)
    #expect(state.batch == next)
  }

  @Test func `a push that is smaller than it could be does not make the next one larger`()
    async throws
  {
    var before = state
    before.batch = 6
    let items = (1...4).map { item(ItemID(high: 1, low: UInt64($0)), edited: stamp(20)) }
    let bench = try await StoreBench(before, items)
    let outcomes = (1...4).map { PushResult.Outcome.ok(sequence: 10 + Int64($0)) }
    _ = try await bench.applied(answer(outcomes, to: push(items)))
    #expect(try await bench.state.batch == 6)
  }

  // MARK: - Pages

  @Test func `a page that was asked for from elsewhere changes nothing`() async throws {
    let bench = try await StoreBench(state, [item()])
    for other in [
      ChangesRequest(after: 9, token: StoreBench.token), ChangesRequest(after: 10, token: nil),
      ChangesRequest(after: 10, token: StoreBench.token, isBootstrap: true),
      ChangesRequest(after: 10, token: StoreBench.token, bootstrapFloor: 4),
    ] {
      let work = StoreWork.merge(other, page([row("New", at: 15)]))
      #expect(try await bench.perform(work) == .superseded)
    }
    #expect(try await bench.item() == item())
    #expect(try await bench.state == state)
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `what left is forgotten with the last page, unless a push is still on its way`(
    _ hasMore: Bool,
    _ isUnanswered: Bool
  ) async throws {
    var before = state
    before.sent.insert(push([item(edited: stamp(20))]).changes)
    before.isPushUnanswered = isUnanswered
    let bench = try await StoreBench(before, [])
    let applied = try await bench.applied(.merge(request, page([], hasMore: hasMore)))
    #expect(applied.isCurrent == !hasMore)
    #expect(try await bench.state.sent.isEmpty == (!hasMore && !isUnanswered))
  }

  @Test(arguments: [true, false])
  func `deleted items that the hub has purged go with the last page`(
    _ hasMore: Bool
  ) async throws {
    var settled = item()
    settled.deletion = ReplicaItem.Deletion(stamp: stamp(5), isDirty: false)
    let bench = try await StoreBench(state, [settled])
    _ = try await bench.applied(.merge(request, page([], hasMore: hasMore, floor: 3)))
    #expect(try await (bench.item() == nil) == !hasMore)
  }

  @Test func `of a copy that is built, floor and head are those of its first page`() async throws {
    var before = state
    before.isBootstrapping = true
    let bench = try await StoreBench(before, [])
    var request = ChangesRequest(after: 10, token: StoreBench.token, isBootstrap: true)
    _ = try await bench.applied(.merge(request, page([], end: 11, hasMore: true, floor: 4)))
    var after = try await bench.state
    #expect(after.bootstrapFloor == 4 && after.bootstrapHead == 12 && after.isBootstrapping)
    request = ChangesRequest(
      after: 11,
      token: after.token,
      isBootstrap: true,
      bootstrapFloor: 4,
      bootstrapHead: 12
    )
    var second = page([], end: 12, hasMore: true, floor: 9)
    second.token = SyncToken(epoch: 1, head: 14, nonce: 7)
    _ = try await bench.applied(.merge(request, second))
    after = try await bench.state
    #expect(after.bootstrapFloor == 4 && after.bootstrapHead == 12 && after.cursor == 12)
    request.after = 12
    request.token = after.token
    _ = try await bench.applied(.merge(request, page([], end: 14)))
    after = try await bench.state
    #expect(after.bootstrapFloor == nil && after.bootstrapHead == nil && !after.isBootstrapping)
  }

  @Test func `what comes is told if a person sees a difference`() async throws {
    let known = item()
    let (same, other, gone, dead) = (
      ItemID(high: 1, low: 2), ItemID(high: 1, low: 3), ItemID(high: 1, low: 4),
      ItemID(high: 1, low: 5)
    )
    let bench = try await StoreBench(state, [known, item(same), item(gone)])
    // The same values under a later stamp are no news.
    var equal = item(same).state
    for index in equal.entries.indices { equal.entries[index].stamp = stamp(9) }
    var deleted = item(gone).state
    deleted.deletion = stamp(9)
    let rows = [
      row("New", at: 15), HubRow(id: same, sequence: 12, state: equal),
      row("Other", of: other, at: 15),
      HubRow(id: gone, sequence: 12, state: deleted),
      HubRow(id: dead, sequence: 12, state: deleted),
    ]
    let applied = try await bench.applied(.merge(request, page(rows)))
    #expect(applied.pulled == 5)
    #expect(applied.arrivals == [StoreBench.id, other, gone])
    #expect(applied.arrivedChanges.map(\.item) == applied.arrivals)
    #expect(applied.arrivedChanges.dropFirst().map(\.kind) == [.added, .deleted])
  }

  @Test(arguments: [true, false])
  func `a refused change is lifted by a row that replaces it, and by no other`(
    _ replaces: Bool
  ) async throws {
    let mine = item(edited: stamp(20))
    let bench = try await StoreBench(state, [mine], [quarantined()])
    var theirs = row("New", at: 15).state
    theirs.entries.removeAll { $0.name == "notes" }
    if replaces { theirs.entries = row("New", at: 30).state.entries }
    let work = StoreWork.merge(request, page([HubRow(id: mine.id, sequence: 12, state: theirs)]))
    _ = try await bench.applied(work)
    let isDirty = try #require(try await bench.item()).isDirty
    #expect(try await bench.conflicts().contains { $0.kind == .quarantined } == isDirty)
  }

  @Test func `an edit that is stamped beyond what anyone knows is stamped again with a page`()
    async throws
  {
    let far = Stamp(milliseconds: StoreBench.now + 3_600_000, node: 7)
    let store = try SQLiteRepository.inMemory(environment: TestSurroundings().store())
    let (mine, before) = (item(edited: far), state)
    try await store.writeReplica { transaction throws(StorageError) in
      try transaction.setSyncState(before.bytes)
      try transaction.put(mine)
      try transaction.observe(far.time)
    }
    _ = try await store.perform(.merge(request, page([])))
    let notes = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(StoreBench.id)?.register(of: .fixed(.notes))
    }
    let again = try #require(notes)
    #expect(again.isDirty && again.stamp < far && again.stamp.milliseconds <= StoreBench.now + 1)
  }
}
