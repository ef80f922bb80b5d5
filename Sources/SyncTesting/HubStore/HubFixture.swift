import Storage
import Sync

/// A hub on a store, with a clock that moves only when it is looked at, and a device that pushes.
struct HubFixture {
  let hub: Hub
  let clock = HubClock()
  private var counter: Int64 = 0

  /// A reply of another kind than that of the request.
  struct Unexpected: Error {}

  init(_ store: any HubStore, limits: SyncLimits = SyncLimits()) {
    hub = Hub(store: store, environment: clock.environment(limits: limits))
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

  /// Pushes changes, which must be taken.
  mutating func push(_ changes: [PushChange], cursor: Int64 = 0) throws -> PushAcceptance {
    counter += 1
    guard case .push(.accepted(let reply)) = try answer(changes, cursor: cursor) else {
      throw Unexpected()
    }
    return reply
  }

  /// The answer to a push with the number of the last one.
  func answer(
    _ changes: [PushChange],
    cursor: Int64 = 0,
    token: SyncToken? = nil
  ) throws -> SyncReply {
    let push = PushRequest(
      device: 7,
      session: 1,
      counter: counter,
      token: try token ?? page().token,
      cursor: cursor,
      changes: changes
    )
    return try hub.answer(.push(push), space: "main")
  }

  /// Lets time pass that the hub sees pass: somebody syncs now and then, and changes nothing.
  func letPass(_ milliseconds: Int64) throws {
    let step = HubClock.retention / 10
    for number in 0...milliseconds / step {
      if number > 0 { clock.advance(step) }
      let page = try page(boot: true)
      let push = PushRequest(
        device: 99,
        session: 99,
        counter: clock.now,
        token: page.token,
        cursor: page.token.head,
        changes: []
      )
      _ = try hub.answer(.push(push), space: "main")
    }
  }

  func stamp(_ node: UInt64 = 1, ahead: Int64 = 0) -> Stamp {
    Stamp(milliseconds: clock.now + ahead, node: node)
  }

  /// A change that makes an item.
  func create(_ number: UInt64, _ title: String, deleted: Bool = false) -> PushChange {
    let stamp = stamp()
    return PushChange(
      id: ItemID(high: 0, low: number),
      state: .sample(
        [("title", .string(title))],
        stamp: stamp,
        deletion: deleted ? self.stamp() : nil
      ),
      seen: 0
    )
  }
}

/// A clock that moves on by a millisecond with each look, and randomness that is alike in each run.
final class HubClock: Sendable {
  /// How long the hubs of this clock keep tombstones, in milliseconds of a space's age.
  static let retention: Int64 = 1_000_000

  private let state = Locked((now: Int64(1_800_000_000_000), generator: SeededGenerator(seed: 1)))

  var now: Int64 {
    state.withLock {
      $0.now += 1
      return $0.now
    }
  }

  func advance(_ milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

  func environment(limits: SyncLimits = SyncLimits()) -> HubEnvironment {
    HubEnvironment(
      now: { self.now },
      random: { self.state.withLock { Int64($0.generator.next() >> 1) } },
      limits: limits,
      retention: HubClock.retention
    )
  }
}
