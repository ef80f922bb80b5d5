// What an engine remembers in its store, and what it does beside a run.

import Storage
import Sync
import SyncSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite final class SyncEngineStateTests: Sendable {
  private let pair: Pair
  private let now = Locked<Int64>(1_000_000)

  init() throws { pair = try Pair.overMemory() }

  private func engine(over service: (any NetworkService)? = nil) throws -> SyncEngine {
    var environment = pair.surroundings.engine
    environment.now = { self.now.withLock { $0 } }
    return SyncEngine(
      store: pair.first,
      remote: try Remote("file:/test/hub"),
      networkService: service ?? pair.service,
      environment: environment
    )
  }

  private func sync(at time: Int64, _ steps: [ScriptedNetworkService.Step] = []) async throws {
    now.withLock { $0 = time }
    _ = try await engine(over: ScriptedNetworkService(pair.service, steps)).sync()
  }

  private var lastSync: Int64? {
    get async throws {
      try await pair.first.syncStatus().lastSync.map {
        Int64(($0.timeIntervalSince1970 * 1_000).rounded())
      }
    }
  }

  @Test func `the end of a sync is remembered to the minute, whatever the clock does`() async throws
  {
    for (time, remembered) in [
      (1_000_000, 1_000_000), (1_059_999, 1_000_000), (1_060_000, 1_060_000),
      (1_060_001, 1_060_000), (1_059_999, 1_059_999),
    ] as [(Int64, Int64)] {
      try await sync(at: time)
      #expect(try await lastSync == remembered, "at \(time)")
    }
  }

  @Test func `a refusal is remembered from its first time until the hub takes the store again`()
    async throws
  {
    try await sync(at: 1_000_000)
    let refusals: [(Int, SyncError.Code, Int64, Int64)] = [
      (401, .unauthorized, 2_000_000, 2_000_000), (401, .unauthorized, 3_000_000, 2_000_000),
      (426, .upgrade, 4_000_000, 4_000_000),
    ]
    for (status, code, time, since) in refusals {
      let error = await #expect(throws: SyncError.self) {
        try await sync(at: time, [.answer(NetworkResponse(status: status))])
      }
      #expect(error?.code == code)
      let refusal = try #require(try await pair.first.syncStatus().refusal)
      #expect(refusal.code == code)
      #expect(refusal.since == Date(timeIntervalSince1970: Double(since) / 1_000))
    }
    // What passes is not remembered, and takes nothing away.
    await #expect(throws: SyncError.self) { try await sync(at: 5_000_000, [.cancel]) }
    #expect(try await pair.first.syncStatus().refusal?.code == .upgrade)
    // Within the minute of the last sync, too.
    try await sync(at: 1_000_001)
    #expect(try await pair.first.syncStatus().refusal == nil)
  }

  @Test func `a store that was never synced remembers no refusal`() async throws {
    await #expect(throws: SyncError.self) {
      try await sync(at: 2_000_000, [.answer(NetworkResponse(status: 401))])
    }
    let status = try await pair.first.syncStatus()
    #expect(!status.hasMetHub && status.lastSync == nil)
  }

  @Test
  func `a hub that does not know the store is asked about first, and nothing happens on a no`()
    async throws
  {
    try await pair.first.add("Milk")
    try await sync(at: 1_000_000)
    let empty = InProcessNetworkService(
      Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    )
    func bytes() async throws -> [UInt8]? {
      try await pair.first.readReplica { transaction throws(StorageError) in
        try transaction.syncState()
      }
    }
    let before = try await bytes()
    let asked = Locked(0)
    let error = await #expect(throws: SyncError.self) {
      try await engine(over: empty).sync(unknown: { () throws(SyncError) in
        asked.withLock { $0 += 1 }
        throw SyncError(.cancelled, "no")
      })
    }
    #expect(error?.message == "no" && asked.withLock { $0 } == 1)
    #expect(try await bytes() == before)
    #expect(try await pair.first.syncStatus().unsynced == 0)
    let summary = try await engine(over: empty).sync()
    #expect(summary.resets == 1 && summary.pushed == 1)
  }

  @Test func `one thing at a time, and an error leaves the engine free`() async throws {
    try await sync(at: 1_000_000)
    let held = HeldService(pair.service)
    let engine = try engine(over: held)
    let running = Task { try await engine.sync() }
    await held.waitForRequest()
    for attempt in [
      { () async throws in _ = try await engine.sync() },
      { () async throws in _ = try await engine.plan() },
      { () async throws in _ = try await engine.differences() },
      { () async throws in _ = try await engine.waitForChanges() },
    ] {
      let error = await #expect(throws: SyncError.self) { try await attempt() }
      #expect(error?.code == .busy)
    }
    held.release()
    _ = try await running.value
    _ = try await engine.plan()
    let failing = try self.engine(
      over: ScriptedNetworkService(pair.service, [.answer(NetworkResponse(status: 401)), .pass])
    )
    await #expect(throws: SyncError.self) { try await failing.plan() }
    #expect(try await failing.plan().beginning == .known)
  }

  @Test func `a store that was never synced does not wait`() async throws {
    let held = HeldService(pair.service)
    #expect(try await engine(over: held).waitForChanges())
    #expect(held.requests.isEmpty)
  }

  @Test(arguments: [
    (Duration.seconds(55), "55"), (.seconds(0), "0"), (.seconds(-5), "0"),
    (.milliseconds(1_900), "1"),
  ])
  func `a wait asks for whole seconds`(_ duration: Duration, _ seconds: String) async throws {
    try await sync(at: 1_000_000)
    let unchanged = ScriptedNetworkService(
      pair.service,
      [.answer(NetworkResponse(status: 204))]
    )
    let held = HeldService(unchanged)
    held.release()
    #expect(try await engine(over: held).waitForChanges(for: duration) == false)
    let query = try #require(held.requests.first).query
    #expect(query.contains { $0.value == seconds }, "\(query)")
  }

  @Test func `a wait ends with what the hub has, and a sync ends it as if the time were up`()
    async throws
  {
    try await sync(at: 1_000_000)
    let held = HeldService(pair.service)
    let engine = try engine(over: held)
    let waiting = Task { try await engine.waitForChanges() }
    await held.waitForRequest()
    held.release()
    _ = try await engine.sync()
    #expect(try await waiting.value == false)
    try await pair.second.add("Theirs")
    _ = try await pair.engine(pair.second).sync()
    #expect(try await engine.waitForChanges())
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await engine.waitForChanges()
    }
    cancelled.cancel()
    let error = await #expect(throws: SyncError.self) { try await cancelled.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `progress says how far behind the hub the store is, and counts bytes`() async throws {
    let limits = SyncLimits(page: 4)
    let pair = try Pair.overMemory(limits: limits)
    for number in 0..<10 { try await pair.second.add("Item \(number)") }
    _ = try await pair.engine(pair.second).sync()
    let told = Locked<[SyncProgress]>([])
    let summary = try await pair.engine(pair.first, limits: limits).sync { moment in
      told.withLock { $0.append(moment) }
    }
    let moments = told.withLock { $0 }
    #expect(moments.map(\.behind) == [nil, 6, 2])
    #expect(moments.map(\.phase) == [.bootstrapping, .bootstrapping, .bootstrapping])
    let received = moments.map(\.summary.bytesReceived)
    #expect(received[0] == 0 && received[1] > 0 && received[2] > received[1])
    #expect(summary.bytesReceived > received[2] && summary.bytesSent == 0)
    #expect(summary.pulled == 10)
    #expect(try await pair.first.syncStatus().behind == 0)
  }

  @Test(arguments: [(0, 1_000), (UInt64.max, 3_000), (1 << 63, 2_000)] as [(UInt64, Int64)])
  func `a pause is its least and a random part of the spread`(
    _ random: UInt64,
    _ milliseconds: Int64
  ) async throws {
    let slept = Locked<[Duration]>([])
    let environment = SyncEnvironment(
      sleep: { pause in slept.withLock { $0.append(pause) } },
      random: { random }
    )
    let answer = NetworkResponse(
      status: 503,
      headers: [NetworkRequest.Pair("Retry-After", "1")]
    )
    let engine = SyncEngine(
      store: pair.first,
      remote: try Remote("file:/test/hub"),
      networkService: ScriptedNetworkService(pair.service, [.answer(answer)]),
      environment: environment
    )
    _ = try await engine.sync()
    // The spread after a pause that the hub asks for is a tenth of it.
    let pause = try #require(slept.withLock { $0 }.first)
    let expected = 1_000 + (milliseconds - 1_000) / 20
    let difference = pause - .milliseconds(expected)
    #expect(difference < .milliseconds(1) && difference > .milliseconds(-1), "\(pause)")
  }

  @Test func `a status counts what is unsent without what the hub refused`() async throws {
    let first = try await pair.first.add("One")
    try await pair.first.add("Two")
    try await pair.first.writeReplica { transaction throws(StorageError) in
      let conflict = SyncConflict(
        kind: .quarantined,
        item: first.id,
        reason: "",
        time: .max,
        content: [:]
      )
      try transaction.addConflict(conflict)
    }
    let status = try await pair.first.syncStatus()
    #expect(status.unsynced == 2 && status.unsent == 1 && status.behind == nil)
    #expect(status.remote == nil && !status.hasMetHub)
    let plan = try await engine().plan()
    #expect(plan.pushes == 1)
  }

  @Test func `a store holds nothing until it has an item or has met a hub`() async throws {
    func holdsNothing(_ store: SQLiteRepository) async throws -> Bool {
      try await store.readReplica { transaction throws(StorageError) in
        try transaction.holdsNothing()
      }
    }
    #expect(try await holdsNothing(pair.first))
    try await pair.first.remember(try Remote("file:/test/hub")) { 1 }
    #expect(try await holdsNothing(pair.first))
    _ = try await pair.engine(pair.first).sync()
    #expect(try await !holdsNothing(pair.first))
    let item = try await pair.second.add("Milk")
    #expect(try await !holdsNothing(pair.second))
    try await pair.second.delete(item.id)
    #expect(try await !holdsNothing(pair.second))
  }
}

/// Holds each request back until it is released, and notes them.
private final class HeldService: NetworkService {
  private struct State {
    var requests: [NetworkRequest] = []
    var isReleased = false
  }

  private let base: any NetworkService
  private let state = Locked(State())

  var requests: [NetworkRequest] { state.withLock { $0.requests } }

  init(_ base: any NetworkService) { self.base = base }

  func release() { state.withLock { $0.isReleased = true } }

  func waitForRequest() async {
    while state.withLock({ $0.requests.isEmpty }) { await Task.yield() }
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    state.withLock { $0.requests.append(request) }
    while !state.withLock({ $0.isReleased }) {
      guard !Task.isCancelled else { throw NetworkError(.cancelled, "cancelled") }
      await Task.yield()
    }
    return try await base.send(request)
  }
}
