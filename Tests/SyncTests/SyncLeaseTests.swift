// One sync of a store at a time, one request of an engine at a time.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct SyncLeaseTests {
  private let folder: TemporaryFolder
  private let pair: Pair

  init() throws {
    folder = try TemporaryFolder()
    pair = try Pair.overMemory()
  }

  private func engine(
    over service: (any NetworkService)? = nil,
    lease: SyncLease
  ) throws -> SyncEngine {
    SyncEngine(
      store: pair.first,
      remote: try Remote("file:/test/hub"),
      networkService: service ?? pair.service,
      environment: pair.surroundings.engine,
      lease: lease
    )
  }

  @Test func `a second engine is told that the store is busy, and may sync when the first is done`()
    async throws
  {
    let lease = SyncLease.file(beside: folder.file("items.sqlite"))
    let second = try engine(lease: lease)
    let outcome = Locked<SyncError?>(nil)
    let service = HookedNetworkService(pair.service) {
      do throws(SyncError) {
        _ = try await second.sync()
      } catch {
        outcome.withLock { $0 = error }
      }
    }
    _ = try await engine(over: service, lease: lease).sync()
    let error = try #require(outcome.withLock { $0 })
    #expect(error.code == .busy)
    _ = try await second.sync()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a sync that fails gives the lease back`() async throws {
    let lease = SyncLease.file(beside: folder.file("items.sqlite"))
    let failing = try engine(over: .failing, lease: lease)
    await #expect(throws: SyncError.self) { try await failing.sync() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    _ = try await engine(lease: lease).sync()
  }

  @Test func `a store goes by one lease under all of its names`() async throws {
    let path = folder.file("items.sqlite")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.sqlite"),
      withDestinationPath: path
    )
    let second = try engine(lease: .file(beside: folder.file("link.sqlite")))
    let service = HookedNetworkService(pair.service) {
      let error = await #expect(throws: SyncError.self) { try await second.sync() }
      #expect(error?.code == .busy)
    }
    _ = try await engine(over: service, lease: .file(beside: path)).sync()
  }

  @Test func `a lease that cannot be had for another reason says which`() async throws {
    let lease = SyncLease.file(beside: folder.file("no/items.sqlite"))
    let error = await #expect(throws: SyncError.self) { try await engine(lease: lease).sync() }
    #expect(error?.code == .store)
    #expect(error?.message.contains("items.sqlite-sync") == true)
  }

  @Test func `an engine has one request under way: a sync ends the waiting`() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let hub = Hub(store: MemoryHubStore(), environment: pair.surroundings.hub())
    let patient = InProcessNetworkService(
      hub,
      sleep: { _ in
        arrived.yield()
        try await Task.sleep(for: .seconds(3_600))
      }
    )
    let counting = CountingNetworkService(patient)
    let engine = try engine(over: counting, lease: .none)
    _ = try await engine.sync()
    async let isSomethingNew = engine.waitForChanges()
    for await _ in arrivals { break }
    let error = await #expect(throws: SyncError.self) { try await engine.waitForChanges() }
    #expect(error?.code == .busy)
    #expect(try await engine.sync().requests == 1)
    #expect(try await !isSomethingNew)
    #expect(counting.most == 1)
  }
}

/// Does something before the first request.
final class HookedNetworkService: NetworkService {
  private let base: any NetworkService
  private let isFirst = Locked(true)
  private let hook: @Sendable () async -> Void

  init(_ base: any NetworkService, _ hook: @escaping @Sendable () async -> Void) {
    self.base = base
    self.hook = hook
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    let isFirst = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    if isFirst { await hook() }
    return try await base.send(request)
  }
}

/// Counts how many requests are under way at once.
final class CountingNetworkService: NetworkService {
  private let base: any NetworkService
  private let counts = Locked((now: 0, most: 0))

  init(_ base: any NetworkService) { self.base = base }

  var most: Int { counts.withLock { $0.most } }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    counts.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
    defer { counts.withLock { $0.now -= 1 } }
    return try await base.send(request)
  }
}
