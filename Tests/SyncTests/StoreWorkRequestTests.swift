// The work before a request, and what a hub's other words do.

import Storage
import Sync
import SyncSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct StoreWorkRequestTests: StoreWorkFixtures {
  private func id(_ number: UInt64) -> ItemID { ItemID(high: 1, low: number) }

  /// An item that the hub has, with as many unsent texts kept beside its notes.
  private func crowded(_ count: Int, _ id: ItemID = StoreBench.id) -> ReplicaItem {
    var item = item(id)
    for number in 0..<count {
      let stamp = stamp(100 + Int64(number))
      let text = KeptText(field: .fixed(.notes), stamp: stamp, text: "kept \(number)")
      item.set(Register(text.register, .string(text.text), stamp: stamp, isDirty: true))
    }
    return item
  }

  // MARK: - The next request

  @Test func `a store that has caught up and has nothing to send is done, and counts what waits`()
    async throws
  {
    var calm = crowded(2)
    for index in calm.registers.indices { calm.registers[index].isDirty = false }
    let held = item(id(2), edited: stamp(20))
    let bench = try await StoreBench(state, [calm, held], [quarantined(held.id)])
    let outcome = try await bench.perform(.prepare(preparation(isCurrent: true, counts: true)))
    // Two texts beside an item's own, and one change that the hub refused.
    #expect(outcome == .idle(StoreOutcome.Standing(unsynced: 1, conflicts: 3)))
    #expect(try await bench.state == state)
  }

  @Test func `what can be sent is, each item once, and is counted if asked`() async throws {
    let items = [item(edited: stamp(20)), item(id(2), sequence: 0, edited: stamp(21)), item(id(3))]
    let bench = try await StoreBench(state, items)
    let work = StoreWork.prepare(preparation(counts: true))
    let (request, standing) = try await bench.request(work)
    guard case .push(let push) = request else {
      Issue.record("\(request)")
      return
    }
    #expect(standing == StoreOutcome.Standing(unsynced: 2))
    #expect((push.device, push.session, push.counter, push.cursor) == (1, 2, 2, 10))
    #expect(push.token == StoreBench.token)
    #expect(push.changes.map(\.id) == [StoreBench.id, id(2)])
    #expect(push.changes.map(\.seen) == [3, 0])
    #expect(push.changes[0].state == items[0].unsyncedState())
    let after = try await bench.state
    #expect(after.counter == 2 && after.isPushUnanswered)
    #expect([20, 21].allSatisfy { after.sent.contains(stamp($0)) })
    let exchanged = try await bench.store.readReplica { $0.exchangedTime }
    #expect(exchanged >= stamp(21).time)
  }

  @Test func `a push has no more changes than the hub takes, and says where to go on`() async throws
  {
    let items = (1...5).map { item(id(UInt64($0)), edited: stamp(20)) }
    for (most, batch, count) in [(3, nil, 3), (9, 2, 2), (3, 9, 3), (5, nil, 5), (6, nil, 5)]
      as [(Int, Int?, Int)]
    {
      var before = state
      before.batch = batch
      let bench = try await StoreBench(before, items)
      let (request, standing) = try await bench.request(
        .prepare(preparation()),
        limits: SyncLimits(changes: most)
      )
      guard case .push(let push) = request else { return }
      #expect(push.changes.map(\.id) == items.prefix(count).map(\.id))
      // Behind a push that is full there may be more.
      #expect(standing.next == (count == min(most, batch ?? most) ? count : nil))
    }
  }

  @Test func `a push has no more bytes than a message, and one change at least`() async throws {
    let items = (1...3).map { item(id(UInt64($0)), edited: stamp(20)) }
    let size = PushChange(id: items[0].id, state: items[0].unsyncedState(), seen: 3)
      .state.estimatedBytes
    // Beside the changes a message has room for what goes around them.
    let frame = 4_096
    for (body, count) in [
      (1, 1), (frame + size, 1), (frame + 2 * size, 1), (frame + 2 * size + 1, 2),
      (frame + 3 * size + 1, 3),
    ] {
      let bench = try await StoreBench(state, items)
      let (request, standing) = try await bench.request(
        .prepare(preparation()),
        limits: SyncLimits(body: body)
      )
      guard case .push(let push) = request else { return }
      #expect(push.changes.count == count, "\(body)")
      #expect(standing.next == (count < 3 ? count : nil))
    }
  }

  @Test func `items whose row is to come, and those that the hub refused, are not sent`()
    async throws
  {
    let items = [
      item(id(1), sequence: ReplicaItem.awaitingBootstrap, edited: stamp(20)),
      item(id(2), edited: stamp(20)), item(id(3), edited: stamp(20)),
      item(id(4), edited: stamp(20)),
    ]
    // Of the third, what was refused is what it has; the fourth was edited since.
    let conflicts = [
      quarantined(id(3), time: stamp(20).time), quarantined(id(4), time: stamp(19).time),
    ]
    let bench = try await StoreBench(state, items, conflicts)
    let (request, _) = try await bench.request(.prepare(preparation()))
    guard case .push(let push) = request else { return }
    #expect(push.changes.map(\.id) == [id(2), id(4)])
  }

  @Test func `nothing is sent before the hub's clock is known, nor to one that is full`()
    async throws
  {
    for (pushes, hubTime) in [(true, nil), (false, StoreBench.now)] as [(Bool, Int64?)] {
      let bench = try await StoreBench(state, [item(edited: stamp(20))])
      let preparation = StoreWork.Preparation(
        pushes: pushes,
        isCurrent: false,
        counts: false,
        hubTime: hubTime
      )
      let (request, standing) = try await bench.request(.prepare(preparation))
      #expect(request == .changes(ChangesRequest(after: 10, token: StoreBench.token)))
      #expect(standing.unsynced == nil)
    }
  }

  @Test(
    arguments: [(nil, true), (SyncReset.union, false), (.authoritative, false)]
      as [(SyncReset?, Bool)]
  )
  func `a first copy needs no deleted items, one that is made again does`(
    _ reset: SyncReset?,
    _ isLiveOnly: Bool
  ) async throws {
    var before = state
    (before.isBootstrapping, before.reset) = (true, reset)
    (before.bootstrapFloor, before.bootstrapHead) = (4, 9)
    let bench = try await StoreBench(before, [item(edited: stamp(20))])
    let (request, _) = try await bench.request(.prepare(preparation(isCurrent: true)))
    let expected = ChangesRequest(
      after: 10,
      token: StoreBench.token,
      isBootstrap: true,
      bootstrapFloor: 4,
      bootstrapHead: 9,
      isLiveOnly: isLiveOnly
    )
    #expect(request == .changes(expected))
  }

  @Test func `a store that is to read again begins with everything`() async throws {
    var before = state
    before.readsAgain = true
    let bench = try await StoreBench(before, [item(edited: stamp(20))])
    let (request, _) = try await bench.request(.prepare(preparation()))
    let expected = ChangesRequest(after: 0, token: StoreBench.token, isBootstrap: true)
    #expect(request == .changes(expected))
    #expect(try await !bench.state.readsAgain)
  }

  // MARK: - Texts that are too many

  @Test func `the oldest texts beyond the most that are kept go to lost-and-found before a push`()
    async throws
  {
    let most = SyncLimits().keptTexts
    var calm = crowded(most + 1, id(3))
    for index in calm.registers.indices { calm.registers[index].isDirty = false }
    let items = [crowded(most + 2), crowded(most, id(2)), calm]
    let bench = try await StoreBench(state, items)
    _ = try await bench.request(.prepare(preparation()))
    let lost = try await bench.conflicts()
    #expect(lost.map(\.item) == [StoreBench.id, StoreBench.id])
    #expect(lost.map(\.time) == [stamp(100).time, stamp(101).time])
    #expect(lost.allSatisfy { $0.kind == .lost })
    for (place, count) in [(0, most), (1, most), (2, most + 1)] {
      #expect(try await bench.item(items[place].id)?.keptTexts.count == count)
    }
    // Only what had to change did, and later than anything here.
    #expect(try await bench.item(id(3)) == calm)
    let clock = try await bench.store.readReplica { $0.clock }
    let newest = try #require(try await bench.item()?.state.maxStamp)
    #expect(newest.time > stamp(100 + Int64(most) + 1).time && newest.time <= clock)
    #expect(newest.milliseconds == 100 + Int64(most) + 1)
  }

  // MARK: - What a merge keeps

  @Test
  func `texts that cannot be merged are kept, edits that lose are told, and both are in the list`()
    async throws
  {
    var mine = item()
    mine.set(Register(.fixed(.notes), "one", stamp: stamp(2), isDirty: false))
    mine.edit(.fixed(.notes), "mine", stamp: stamp(20))
    mine.edit(.fixed(.priority), "low", stamp: stamp(20))
    let theirs = ItemState.whole(
      [(name: "notes", value: "theirs"), (name: "priority", value: "high")],
      stamp: stamp(30)
    )
    let bench = try await StoreBench(state, [mine])
    let page = page([HubRow(id: mine.id, sequence: 12, state: theirs)])
    let applied = try await bench.applied(.merge(request, page))
    #expect(applied.kept == 1 && applied.overwritten.map(\.lost.value) == ["low"])
    let merged = try #require(try await bench.item())
    #expect(merged.keptTexts.map(\.text) == ["mine"])
    #expect(merged.register(of: .fixed(.priority))?.value == "high")
    #expect(try await bench.conflicts().map(\.kind) == [.overwritten])
  }

  @Test func `a merge that keeps one text too many moves the oldest to lost-and-found`()
    async throws
  {
    let most = SyncLimits().keptTexts
    var mine = crowded(most)
    mine.set(Register(.fixed(.notes), "one", stamp: stamp(2), isDirty: false))
    mine.edit(.fixed(.notes), "mine", stamp: stamp(500))
    let theirs = ItemState.whole([(name: "notes", value: "theirs")], stamp: stamp(600))
    let bench = try await StoreBench(state, [mine])
    let page = page([HubRow(id: mine.id, sequence: 12, state: theirs)])
    _ = try await bench.applied(.merge(request, page))
    #expect(try await bench.item()?.keptTexts.count == most)
    let lost = try await bench.conflicts()
    #expect(lost.map(\.kind) == [.lost] && lost.map(\.time) == [stamp(100).time])
    // What the merge stamps itself is just above all that is known here.
    let newest = try #require(try await bench.item()?.state.maxStamp)
    #expect(newest > stamp(600) && newest.milliseconds == 600)
  }

  // MARK: - Starting over

  @Test func `another hub is offered everything, and what the one before refused`() async throws {
    var before = state
    before.batch = 4
    before.lastSync = 5
    before.refusal = SyncRefusal(.quota, since: Date(timeIntervalSince1970: 1))
    before.sent.insert(push([item(edited: stamp(20))]).changes)
    let bench = try await StoreBench(
      before,
      [item(), item(id(2))],
      [quarantined(), quarantined(id(2))]
    )
    _ = try await bench.applied(.reset(.union, .changes(request)))
    let after = try await bench.state
    #expect(after.batch == nil && after.lastSync == nil && after.refusal == nil)
    #expect(after.sent.isEmpty && after.token == nil && after.cursor == 0)
    #expect(after.isBootstrapping && after.reset == .union)
    #expect(try await bench.conflicts().isEmpty)
    #expect(try await bench.item()?.sequence == ReplicaItem.neverAcknowledged)
    #expect((after.device, after.session, after.counter) == (1, 2, 1))
  }

  @Test
  func `a store that was away for too long waits for each of its items, and loses the others`()
    async throws
  {
    let items = [item(), item(id(2), edited: stamp(20)), item(id(3), sequence: 0)]
    let bench = try await StoreBench(state, items)
    _ = try await bench.applied(.reset(.authoritative, .push(push([items[1]]))))
    var after = try await bench.state
    #expect(after.token == StoreBench.token && after.cursor == 0 && after.reset == .authoritative)
    #expect(try await bench.item()?.sequence == ReplicaItem.awaitingBootstrap)
    let all = ChangesRequest(after: 0, token: StoreBench.token, isBootstrap: true)
    _ = try await bench.applied(.merge(all, page([row("New", at: 15)])))
    after = try await bench.state
    #expect(after.reset == nil && !after.isBootstrapping)
    // What the hub did not send is gone; an edit of it is kept aside, and what it never had stays.
    #expect(try await bench.item()?.title == "New")
    #expect(try await bench.item(id(2)) == nil)
    #expect(try await bench.item(id(3))?.sequence == ReplicaItem.neverAcknowledged)
    let lost = try await bench.conflicts()
    #expect(lost.map(\.item) == [id(2)] && lost.map(\.kind) == [.lost])
  }

  @Test func `a copy that is made without a reset loses nothing at its end`() async throws {
    var before = state
    before.isBootstrapping = true
    let waiting = item(sequence: ReplicaItem.awaitingBootstrap, edited: stamp(20))
    let bench = try await StoreBench(before, [waiting])
    let all = ChangesRequest(after: 10, token: StoreBench.token, isBootstrap: true)
    _ = try await bench.applied(.merge(all, page([])))
    #expect(try await bench.item() == waiting)
  }

  @Test func `a word that belongs to another request changes nothing`() async throws {
    let bench = try await StoreBench(state, [item(edited: stamp(20))])
    let late = push([item(edited: stamp(20))], counter: 9)
    let wait = SyncRequest.wait(WaitRequest(after: 10, token: StoreBench.token, seconds: 1))
    let verify = VerifyRequest(head: 9, token: StoreBench.token, digest: SpaceDigest())
    for work in [
      StoreWork.reset(.union, .push(late)), .reset(.union, wait), .reset(.union, .verify(verify)),
      .reset(.union, .changes(ChangesRequest(after: 9, token: StoreBench.token))), .rekey(late),
      .shrink(late), .noteDifference(verify), .lookAhead(late, after: 0),
    ] {
      #expect(try await bench.perform(work) == .superseded, "\(work)")
    }
    #expect(try await bench.state == state)
  }

  @Test func `a store that shares its names with another draws new ones`() async throws {
    let mine = item(edited: stamp(20))
    let bench = try await StoreBench(state, [mine])
    let clock = try await bench.store.readReplica { $0.clock }
    _ = try await bench.applied(.rekey(push([mine])))
    let after = try await bench.state
    #expect(after.session == 2 && after.counter == 0, "the session that the test's numbers give")
    let (time, node) = try await bench.store.writeReplica { ($0.clock, $0.node) }
    #expect(time == clock && node == 3)
  }

  @Test(arguments: [(4, 2), (3, 1), (2, 1)])
  func `a push that is too large is halved`(_ count: Int, _ batch: Int) async throws {
    let items = (1...count).map { item(id(UInt64($0)), edited: stamp(20)) }
    let bench = try await StoreBench(state, items)
    _ = try await bench.applied(.shrink(push(items)))
    #expect(try await bench.state.batch == batch)
    #expect(try await bench.conflicts().isEmpty)
  }

  @Test func `one change that is too large waits`() async throws {
    let mine = item(edited: stamp(20))
    let bench = try await StoreBench(state, [mine])
    _ = try await bench.applied(.shrink(push([mine])))
    #expect(try await bench.state.batch == nil)
    #expect(try await bench.conflicts().map(\.reason) == ["too large"])
  }

  // MARK: - Comparing

  @Test func `a digest is of all items, and names the groups of those that the hub lacks`()
    async throws
  {
    let items = [item(), item(id(2), edited: stamp(20)), item(id(3), sequence: 0)]
    let bench = try await StoreBench(state, items)
    let outcome = try await bench.perform(.digest)
    guard case .digest(let request, let unsynced) = outcome else {
      throw StoreBench.Unexpected(outcome: outcome)
    }
    var digest = SpaceDigest()
    for item in items { digest.add(item.id, item.state) }
    #expect(request == VerifyRequest(head: 10, token: StoreBench.token, digest: digest))
    #expect(unsynced.count == 2)
    #expect(unsynced.buckets == Set([id(2), id(3)].map(SpaceDigest.bucket)))
    #expect(try await bench.perform(.noteDifference(request)) == .noted)
    #expect(try await bench.state.readsAgain)
  }

  @Test func `a copy that is not whole is not compared`() async throws {
    var copying = state
    copying.isBootstrapping = true
    var unmet = state
    unmet.token = nil
    for before in [copying, unmet] {
      #expect(try await StoreBench(before, [item()]).perform(.digest) == .superseded)
    }
  }

  // MARK: - While the hub works

  @Test func `what is read ahead leaves with the answer, under the hub's new commit`() async throws
  {
    let items = (1...3).map { item(id(UInt64($0)), edited: stamp(20 + Int64($0))) }
    let bench = try await StoreBench(state, items)
    let sent = push([items[0]])
    guard case .ahead(let ahead) = try await bench.perform(.lookAhead(sent, after: 1)) else {
      Issue.record("nothing is ahead")
      return
    }
    #expect(ahead.changes.map(\.id) == [id(2), id(3)] && ahead.next == nil)
    let acceptance = PushAcceptance(
      token: SyncToken(epoch: 1, head: 11, nonce: 6),
      previous: 10,
      now: StoreBench.now,
      floor: 0,
      results: [PushResult(id: id(1), outcome: .ok(sequence: 11))]
    )
    let work = StoreWork.proceed(sent, acceptance, ahead, hubTime: StoreBench.now)
    guard case .proceeded(let applied, let next, let standing) = try await bench.perform(work)
    else {
      Issue.record("nothing leaves")
      return
    }
    #expect(applied.pushed == 1 && standing.next == nil && standing.unsynced == nil)
    #expect((next.device, next.session, next.counter, next.cursor) == (1, 2, 2, 11))
    #expect(next.token == acceptance.token && next.changes == ahead.changes)
    let after = try await bench.state
    #expect(after.counter == 2 && after.isPushUnanswered && after.sent.contains(stamp(22)))
    let exchanged = try await bench.store.readReplica { $0.exchangedTime }
    #expect(exchanged >= stamp(23).time)
  }

  // MARK: - Stamps from a wrong clock

  @Test func `stamps beyond what anyone knows are replaced in their order, all others stay`()
    async throws
  {
    let hour: Int64 = 3_600_000
    let far = (0..<3).map { Stamp(milliseconds: StoreBench.now + hour + $0, node: 7) }
    var deleted = item(id(3))
    deleted.deletion = ReplicaItem.Deletion(stamp: far[1], isDirty: true)
    var edited = item(id(2), edited: far[2])
    edited.set(Register(.fixed(.priority), "low", stamp: far[0], isDirty: true))
    // Within five minutes of the hub's clock: this is no error.
    let near = Stamp(milliseconds: StoreBench.now + 300_000, node: 7)
    let items = [item(edited: near), edited, deleted]
    let store = try SQLiteRepository.inMemory(environment: TestSurroundings().store())
    let before = state
    try await store.writeReplica { transaction throws(StorageError) in
      try transaction.setSyncState(before.bytes)
      for item in items { try transaction.put(item) }
      try transaction.observe(far[2].time)
    }
    let bench = StoreBench(store: store)
    _ = try await bench.request(.prepare(preparation()))
    let first = try #require(try await bench.item()?.register(of: .fixed(.notes)))
    #expect(first.stamp == near)
    let (second, third) = (try await bench.item(id(2)), try await bench.item(id(3)))
    let priority = try #require(second?.register(of: .fixed(.priority))).stamp
    let notes = try #require(second?.register(of: .fixed(.notes))).stamp
    let deletion = try #require(third?.deletion).stamp
    #expect(near < priority && priority < deletion && deletion < notes && notes < far[0])
    #expect(second?.register(of: .fixed(.title))?.stamp == stamp(1))
    let (time, node) = try await store.writeReplica { ($0.clock, $0.node) }
    #expect(time == notes.time && node == 3 && notes.node == 3)
  }
}
