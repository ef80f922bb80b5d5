// Making a hub the one that is synced next.

import Storage
import Sync
import SyncSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct RememberedRemoteTests {
  private func state(of store: SQLiteRepository) async throws -> SyncState? {
    let bytes = try await store.readReplica { transaction throws(StorageError) in
      try transaction.syncState()
    }
    return try bytes.map { try SyncState(bytes: $0) }
  }

  @Test func `a store that was never synced knows the hub that it is told, and has met none`()
    async throws
  {
    let store = try Pair.overMemory().first
    let hub = try Remote("file:/test/hub")
    try await store.remember(hub) { 7 }
    let status = try await store.syncStatus()
    #expect(status.remote == hub.description && !status.hasMetHub && status.lastSync == nil)
    #expect(try await store.syncedRemote() == hub.description)
  }

  @Test func `the hub's name changes, and what is known of the last sync with another one goes`()
    async throws
  {
    let pair = try Pair.overMemory()
    _ = try await pair.engine(pair.first).sync()
    try await pair.first.writeReplica { transaction throws(StorageError) in
      guard let bytes = try transaction.syncState() else { return }
      var state = try SyncState(bytes: bytes)
      state.refusal = SyncRefusal(.quota, since: Date(timeIntervalSince1970: 5))
      try transaction.setSyncState(state.bytes)
    }
    let before = try #require(try await state(of: pair.first))
    #expect(before.lastSync != nil)

    // The same again: a refusal is forgotten, since somebody has done something about it.
    try await pair.first.remember(try Remote("file:/test/hub")) { 7 }
    let same = try #require(try await state(of: pair.first))
    #expect(same.lastSync == before.lastSync && same.refusal == nil)
    #expect((same.device, same.session) == (before.device, before.session))

    let other = try Remote("file:/test/other")
    try await pair.first.remember(other) { 7 }
    let after = try #require(try await state(of: pair.first))
    #expect(after.remote == other.description && after.lastSync == nil)
    // Its place at the hub before is kept: the new one may be a copy of that.
    #expect(after.token == before.token && after.cursor == before.cursor)
    #expect((after.device, after.session) == (before.device, before.session))
  }
}
