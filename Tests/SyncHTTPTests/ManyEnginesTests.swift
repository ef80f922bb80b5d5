// As many devices at once as one process can be.

import Foundation
import LoopbackHTTP
import Storage
import Sync
import SyncHTTP
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite(.needsLibcurl) struct `A thousand engines` {
  /// In a process of its own, which may open more files than others need.
  ///
  /// In an everyday run there are two hundred.
  @Test func `sync over HTTP at once, and each comes to hold what its space holds`() async {
    await #expect(processExitsWith: .success) {
      try openFilesWithoutLimit()
      let count = isEverydayRun ? 200 : 1_000
      try await ManyEngines(count: count, spaces: count / 10).sync()
    }
  }
}

/// Raises the limit of open files as far as the system allows: each connection takes two in this process.
private func openFilesWithoutLimit() throws {
  #if canImport(Darwin)
  let files = RLIMIT_NOFILE
  #else
  let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
  var limit = rlimit()
  try #require(unsafe getrlimit(files, &limit) == 0)
  limit.rlim_cur = limit.rlim_max
  try #require(unsafe setrlimit(files, &limit) == 0)
}

/// Engines with a store each, which share spaces of one hub.
private struct ManyEngines {
  let spaces: Int
  private let responder: LoopbackResponder
  private let stores: [SQLiteRepository]

  init(count: Int, spaces: Int) throws {
    self.spaces = spaces
    stores = try (0..<count).map { _ in try SQLiteRepository.inMemory() }
    let arrived = Locked(0)
    let (hub, gate) = (Hub.inMemory(), Gate())
    responder = try LoopbackResponder { request in
      // Nobody is answered before all have come.
      let number = arrived.withLock { arrived in
        arrived += 1
        return arrived
      }
      if number == count { gate.open() }
      gate.wait()
      return .answer(hub.respond(to: request.networkRequest))
    }
  }

  func sync() async throws {
    for (number, store) in stores.enumerated() { try await store.add("Item \(number)") }
    // The first time each sends what it has, the second time it gets what others sent since.
    try await syncAll()
    try await syncAll()
    #expect(responder.connectionCount >= stores.count)
    for store in stores {
      #expect(try await store.count(.all) == stores.count / spaces)
    }
  }

  private func syncAll() async throws {
    try await withThrowingTaskGroup { group in
      for (number, store) in stores.enumerated() {
        let remote = try Remote("\(responder.origin)/space-\(number % spaces)")
        let service = try HTTPNetworkService(remote: remote, token: nil)
        let engine = SyncEngine(store: store, remote: remote, networkService: service)
        group.addTask { _ = try await engine.sync() }
      }
      try await group.waitForAll()
    }
  }
}
