// A store that is followed.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct SyncFollowTests {
  /// Follows the first store until the body returns, on a clock that stands still: every answer comes at once.
  private func following(
    _ pair: Pair,
    over service: any NetworkService,
    _ body: (AsyncStream<SyncActivity>) async throws -> Void
  ) async throws -> SyncError? {
    let (activities, continuation) = AsyncStream.makeStream(of: SyncActivity.self)
    var environment = pair.surroundings.engine
    environment.uptime = { 0 }
    let engine = SyncEngine(
      store: pair.first,
      remote: try Remote("file:/test/hub"),
      networkService: service,
      environment: environment
    )
    let changes = pair.first.changes()
    let task = Task { () -> SyncError? in
      defer { continuation.finish() }
      do throws(SyncError) {
        try await engine.follow(changes) { activity in
          if case .progress = activity { return }
          continuation.yield(activity)
        }
        return nil
      } catch {
        return error
      }
    }
    try await body(activities)
    task.cancel()
    return await task.value
  }

  private func patientService(_ pair: Pair) -> InProcessNetworkService {
    let hub = Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    return InProcessNetworkService(hub, sleep: { _ in try await Task.sleep(for: .milliseconds(1)) })
  }

  @Test func `changes here and on the hub are carried over as they come`() async throws {
    let pair = try Pair.overMemory()
    let service = patientService(pair)
    let error = try await following(pair, over: service) { activities in
      #expect(await activities.next()?.summary?.pulled == 0)
      try await pair.first.add("Milk")
      #expect(await activities.next()?.summary?.pushed == 1)
      try await pair.second.add("Bread")
      _ = try await pair.engine(pair.second, over: service).sync()
      #expect(await activities.next()?.summary?.pulled == 1)
      #expect(try await pair.first.items().map(\.title) == ["Milk", "Bread"])
      try await pair.first.add("Salt")
      #expect(await activities.next()?.summary?.pushed == 1)
    }
    #expect(error?.code == .cancelled)
  }

  @Test func `what fails is tried again after growing pauses, and a store that closes is the end`()
    async throws
  {
    let pair = try Pair.overMemory()
    let service = GatedNetworkService(patientService(pair))
    let error = try await following(pair, over: service) { activities in
      var pauses: [Duration] = []
      while pauses.count < 12, case .failed(let error, let pause) = await activities.next() {
        #expect(error.code == .unreachable)
        pauses.append(pause)
      }
      for (number, pause) in pauses.enumerated() {
        #expect(pause <= .milliseconds(500) * (1 << number) && pause <= .seconds(300))
      }
      #expect(Set(pauses).count > 6)
      service.isOpen.withLock { $0 = true }
      while let activity = await activities.next() { if activity.summary != nil { break } }
      await pair.first.close()
      while await activities.next() != nil {}
    }
    #expect(error == nil || error?.code == .store)
  }

  @Test(arguments: [429, 503])
  func `a hub that asks to wait is asked again no sooner, and each request once`(
    status: Int
  ) async throws {
    let pair = try Pair.overMemory()
    let busy = NetworkResponse(
      status: status,
      headers: [NetworkRequest.Pair("Retry-After", "900")]
    )
    let service = ScriptedNetworkService(
      patientService(pair),
      [.answer(busy), .answer(busy), .pass, .answer(busy)]
    )
    let error = try await following(pair, over: service) { activities in
      // Two syncs, and a wait.
      for expected in [false, false, true, false] {
        let activity = await activities.next()
        #expect((activity?.summary != nil) == expected)
        guard case .failed(let error, let pause) = activity else { continue }
        #expect(error.code == .busy && (.seconds(900)...(.seconds(990))).contains(pause))
      }
    }
    #expect(error?.code == .cancelled)
  }

  @Test func `a hub that says at once that nothing is new is asked more and more rarely`()
    async throws
  {
    let pair = try Pair.overMemory()
    let hub = Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    let service = ImmediateNetworkService(hub)
    _ = try await following(pair, over: service) { activities in
      #expect(await activities.next()?.summary != nil)
      while pair.surroundings.slept.count < 20 { await Task.yield() }
    }
    let pauses = pair.surroundings.slept
    #expect(service.count.withLock { $0 } <= pauses.count + 4)
    for (number, pause) in pauses.enumerated() {
      #expect(pause <= .milliseconds(500) * (1 << min(number, 20)))
    }
    #expect(pauses.contains { $0 > .seconds(20) })
  }

  @Test func `what no other try would change ends it`() async throws {
    let pair = try Pair.overMemory()
    let service = ScriptedNetworkService(pair.service, [.answer(NetworkResponse(status: 401))])
    let error = try await following(pair, over: service) { activities in
      #expect(await activities.next()?.summary == nil)
    }
    #expect(error?.code == .unauthorized)
  }

  @Test(arguments: [(401, SyncError.Code?.some(.unauthorized)), (426, .upgrade), (400, nil)])
  func `a refusal is remembered until the hub takes the store again`(
    status: Int,
    code: SyncError.Code?
  ) async throws {
    let pair = try Pair.overMemory()
    let service = ScriptedNetworkService(
      pair.service,
      [
        .pass, .answer(NetworkResponse(status: status)), .answer(NetworkResponse(status: status)),
      ]
    )
    let engine = try pair.engine(pair.first, over: service)
    try await engine.sync()
    let store = pair.first
    #expect(try await store.syncStatus().refusal == nil)
    await #expect(throws: SyncError.self) { try await engine.sync() }
    let since = try await store.syncStatus().refusal?.since
    pair.surroundings.advance(10_000)
    await #expect(throws: SyncError.self) { try await engine.sync() }
    let status = try await store.syncStatus()
    #expect(status.refusal?.code == code && status.refusal?.since == since)
    try await engine.sync()
    #expect(try await store.syncStatus().refusal == nil)
  }
}

/// A hub that never keeps a request open.
final class ImmediateNetworkService: NetworkService {
  let count = Locked(0)
  private let hub: Hub

  init(_ hub: Hub) { self.hub = hub }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    count.withLock { $0 += 1 }
    return hub.respond(to: request)
  }
}

/// A network that is down until it is told otherwise.
final class GatedNetworkService: NetworkService {
  let isOpen = Locked(false)
  private let base: any NetworkService

  init(_ base: any NetworkService) { self.base = base }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    guard isOpen.withLock({ $0 }) else { throw NetworkError(.unreachable, "It is down.") }
    return try await base.send(request)
  }
}

extension AsyncStream {
  /// The next element that nobody has taken yet.
  fileprivate func next() async -> Element? {
    for await element in self { return element }
    return nil
  }
}

extension SyncActivity {
  fileprivate var summary: SyncSummary? {
    if case .synced(let summary) = self { summary } else { nil }
  }
}
