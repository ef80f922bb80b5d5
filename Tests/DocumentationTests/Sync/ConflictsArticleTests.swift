import Storage
import Sync
import Testing

// The blocks of the article "Conflicts".

@Suite struct ConflictsArticleTests {
  @Test func `what is in lost-and-found comes back`() async throws {
    let store = try SQLiteRepository.inMemory()
    let item = try await store.add("Milk")
    try await store.writeReplica { transaction throws(StorageError) in
      guard let replica = try transaction.replica(item.id) else { return }
      try transaction.addConflict(
        SyncConflict(
          kind: .lost,
          item: item.id,
          reason: "deleted for good elsewhere",
          time: 0,
          content: replica.state.json
        )
      )
      try transaction.remove(item.id)
    }
    let status = try await store.syncStatus()
    for conflict in status.conflicts {
      print(conflict.number, conflict.kind, conflict.item, conflict.reason)
    }
    #expect(try await store.items().isEmpty)
    let lost = status.conflicts.filter { $0.kind == .lost }.map(\.number)
    let resolved = try await store.resolveConflicts(Set(lost), by: .keepMine)
    print("\(resolved.count) items are back.")
    #expect(try await store.items().map(\.title) == ["Milk"])
    #expect(try await store.syncStatus().conflicts == [])
  }
}
