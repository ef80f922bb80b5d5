#if Postgres
// What every store of a hub must do, and a hub on it.

import RunningPostgres
import Storage
import Sync
import Testing

@Suite(.enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence)))
struct HubContractTests {
  typealias Kind = HubStoreKind

  /// A hub on a store of that kind, and what it lives on.
  struct Fixture {
    let stores: HubStoreKind.Stores
    let surroundings = TestSurroundings()
    let hub: Hub
    var session: Int64 = 1
    var counter: Int64 = 0

    init(_ kind: Kind, limits: SyncLimits = SyncLimits()) throws {
      stores = try kind.makeStores()
      hub = Hub(store: stores.first, environment: surroundings.hub(limits: limits))
    }

    func page(
      after: Int64 = 0,
      token: SyncToken? = nil,
      boot: Bool = false,
      floor: Int64? = nil,
      head: Int64? = nil,
      live: Bool = false,
      space: String = "main"
    ) throws -> ChangesPage {
      let request = ChangesRequest(
        after: after,
        token: token,
        isBootstrap: boot,
        bootstrapFloor: floor,
        bootstrapHead: head,
        isLiveOnly: live
      )
      guard case .changes(let page) = try hub.answer(.changes(request), space: space) else {
        throw Unexpected()
      }
      return page
    }

    mutating func push(_ changes: [PushChange], cursor: Int64 = 0) throws -> PushAcceptance {
      counter += 1
      guard case .push(.accepted(let reply)) = try answer(changes, cursor: cursor) else {
        throw Unexpected()
      }
      return reply
    }

    func answer(
      _ changes: [PushChange],
      cursor: Int64 = 0,
      token: SyncToken? = nil
    ) throws -> SyncReply {
      let push = PushRequest(
        device: 7,
        session: session,
        counter: counter,
        token: try token ?? page().token,
        cursor: cursor,
        changes: changes
      )
      return try hub.answer(.push(push), space: "main")
    }

    func stamp(_ node: UInt64 = 1, ahead: Int64 = 0) -> Stamp {
      Stamp(milliseconds: surroundings.now + ahead, node: node)
    }

    func create(_ number: UInt64, _ title: String, deleted: Bool = false) -> PushChange {
      let stamp = stamp()
      return PushChange(
        id: ItemID(high: 0, low: number),
        state: .whole(
          [("title", .string(title))],
          stamp: stamp,
          deletion: deleted ? self.stamp() : nil
        ),
        seen: 0
      )
    }
  }

  struct Unexpected: Error {}

  @Test(arguments: Kind.allCases)
  func `each changed row gets its own sequence number, a push without change none`(
    _ kind: Kind
  ) throws {
    var fixture = try Fixture(kind)
    let changes = [fixture.create(1, "a"), fixture.create(2, "b")]
    let first = try fixture.push(changes)
    #expect(first.previous == 0)
    #expect(first.token.head == 2)
    #expect(first.results.map(\.outcome) == [.ok(sequence: 1), .ok(sequence: 2)])
    let again = try fixture.push(changes)
    #expect(again.token == first.token)
    #expect(
      again.results.map(\.outcome) == [
        .lost(sequence: 1, row: changes[0].state), .lost(sequence: 2, row: changes[1].state),
      ]
    )
  }

  @Test(arguments: Kind.allCases)
  func `a superseded change is lost and brings the winning row`(_ kind: Kind) throws {
    var fixture = try Fixture(kind)
    var older = fixture.create(1, "older")
    let newer = fixture.create(1, "newer")
    _ = try fixture.push([newer])
    older.seen = 1
    let reply = try fixture.push([older])
    #expect(reply.results.map(\.outcome) == [.lost(sequence: 1, row: newer.state)])
    #expect(reply.token.head == 1)
  }

  @Test(arguments: Kind.allCases)
  func `a change of a row that its author has not seen is not applied`(_ kind: Kind) throws {
    var fixture = try Fixture(kind)
    let first = fixture.create(1, "first")
    _ = try fixture.push([first])
    var edit = fixture.create(1, "second")
    edit.seen = 1
    #expect(try fixture.push([edit]).results.map(\.outcome) == [.ok(sequence: 2)])
    // A later stamp, a delete and what is there already: none of them was made from row 2.
    var late = fixture.create(1, "third")
    late.seen = 1
    var delete = PushChange(id: first.id, state: ItemState([]), seen: 1)
    delete.state.deletion = fixture.stamp()
    for change in [late, delete, edit, first] {
      let reply = try fixture.push([change])
      #expect(reply.results.map(\.outcome) == [.lost(sequence: 2, row: edit.state)])
      #expect(reply.token.head == 2)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a create that meets a tombstone it never saw is told the whole row`(_ kind: Kind) throws {
    var fixture = try Fixture(kind)
    _ = try fixture.push([fixture.create(1, "first", deleted: true)])
    var create = fixture.create(1, "again")
    create.state = .whole([("notes", "n")], stamp: fixture.stamp())
    let reply = try fixture.push([create])
    guard case .lost(1, let row) = reply.results[0].outcome else { throw Unexpected() }
    #expect(row.deletion != nil)
  }

  @Test(arguments: Kind.allCases)
  func `an unknown item and a value nested too deep are refused alone, no stamp for its time`(
    _ kind: Kind
  ) throws {
    var fixture = try Fixture(kind)
    var update = fixture.create(1, "update")
    update.seen = 1
    let ahead = PushChange(
      id: ItemID(high: 0, low: 2),
      state: .whole([("title", "x")], stamp: fixture.stamp(ahead: 1 << 47)),
      seen: 0
    )
    let deep = (0..<501).reduce(JSONValue.null) { value, _ in [value] }
    let wrong = PushChange(
      id: ItemID(high: 0, low: 3),
      state: .whole([("title", deep)], stamp: fixture.stamp()),
      seen: 0
    )
    let reply = try fixture.push([update, ahead, wrong, fixture.create(4, "good")])
    #expect(
      reply.results.map(\.outcome)
        == [.gone, .ok(sequence: 1), .bad(code: "depth"), .ok(sequence: 2)]
    )
  }

  @Test(arguments: Kind.allCases)
  func `a push with a number seen before is stale and changes nothing`(_ kind: Kind) throws {
    var fixture = try Fixture(kind)
    _ = try fixture.push([fixture.create(1, "a")])
    #expect(try fixture.answer([fixture.create(2, "b")]) == .push(.stale))
    #expect(try fixture.page().rows.count == 1)
  }

  @Test(arguments: Kind.allCases)
  func `pages follow each other up to the head, spaces apart`(_ kind: Kind) throws {
    var fixture = try Fixture(kind, limits: SyncLimits(page: 2))
    let changes = (1...5).map { fixture.create(UInt64($0), "\($0)") }
    _ = try fixture.push(changes)
    let first = try fixture.page()
    #expect(first.rows.map(\.sequence) == [1, 2])
    #expect(first.hasMore)
    let last = try fixture.page(after: 4, token: first.token)
    #expect(last.rows.map(\.state) == [changes[4].state])
    #expect(!last.hasMore)
    #expect(last.end == 5)
    #expect(try fixture.page(space: "other").rows.isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func `a token of other history is told to start over`(_ kind: Kind) throws {
    var fixture = try Fixture(kind)
    let reply = try fixture.push([fixture.create(1, "a")])
    for token in [
      SyncToken(epoch: reply.token.epoch + 1, head: 1, nonce: reply.token.nonce),
      SyncToken(epoch: reply.token.epoch, head: 1, nonce: reply.token.nonce + 1),
      SyncToken(epoch: reply.token.epoch, head: 9, nonce: reply.token.nonce),
    ] {
      let request = SyncRequest.changes(ChangesRequest(after: 0, token: token))
      #expect(try fixture.hub.answer(request, space: "main") == .reset(.union))
      #expect(try fixture.answer([], token: token) == .reset(.union))
    }
  }

  @Test(arguments: Kind.allCases)
  func `old tombstones are purged as a commit, and a cursor below them is refused`(
    _ kind: Kind
  ) throws {
    var fixture = try Fixture(kind)
    _ = try fixture.push([fixture.create(1, "live"), fixture.create(2, "dead", deleted: true)])
    let before = try fixture.page()
    #expect(try !fixture.hub.purge(space: "main"))
    try fixture.hub.letPass(900_000, fixture.surroundings)
    _ = try fixture.push([fixture.create(3, "young", deleted: true)], cursor: 2)
    #expect(try !fixture.hub.purge(space: "main"))
    try fixture.hub.letPass(200_000, fixture.surroundings)
    #expect(try fixture.hub.purge(space: "main"))
    let after = try fixture.page(boot: true)
    #expect(after.rows.map(\.sequence) == [1, 3])
    #expect(after.floor == 2)
    #expect(after.token.head == 4)
    #expect(after.token.nonce != before.token.nonce)
    let late = SyncRequest.changes(ChangesRequest(after: 1, token: before.token))
    #expect(try fixture.hub.answer(late, space: "main") == .reset(.authoritative))
    let boot = ChangesRequest(
      after: 1,
      token: before.token,
      isBootstrap: true,
      bootstrapFloor: 0
    )
    #expect(try fixture.hub.answer(.changes(boot), space: "main") == .reset(.authoritative))
  }

  @Test(arguments: Kind.allCases)
  func `a bootstrap leaves out tombstones older than itself, and only those`(_ kind: Kind) throws {
    var fixture = try Fixture(kind)
    _ = try fixture.push([fixture.create(1, "dead", deleted: true), fixture.create(2, "live")])
    let first = try fixture.page(boot: true, live: true)
    #expect(first.rows.map(\.sequence) == [2])
    var gone = fixture.create(2, "gone", deleted: true)
    gone.seen = 2
    _ = try fixture.push([gone])
    let next = try fixture.page(
      after: 2,
      token: first.token,
      boot: true,
      floor: 0,
      head: 2,
      live: true
    )
    #expect(next.rows.map(\.sequence) == [3])
  }

  @Test(arguments: Kind.allCases)
  func `old tombstones go by themselves with a push, at most once an hour of the hub's age`(
    _ kind: Kind
  ) throws {
    var fixture = try Fixture(kind)
    let interval = HubEnvironment.defaultPurgeInterval
    _ = try fixture.push([fixture.create(1, "dead", deleted: true)])
    // Old by then, but nobody looks within the hour.
    try fixture.hub.letPass(interval - 200_000, fixture.surroundings)
    _ = try fixture.push([fixture.create(2, "dead", deleted: true)], cursor: 1)
    #expect(try fixture.page(boot: true).floor == 0)
    try fixture.hub.letPass(200_000, fixture.surroundings)
    #expect(try fixture.page(boot: true).floor == 1)
    try fixture.hub.letPass(1_300_000, fixture.surroundings)
    #expect(try fixture.page(boot: true).floor == 1)
    try fixture.hub.letPass(interval, fixture.surroundings)
    let page = try fixture.page(boot: true)
    #expect(page.rows.isEmpty)
    #expect(page.token.head == page.end)
    #expect(page.floor > 1)
  }

  @Test(arguments: Kind.allCases)
  func `a hub whose clock is set back goes on taking what it took`(_ kind: Kind) throws {
    var fixture = try Fixture(kind)
    fixture.surroundings.advance(86_400_000)
    let ahead = fixture.create(1, "ahead")
    _ = try fixture.push([ahead])
    fixture.surroundings.advance(-86_400_000)
    var later = ahead
    later.seen = 1
    later.state = ItemState([
      ItemState.Entry("title", "later", stamp: Stamp(time: ahead.state.stamps[0].time + 9, node: 1))
    ])
    #expect(try fixture.push([later]).results.map(\.outcome) == [.ok(sequence: 2)])
  }

  @Test(arguments: Kind.allCases)
  func `fields that are absent, unknown or of an unknown form are taken and sent as they came`(
    _ kind: Kind
  ) throws {
    var fixture = try Fixture(kind)
    let values: [(String, JSONValue)] = [
      ("due", "2026-11-30"), ("status", ["name": "waiting"]), ("created", .integer(.min)),
      ("priority", "urgent"), ("title", 5), ("tag:a", ["by": 1]), ("repeat", [["rule", 1.5]]),
    ]
    let state = ItemState(values.map { ItemState.Entry($0.0, $0.1, stamp: fixture.stamp()) })
    let change = PushChange(id: ItemID(high: 0, low: 1), state: state, seen: 0)
    #expect(try fixture.push([change]).results.map(\.outcome) == [.ok(sequence: 1)])
    let page = try ChangesPage(bytes: fixture.page(boot: true).bytes)
    #expect(page.rows.map(\.state) == [state])
    let bytes = page.rows[0].state.entries.map(\.value.canonicalBytes)
    #expect(bytes == state.entries.map(\.value.canonicalBytes))
  }
}
#endif
