// A hub file that is not where it was.

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

@Suite struct MissingHubFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let remote: Remote

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("hub.sqlite")
    remote = try Remote("file:\(path)")
  }

  private func engine(
    _ store: any ReplicaStore,
    missing: MissingHubFile = .made
  ) throws -> SyncEngine {
    SyncEngine(
      store: store,
      remote: remote,
      networkService: try remote.makeNetworkService(missing: missing),
      environment: TestSurroundings().engine
    )
  }

  @Test(arguments: [true, false])
  func `where none is to be made, a missing hub and an empty file are told as that`(
    isEmpty: Bool
  ) throws {
    if isEmpty { try Data().write(to: URL(fileURLWithPath: path)) }
    let error = #expect(throws: HubError.self) { try Hub(file: path, missing: .refused) }
    #expect(error?.code == .missing && error?.message.contains(path) == true)
    let outer = #expect(throws: SyncError.self) {
      try remote.makeNetworkService(missing: .refused)
    }
    #expect(outer?.code == .unreachable && (outer?.cause as? HubError)?.code == .missing)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes?[.size] as? Int == (isEmpty ? 0 : nil))
    _ = try Hub(file: path, missing: .made)
    _ = try Hub(file: path, missing: .refused)
  }

  @Test func `a store has met its hub once that has answered`() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.add("Milk")
    #expect(try await store.syncStatus().hasMetHub == false)
    let failing = SyncEngine(
      store: store,
      remote: remote,
      networkService: FailingService(),
      environment: TestSurroundings().engine
    )
    await #expect(throws: SyncError.self) { try await failing.sync() }
    // It remembers the remote, but there was no hub yet.
    let before = try await store.syncStatus()
    #expect(before.remote == remote.description && !before.hasMetHub)
    _ = try await engine(store).sync()
    #expect(try await store.syncStatus().hasMetHub)
    _ = try await engine(store, missing: .refused).sync()
  }

  @Test func `a hub file that goes away is told at once, without another try`() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.add("Milk")
    let surroundings = TestSurroundings()
    let engine = SyncEngine(
      store: store,
      remote: remote,
      networkService: try remote.makeNetworkService(),
      environment: surroundings.engine
    )
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .unreachable && error?.message.contains(path) == true)
    #expect(surroundings.slept == [])
    #expect(try await store.syncStatus().unsynced == 1)
  }
}

/// Is never reached.
private struct FailingService: NetworkService {
  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    throw NetworkError(.unreachable, "Nobody answers.")
  }
}
