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

  @Test func `a kept text is decided on, and an edit that lost is told`() async throws {
    let hub = InProcessNetworkService(.inMemory())
    let stores = [try SQLiteRepository.inMemory(), try SQLiteRepository.inMemory()]
    let engines = try stores.map {
      SyncEngine(store: $0, remote: try Remote("file:/shared/hub.sqlite"), networkService: hub)
    }
    let item = try await stores[0].add(ItemDraft(title: "Shopping", notes: "milk"))
    for engine in engines { _ = try await engine.sync() }
    for (store, milk, priority) in [
      (stores[0], "oat milk", Priority.low), (stores[1], "soy milk", .high),
    ] {
      var edited = try #require(try await store.item(item.id))
      edited.notes = milk
      edited.priority = priority
      try await store.update(edited)
    }
    for engine in engines { _ = try await engine.sync() }
    let store = stores[1]
    for text in try await store.syncStatus().keptTexts {
      print(text.number, text.title, text.kept.field, text.kept.text, text.current)
    }
    let decided = try await store.resolveKeptTexts(of: [item.id], by: .both)
    print("\(decided.count) texts were decided on.")
    #expect(decided.count == 1)
    let notes = try #require(try await store.item(item.id)).notes
    #expect(Set(notes.split(separator: "\n")) == ["oat milk", "soy milk"])
    #expect(try await store.syncStatus().keptTexts == [])
    for edit in try await store.overwrittenEdits() {
      print(edit.item, edit.field, edit.lost.value, edit.won.value, edit.isMine)
    }
    #expect(try await store.overwrittenEdits().map(\.field) == [.fixed(.priority)])
  }
}
