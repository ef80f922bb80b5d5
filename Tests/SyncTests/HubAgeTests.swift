// The time that a hub has seen pass, and what goes by it.

import Storage
import Sync
import Testing

@Suite struct `The age of a hub` {
  typealias Kind = HubStoreKind

  /// What the clock of whoever pushes shows, and how often somebody pushed.
  private final class Clock: Sendable {
    let now = Locked<Int64>(0)
    let pushes = Locked<Int64>(0)
  }

  /// Sessions that push to one space by clocks of their own.
  private struct Fixture {
    let stores: HubStoreKind.Stores
    private let clock = Clock()
    let hub: Hub

    init(_ kind: Kind) throws {
      stores = try kind.makeStores()
      let environment = HubEnvironment(
        now: { [clock] in clock.now.withLock { $0 } },
        random: { Int64.random(in: 0 ... .max) },
        retention: 1_000,
        purgeInterval: 10
      )
      hub = Hub(store: stores.first, environment: environment)
      _ = try token()
    }

    func token() throws -> SyncToken {
      let request = ChangesRequest(after: 0, limit: 1, token: nil, isBootstrap: true)
      guard case .changes(let page) = try hub.answer(.changes(request), space: "main") else {
        throw Unexpected()
      }
      return page.token
    }

    /// One push of a session whose clock shows that many milliseconds; returns the age after it.
    @discardableResult
    func push(_ session: Int64, at time: Int64, _ changes: [PushChange] = []) throws -> Int64 {
      clock.now.withLock { $0 = 1_800_000_000_000 + time }
      let token = try token()
      let number = clock.pushes.withLock {
        $0 += 1
        return $0
      }
      let push = PushRequest(
        device: 1,
        session: session,
        counter: number,
        token: token,
        cursor: token.head,
        changes: changes
      )
      guard case .push(.accepted) = try hub.answer(.push(push), space: "main") else {
        throw Unexpected()
      }
      return try space().age
    }

    /// A tombstone, pushed by a session.
    func delete(_ number: UInt64, _ session: Int64, at time: Int64) throws {
      let stamp = Stamp(milliseconds: time, node: number)
      let state = ItemState([ItemState.Entry("title", "x", stamp: .zero)], deletion: stamp)
      let change = PushChange(id: ItemID(high: 1, low: number), state: state, seen: 0)
      try push(session, at: time, [change])
    }

    func space() throws -> HubSpace {
      try #require(
        try stores.first.read("main") { transaction throws(HubError) in try transaction.space() }
      )
    }

    func knows(_ session: Int64) throws -> Bool {
      try stores.first.read("main") { transaction throws(HubError) in
        try transaction.session(session) != nil
      }
    }

    /// How a store with that token and cursor is answered.
    func answer(_ token: SyncToken, cursor: Int64) throws -> SyncReply {
      try hub.answer(.changes(ChangesRequest(after: cursor, token: token)), space: "main")
    }
  }

  private struct Unexpected: Error {}

  @Test(arguments: Kind.allCases)
  func `grows by what one session saw pass, a tenth of the retention at most`(_ kind: Kind) throws {
    let fixture = try Fixture(kind)
    #expect(try fixture.push(1, at: 0) == 0)
    #expect(try fixture.push(1, at: 60) == 60)
    #expect(try fixture.push(1, at: 1_000_000) == 160)
    // A clock that is set back makes nothing younger.
    #expect(try fixture.push(1, at: 0) == 160)
    #expect(try fixture.push(1, at: 10) == 170)
  }

  @Test(arguments: Kind.allCases)
  func `does not grow by a first push, nor once for each of several devices`(_ kind: Kind) throws {
    let fixture = try Fixture(kind)
    for session in 1...5 as ClosedRange<Int64> {
      #expect(try fixture.push(session, at: 1_000_000 * session) == 0)
    }
    for session in 1...5 as ClosedRange<Int64> {
      #expect(try fixture.push(session, at: 1_000_000 * session + 50) == 50)
    }
  }

  @Test(arguments: Kind.allCases)
  func `lets a tombstone go once it is older than the retention`(_ kind: Kind) throws {
    let fixture = try Fixture(kind)
    try fixture.push(1, at: 0)
    try fixture.delete(7, 1, at: 50)
    var time: Int64 = 50
    while time < 1_050 {
      time += 100
      #expect(try fixture.push(1, at: time) == time)
      #expect(try fixture.space().floor == 0, "at \(time)")
    }
    try fixture.push(1, at: time + 11)
    #expect(try fixture.space().floor == 1)
  }

  @Test(arguments: Kind.allCases)
  func `keeps a store's token for four retentions after it was away, and then forgets it`(
    _ kind: Kind
  ) throws {
    let fixture = try Fixture(kind)
    try fixture.push(2, at: 0)
    let away = try fixture.token()
    var time: Int64 = 0
    func pass(_ milliseconds: Int64) throws {
      for _ in 0..<milliseconds / 100 {
        time += 100
        try fixture.push(1, at: time)
      }
    }
    // Until then the token was the latest, however old.
    try pass(10_000)
    try fixture.delete(7, 1, at: time)
    try fixture.delete(8, 1, at: time)
    try pass(1_200)
    #expect(try fixture.space().floor == 2)
    #expect(try fixture.answer(away, cursor: 0) == .reset(.authoritative))
    #expect(try !fixture.knows(2))
    let latest = try fixture.token()
    try pass(2_700)
    #expect(try fixture.answer(away, cursor: 0) == .reset(.authoritative))
    try pass(300)
    #expect(try fixture.answer(away, cursor: 0) == .reset(.union))
    // What the hub would go on with is never forgotten.
    guard case .changes = try fixture.answer(latest, cursor: latest.head) else {
      Issue.record("the latest token is not known")
      return
    }
    #expect(try fixture.knows(1))
  }
}
