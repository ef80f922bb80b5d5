// What a hub answers where its store fails, and where a space is full or frozen.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct HubAnswerTests {
  /// The notes of the first item, long enough that shorter ones make room for another stamp.
  private static let notes = String(repeating: "n", count: 200)

  private static func id(_ number: UInt64) -> ItemID { ItemID(high: 1, low: number) }

  private static func state(
    _ time: Int64,
    notes: String = "",
    deletion: Int64? = nil
  ) -> ItemState {
    .whole(
      [(name: "notes", value: .string(notes))],
      stamp: Stamp(milliseconds: time, node: 1),
      deletion: deletion.map { Stamp(milliseconds: $0, node: 1) }
    )
  }

  /// A change of an item's notes alone.
  private static func edit(_ number: UInt64, _ notes: String, at time: Int64, seen: Int64)
    -> PushChange
  {
    let stamp = Stamp(milliseconds: time, node: 1)
    let state = ItemState([ItemState.Entry("notes", .string(notes), stamp: stamp)])
    return PushChange(id: id(number), state: state, seen: seen)
  }

  private static func removal(_ number: UInt64, at time: Int64, seen: Int64) -> PushChange {
    let deletion = Stamp(milliseconds: time, node: 1)
    return PushChange(id: id(number), state: ItemState([], deletion: deletion), seen: seen)
  }

  /// A hub with a space of three items, one of them deleted.
  private final class Bench: Sendable {
    let memory = MemoryHubStore()
    let store: FailingHubStore
    let clock = Locked<Int64>(1_800_000_000_000)
    /// Up to where old tombstones went, as the hub told.
    let floors = Locked<[Int64]>([])
    private let quota = Locked<SpaceQuota?>(nil)
    private let counter = Locked<Int64>(0)

    init() throws {
      store = FailingHubStore(memory)
      _ = try push([
        PushChange(
          id: HubAnswerTests.id(1),
          state: HubAnswerTests.state(1, notes: HubAnswerTests.notes),
          seen: 0
        ),
        PushChange(id: HubAnswerTests.id(2), state: HubAnswerTests.state(1, deletion: 2), seen: 0),
        PushChange(id: HubAnswerTests.id(3), state: HubAnswerTests.state(1), seen: 0),
      ])
    }

    func limit(to quota: SpaceQuota?) { self.quota.withLock { $0 = quota } }

    var hub: Hub {
      var environment = HubEnvironment(
        now: { self.clock.withLock { $0 } },
        random: { 77 },
        retention: 1_000,
        purgeInterval: 10
      )
      environment.quota = quota.withLock { $0 }
      environment.onPurge = { floor in self.floors.withLock { $0.append(floor) } }
      return Hub(store: store, environment: environment)
    }

    func space(_ name: String = "main") throws -> HubSpace? {
      try memory.read(name) { transaction throws(HubError) in try transaction.space() }
    }

    func rows() throws -> [HubRow] {
      try memory.read("main") { transaction throws(HubError) in
        try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0)
      }
    }

    var usage: SpaceUsage {
      get throws {
        try memory.read("main") { transaction throws(HubError) in try transaction.usage() }
      }
    }

    func request(_ changes: [PushChange], counter: Int64? = nil) throws -> SyncRequest {
      let request = ChangesRequest(after: 0, token: nil)
      if try space() == nil { _ = try hub.answer(.changes(request), space: "main") }
      let space = try #require(try space())
      let number = self.counter.withLock { value in
        value += 1
        return value
      }
      return .push(
        PushRequest(
          device: 1,
          session: 1,
          counter: counter ?? number,
          token: space.token,
          cursor: space.head,
          changes: changes
        )
      )
    }

    func push(_ changes: [PushChange]) throws -> [PushResult.Outcome] {
      let reply = try hub.answer(try request(changes), space: "main")
      guard case .push(.accepted(let acceptance)) = reply else {
        throw HubError(.invalid, "\(reply)")
      }
      return acceptance.results.map(\.outcome)
    }
  }

  // MARK: - A store that fails

  /// Requests, each of which asks something else of the store.
  static let requests: [(name: String, make: @Sendable (HubSpace) -> SyncRequest, space: String)] =
    [
      ("changes", { .changes(ChangesRequest(after: 0, token: $0.token)) }, "main"),
      ("changes of a new space", { _ in .changes(ChangesRequest(after: 0, token: nil)) }, "new"),
      (
        "changes of another history",
        { .changes(ChangesRequest(after: 0, token: SyncToken(epoch: 1, head: $0.head, nonce: 1))) },
        "main"
      ),
      (
        "verify",
        { .verify(VerifyRequest(head: $0.head, token: $0.token, digest: SpaceDigest())) }, "main"
      ),
      (
        "verify of a new space",
        { .verify(VerifyRequest(head: $0.head, token: $0.token, digest: SpaceDigest())) }, "new"
      ),
      ("wait", { .wait(WaitRequest(after: 0, token: $0.token, seconds: 1)) }, "main"),
      ("a push of nothing", { push($0, []) }, "main"),
      (
        "a push",
        {
          push(
            $0,
            [
              PushChange(id: id(9), state: state(5), seen: 0), edit(1, "two", at: 5, seen: 1),
              removal(3, at: 5, seen: 3),
            ]
          )
        }, "main"
      ),
    ]

  private static func push(_ space: HubSpace, _ changes: [PushChange]) -> SyncRequest {
    .push(
      PushRequest(
        device: 1,
        session: 5,
        counter: 1,
        token: space.token,
        cursor: space.head,
        changes: changes
      )
    )
  }

  @Test(arguments: requests.indices)
  func `an error of the store in any of its calls is the answer, and nothing is kept`(
    _ index: Int
  ) throws {
    let (name, make, space) = Self.requests[index]
    let bench = try Bench()
    bench.limit(to: SpaceQuota(items: 100))
    let before = try #require(try bench.space())
    let rows = try bench.rows()
    for calls in 0..<25 {
      bench.store.failNext(.inputOutput, afterCalls: calls)
      let error = #expect(throws: HubError.self) {
        try bench.hub.answer(make(before), space: space)
      }
      #expect(error?.code == .inputOutput && !bench.store.hasPassedOver, "\(name): \(calls)")
      #expect(try bench.space() == before && bench.rows() == rows, "\(name): \(calls)")
      #expect(try bench.space("new") == nil, "\(name): \(calls)")
    }
    bench.store.calm()
    _ = try bench.hub.answer(make(before), space: space)
  }

  @Test func `an error while old tombstones go takes the push along`() throws {
    let bench = try Bench()
    // A session sees time pass until the tombstone is older than the retention.
    for _ in 0..<10 {
      bench.clock.withLock { $0 += 100 }
      _ = try bench.push([])
    }
    let before = try #require(try bench.space())
    #expect(before.floor == 0)
    // The next push sees the tombstone grow older than the retention.
    bench.clock.withLock { $0 += 100 }
    let change = PushChange(id: Self.id(9), state: Self.state(5), seen: 0)
    for calls in 0..<20 {
      bench.store.failNext(.inputOutput, afterCalls: calls)
      #expect(throws: HubError.self) { try bench.push([change]) }
      #expect(!bench.store.hasPassedOver, "\(calls)")
      #expect(try bench.space() == before, "\(calls)")
    }
    bench.store.calm()
    bench.floors.withLock { $0 = [] }
    _ = try bench.push([change])
    let after = try #require(try bench.space())
    #expect(after.floor == 2 && bench.floors.withLock { $0 } == [2])
    #expect(try bench.rows().map(\.id) == [1, 3, 9].map(Self.id))
    #expect(after.purgedAt == after.age && after.head == 5)
  }

  // MARK: - A full space

  @Test func `a full space takes the changes that do not make it larger, and refuses the others`()
    throws
  {
    let bench = try Bench()
    let usage = try bench.usage
    bench.limit(to: SpaceQuota(items: usage.items, bytes: usage.bytes))
    let new = PushChange(id: Self.id(9), state: Self.state(5), seen: 0)
    let (shorter, longer) = (Self.edit(1, "", at: 5, seen: 1), Self.edit(3, "x", at: 5, seen: 3))
    let muchLonger = Self.edit(3, Self.notes + Self.notes, at: 5, seen: 3)
    let removal = Self.removal(1, at: 5, seen: 1)
    /// Each push, and which of its items are changed.
    let cases: [(String, [PushChange], isTaken: Bool, changed: [UInt64])] = [
      ("a new item", [new], false, []),
      ("a longer text", [Self.edit(1, Self.notes + "n", at: 5, seen: 1)], false, []),
      ("a shorter text", [shorter], true, [1]),
      ("a deletion", [removal], true, [1]),
      ("a deletion, whose text stays a while, and a new item", [removal, new], false, [1]),
      (
        "a text that gets longer beside one that gets shorter by more", [longer, shorter], true,
        [1, 3]
      ),
      (
        "a text that gets longer beside one that gets shorter by less", [muchLonger, shorter],
        false, [1]
      ),
      ("an item that comes back", [Self.edit(2, "", at: 5, seen: 2)], false, []),
      ("what is there", [Self.edit(1, Self.notes, at: 1, seen: 1)], true, []),
    ]
    let before = try bench.rows()
    for (name, changes, isTaken, changed) in cases {
      let backup = bench.memory.backup()
      do {
        let outcomes = try bench.push(changes)
        #expect(
          isTaken && outcomes.count == changes.count && outcomes.allSatisfy(\.isOK),
          "\(name)"
        )
      } catch let error as HubError {
        #expect(!isTaken && error.code == .quota, "\(name)")
        #expect(error.message.contains("\(usage.items) items and \(usage.bytes) bytes"))
      }
      let after = Dictionary(uniqueKeysWithValues: try bench.rows().map { ($0.id, $0.state) })
      let different = before.filter { after[$0.id] != $0.state }.map(\.id)
      #expect(different == changed.map(Self.id), "\(name)")
      #expect(after.count == 3, "\(name)")
      bench.memory.restore(backup)
    }
  }

  @Test func `an item may always be deleted, also where its deletion takes a few bytes`() throws {
    let bench = try Bench()
    let usage = try bench.usage
    bench.limit(to: SpaceQuota(items: 1, bytes: 10))
    #expect(usage.bytes > 10)
    #expect(try bench.push([Self.removal(1, at: 5, seen: 1)]).allSatisfy(\.isOK))
    #expect(try bench.usage.items == 1)
    // With much more beside it, it is no deletion alone.
    var state = ItemState([], deletion: Stamp(milliseconds: 9, node: 1))
    let notes = String(repeating: "n", count: 400)
    state.entries = [
      ItemState.Entry("notes", .string(notes), stamp: Stamp(milliseconds: 8, node: 1))
    ]
    let change = PushChange(id: Self.id(3), state: state, seen: 3)
    let error = #expect(throws: HubError.self) { try bench.push([change]) }
    #expect(error?.code == .quota)
  }

  @Test func `a space with room takes all, and one without a quota is not counted`() throws {
    let bench = try Bench()
    let usage = try bench.usage
    let new = PushChange(id: Self.id(9), state: Self.state(5), seen: 0)
    bench.limit(to: SpaceQuota(items: usage.items + 1))
    #expect(try bench.push([new]).allSatisfy(\.isOK))
    let other = PushChange(id: Self.id(10), state: Self.state(5), seen: 0)
    #expect(throws: HubError.self) { try bench.push([other]) }
    // The space's own quota stands before the hub's.
    bench.memory.setQuota(SpaceQuota(items: 100), of: "main")
    #expect(try bench.push([other]).allSatisfy(\.isOK))
    bench.memory.setQuota(SpaceQuota(), of: "main")
    bench.limit(to: nil)
    let third = PushChange(id: Self.id(11), state: Self.state(5), seen: 0)
    #expect(try bench.push([third]).allSatisfy(\.isOK))
  }

  @Test func `a frozen space is read, and takes no push`() throws {
    let bench = try Bench()
    bench.memory.setFrozen(true, "main")
    let error = #expect(throws: HubError.self) {
      try bench.push([Self.edit(1, "two", at: 5, seen: 1)])
    }
    #expect(error?.code == .frozen)
    let request = SyncRequest.changes(ChangesRequest(after: 0, token: nil))
    guard case .changes(let page) = try bench.hub.answer(request, space: "main") else {
      Issue.record("no page")
      return
    }
    #expect(page.rows.count == 3)
    bench.memory.setFrozen(false, "main")
    #expect(try bench.push([Self.edit(1, "two", at: 5, seen: 1)]).allSatisfy(\.isOK))
  }

  // MARK: - What a push does

  @Test func `an accepted push tells the hub's clock, floor and commit`() throws {
    let bench = try Bench()
    let before = try #require(try bench.space())
    let reply = try bench.hub.answer(
      bench.request([Self.edit(1, "two", at: 5, seen: 1)]),
      space: "main"
    )
    guard case .push(.accepted(let acceptance)) = reply else {
      Issue.record("\(reply)")
      return
    }
    let after = try #require(try bench.space())
    #expect(acceptance.token == after.token && acceptance.token.nonce == 77)
    #expect(acceptance.previous == before.head && after.head == before.head + 1)
    #expect(acceptance.now == bench.clock.withLock { $0 } && acceptance.floor == 0)
    let nonce = try bench.memory.read("main") { transaction throws(HubError) in
      try transaction.nonce(at: after.head)
    }
    #expect(nonce == 77)
    // What changes nothing makes no commit.
    #expect(try bench.push([Self.edit(1, "two", at: 5, seen: 4)]) == [.ok(sequence: 4)])
    #expect(try bench.space()?.head == after.head)
  }

  @Test func `a push that was counted before is stale, and changes nothing`() throws {
    let bench = try Bench()
    _ = try bench.push([])
    let change = Self.edit(1, "two", at: 5, seen: 1)
    for counter in [0, 1, 2] as [Int64] {
      let reply = try bench.hub.answer(bench.request([change], counter: counter), space: "main")
      #expect(reply == .push(.stale))
    }
    #expect(try bench.rows().first?.state == Self.state(1, notes: Self.notes))
    let reply = try bench.hub.answer(bench.request([change], counter: 3), space: "main")
    guard case .push(.accepted) = reply else {
      Issue.record("\(reply)")
      return
    }
  }
}
