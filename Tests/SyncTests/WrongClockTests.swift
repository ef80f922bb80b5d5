// Devices with wrong clocks, and hubs that have no clock but theirs.

import Storage
import Sync
import SyncSimulator
import Testing

/// Devices on one hub or several, each hub with the clock of whoever asks, as a hub file has.
struct Fleet {
  static let day: Int64 = 86_400_000

  struct Device {
    let store: SQLiteRepository
    /// How far the device's clock is ahead, in milliseconds.
    var skew: Int64 = 0
  }

  let surroundings = TestSurroundings()

  func device(aheadBy skew: Int64 = 0) throws -> Device {
    Device(
      store: try SQLiteRepository.inMemory(environment: surroundings.store(aheadBy: skew)),
      skew: skew
    )
  }

  /// One sync; the address is only how the hub is reached.
  @discardableResult
  func sync(
    _ device: Device,
    with hub: any HubStore,
    at address: String = "file:/test/hub",
    hasOwnClock: Bool = false,
    retention: Int64 = HubEnvironment.defaultRetention,
    steps: [ScriptedNetworkService.Step] = []
  ) async throws -> SyncSummary {
    var environment = surroundings.hub(retention: retention)
    environment.now = { surroundings.now + (hasOwnClock ? 0 : device.skew) }
    let hub = Hub(store: hub, environment: environment)
    return try await SyncEngine(
      store: device.store,
      remote: try Remote(address),
      networkService: ScriptedNetworkService(InProcessNetworkService(hub), steps),
      environment: surroundings.engine
    ).sync()
  }

  /// The latest stamp on a hub.
  func maxStamp(on hub: any HubStore) throws -> Stamp {
    let rows = try hub.read("main") { transaction throws(HubError) in
      try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0)
    }
    return try #require(rows.compactMap(\.state.maxStamp).max())
  }

  func edit(_ id: ItemID, on device: Device, title: String) async throws {
    var item = try #require(try await device.store.item(id))
    item.title = title
    _ = try await device.store.update(item)
  }

  func title(_ id: ItemID, on device: Device) async throws -> String? {
    try await device.store.item(id)?.title
  }

  func space(of hub: any HubStore) throws -> HubSpace {
    try #require(try hub.read("main") { transaction throws(HubError) in try transaction.space() })
  }
}

@Suite struct `Wrong clocks` {
  let fleet = Fleet()

  @Test(arguments: HubStoreKind.allCases)
  func `a time from the future locks nobody out of another hub`(_ kind: HubStoreKind) async throws {
    let fast = try fleet.device(aheadBy: Fleet.day)
    let right = try fleet.device()
    let hub = try kind.makeStores().first
    let milk = try await fast.store.add("Milk")
    try await fleet.sync(fast, with: hub)
    try await fleet.sync(right, with: hub)
    try await fleet.edit(milk.id, on: right, title: "Oat milk")
    _ = try await right.store.add("Bread")

    let other = try kind.makeStores().first
    let summary = try await fleet.sync(right, with: other, at: "file:/test/other")
    #expect(summary.pushed == 2)
    #expect(try await right.store.syncStatus().unsynced == 0)
    try await fleet.sync(fast, with: other, at: "file:/test/other")
    #expect(try await fleet.title(milk.id, on: fast) == "Oat milk")
  }

  @Test func `an edit made in the knowledge of one beyond the year 6429 wins`() async throws {
    let late = try fleet.device(aheadBy: 1 << 47)
    let right = try fleet.device()
    let hub = MemoryHubStore()
    let milk = try await late.store.add("Milk")
    for number in 0..<5 { try await fleet.edit(milk.id, on: late, title: "Milk \(number)") }
    try await fleet.sync(late, with: hub)
    try await fleet.sync(right, with: hub)
    #expect(try await fleet.title(milk.id, on: right) == "Milk 4")
    try await fleet.edit(milk.id, on: right, title: "Oat milk")
    try await fleet.sync(right, with: hub)
    try await fleet.sync(late, with: hub)
    #expect(try await fleet.title(milk.id, on: late) == "Oat milk")
    #expect(try await fleet.title(milk.id, on: right) == "Oat milk")
  }

  @Test func `what nobody else knows of is stamped by the clock of a hub that has one`()
    async throws
  {
    let fast = try fleet.device(aheadBy: 366 * Fleet.day)
    let hub = MemoryHubStore()
    let milk = try await fast.store.add("Milk")
    try await fleet.edit(milk.id, on: fast, title: "Oat milk")
    try await fleet.sync(fast, with: hub, hasOwnClock: true)
    #expect(try fleet.maxStamp(on: hub).milliseconds < fleet.surroundings.now + maxClockDrift)
    let clock = try await fast.store.readReplica { transaction throws(StorageError) in
      Stamp(time: transaction.clock, node: 0)
    }
    #expect(clock.milliseconds < fleet.surroundings.now + maxClockDrift)

    let right = try fleet.device()
    try await fleet.sync(right, with: hub, hasOwnClock: true)
    try await fleet.edit(milk.id, on: right, title: "Soy milk")
    try await fleet.sync(right, with: hub, hasOwnClock: true)
    try await fleet.sync(fast, with: hub, hasOwnClock: true)
    #expect(try await fleet.title(milk.id, on: fast) == "Soy milk")
  }

  @Test func `an edit of a refused change is sent, however far ahead it was made`() async throws {
    let fast = try fleet.device(aheadBy: 366 * Fleet.day)
    let hub = MemoryHubStore()
    let milk = try await fast.store.add("Milk")
    try await fleet.sync(fast, with: hub, hasOwnClock: true)
    try await fleet.edit(milk.id, on: fast, title: "Far too much milk")
    let refusal = NetworkResponse(status: 413)
    try await fleet.sync(fast, with: hub, hasOwnClock: true, steps: [.pass, .answer(refusal)])
    #expect(try await fast.store.syncStatus().conflicts.map(\.kind) == [.quarantined])
    try await fleet.edit(milk.id, on: fast, title: "Oat milk")
    try await fleet.sync(fast, with: hub, hasOwnClock: true)
    let status = try await fast.store.syncStatus()
    #expect(status.unsynced == 0)
    #expect(status.conflicts == [])
  }

  @Test func `what may be known elsewhere is never stamped again`() async throws {
    let fast = try fleet.device(aheadBy: 366 * Fleet.day)
    let hub = MemoryHubStore()
    let milk = try await fast.store.add("Milk")
    // The hub takes it, by the device's clock, and no answer comes.
    await #expect(throws: SyncError.self) {
      try await fleet.sync(fast, with: hub, steps: [.pass, .loseAnswer, .cancel])
    }
    let stamp = try fleet.maxStamp(on: hub)
    #expect(stamp.milliseconds > fleet.surroundings.now + Fleet.day)
    let sent = try await fast.store.readReplica { transaction throws(StorageError) in
      transaction.exchangedTime
    }
    #expect(sent == stamp.time)

    // The clock is set right, and another hub with a clock of its own is in the place of the first.
    let other = MemoryHubStore()
    let mended = Fleet.Device(store: fast.store)
    try await fleet.sync(mended, with: other, hasOwnClock: true)
    #expect(try fleet.maxStamp(on: other) == stamp)
    try await fleet.edit(milk.id, on: mended, title: "Oat milk")
    try await fleet.sync(mended, with: other, hasOwnClock: true)
    let right = try fleet.device()
    for hub in [hub, other] { try await fleet.sync(right, with: hub, at: "file:/test/any") }
    #expect(try await fleet.title(milk.id, on: right) == "Oat milk")
  }

  @Test func `a run with something to push begins with a pull, which tells the hub's clock`()
    async throws
  {
    let pair = try Pair.overMemory()
    try await pair.syncAll()
    _ = try await pair.first.add("Milk")
    let phases = Recorder()
    let summary = try await pair.engine(pair.first).sync { phases.append($0.phase) }
    #expect(phases.values == [.pulling, .pushing])
    #expect(summary.requests == 2)
  }

  @Test func `a stamp beyond 48 bits is refused where it is read, with its place`() throws {
    let stamp = "80000000000000000000000000"
    let row =
      "{\"f\":{\"title\":\"x\"},\"i\":\"01900000-0000-7000-8000-000000000001\","
      + "\"q\":1,\"t\":\"\(stamp)\"}"
    let page = row + "\n{\"end\":1,\"floor\":0,\"more\":false,\"n\":1,\"now\":1}\n"
    let place = #expect(throws: WireError.self) { try ChangesPage(bytes: Array(page.utf8)) }
    #expect(place?.message.contains("column") == true, "\(String(describing: place))")
    #expect(Stamp(milliseconds: .max, counter: .max, node: 0).time == .max)
  }

  @Test(arguments: HubStoreKind.allCases)
  func `a device that is far ahead does not make a hub forget young deletions`(
    _ kind: HubStoreKind
  ) async throws {
    let ahead = try fleet.device(aheadBy: 100 * Fleet.day)
    let (first, second) = (try fleet.device(), try fleet.device())
    let hub = try kind.makeStores().first
    let milk = try await first.store.add("Milk")
    for device in [first, second, ahead] { try await fleet.sync(device, with: hub) }
    try await first.store.delete(milk.id)
    try await fleet.sync(first, with: hub)
    _ = try await ahead.store.add("Bread")
    try await fleet.sync(ahead, with: hub)
    #expect(try fleet.space(of: hub).floor == 0)

    // Made after the deletion, without knowing of it: the item comes back whole.
    try await fleet.edit(milk.id, on: second, title: "Oat milk")
    try await fleet.sync(second, with: hub)
    try await fleet.sync(first, with: hub)
    #expect(try await fleet.title(milk.id, on: first) == "Oat milk")
    #expect(try await second.store.syncStatus().conflicts == [])
  }
}

@Suite struct `Several names of one hub` {
  let fleet = Fleet()

  @Test func `cost nothing, and ask nobody`() async throws {
    let device = try fleet.device()
    let hub = MemoryHubStore()
    _ = try await device.store.add("Milk")
    for name in ["file:/test/hub", "file:/test/link", "https://hub.example/main"] {
      let summary = try await fleet.sync(device, with: hub, at: name)
      #expect(summary.resets == 0)
      #expect(summary.pushed == (name == "file:/test/hub" ? 1 : 0))
      #expect(try await device.store.syncStatus().remote?.hasPrefix(name) == true)
    }
    let before = try fleet.space(of: hub).head
    #expect(before == 1)
  }

  @Test func `a hub that does not know the store is met only with consent`() async throws {
    let device = try fleet.device()
    let milk = try await device.store.add("Milk")
    try await fleet.sync(device, with: MemoryHubStore())
    let before = try await device.store.syncStatus()
    let other = MemoryHubStore()
    let service = InProcessNetworkService(
      Hub(store: other, environment: fleet.surroundings.hub())
    )
    let engine = SyncEngine(
      store: device.store,
      remote: try Remote("file:/test/other"),
      networkService: service,
      environment: fleet.surroundings.engine
    )
    let error = await #expect(throws: SyncError.self) {
      try await engine.sync(unknown: { () throws(SyncError) in throw SyncError(.cancelled, "No.") })
    }
    #expect(error?.message == "No.")
    #expect(try await device.store.syncStatus() == before)
    let asked = Locked(0)
    let summary = try await engine.sync(unknown: { asked.withLock { $0 += 1 } })
    #expect(asked.withLock { $0 } == 1)
    #expect(summary.resets == 1 && summary.pushed == 1)
    #expect(try await fleet.title(milk.id, on: device) == "Milk")
  }

  @Test(arguments: HubStoreKind.allCases)
  func `bring back nothing that was deleted for good`(_ kind: HubStoreKind) async throws {
    let (first, second) = (try fleet.device(), try fleet.device())
    let hub = try kind.makeStores().first
    let milk = try await first.store.add("Milk")
    let bread = try await first.store.add("Bread")
    let retention = 10 * Fleet.day
    for device in [first, second] { try await fleet.sync(device, with: hub, retention: retention) }
    try await first.store.delete(milk.id)
    for number in 0..<15 {
      fleet.surroundings.advance(retention / 10)
      try await fleet.edit(bread.id, on: first, title: "Bread \(number)")
      try await fleet.sync(first, with: hub, retention: retention)
    }
    #expect(try fleet.space(of: hub).floor > 0)

    let name = "file:/test/the/same/hub"
    try await fleet.sync(second, with: hub, at: name, retention: retention)
    #expect(try await fleet.title(milk.id, on: second) == nil)
    #expect(try await fleet.title(bread.id, on: second) == "Bread 14")
    try await fleet.sync(first, with: hub, retention: retention)
    #expect(try await fleet.title(milk.id, on: first) == nil)
  }
}
