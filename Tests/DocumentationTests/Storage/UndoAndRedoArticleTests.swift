import Storage
import Testing

// The blocks of the article "Undo and redo".

func undoLast(in store: any ItemRepository) async throws(StorageError) -> Bool {
  guard let undoable = store as? any UndoableRepository else { return false }
  return try await undoable.undo() != nil
}

@Suite struct UndoAndRedoArticleTests {
  @Test func `a deletion is undone and redone`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    let store = try SQLiteRepository(at: path)
    let item = try await store.add("Paint the hull")
    try await store.delete(item.id)

    let outcome = try await store.undo()
    print(outcome?.step.deleted ?? 0)
    try await store.redo()
    #expect(outcome?.step.deleted == 1 && outcome?.applied == 1)
    #expect(try await store.item(item.id) == nil)
    #expect(try await undoLast(in: store))
    #expect(try await store.item(item.id) == item)
    #expect(try await undoLast(in: store))
    #expect(try await store.restore(item.id).title == item.title)
    #expect(try await store.redo() == nil)
    await store.close()
  }

  @Test func `a history tells of its steps`() async throws {
    let store = try SQLiteRepository.inMemory()
    let item = try await store.add("Paint the hull")
    for step in try await store.history() {
      print(step.date, step.added, step.updated, step.deleted, step.restored, step.isUndone)
    }
    #expect(try await store.history().map(\.firstItem) == [item.id])
  }

  @Test func `a history is as long as was asked for`() async throws {
    let folder = try ArticleFolder()
    let options = StoreOptions(history: HistoryOptions(steps: 20))
    let quiet = StoreOptions(history: .off)
    #expect(options.history.bytes == 16 << 20)
    let store = try SQLiteRepository(at: folder.file("items.sqlite"), options: quiet)
    try await store.add("One")
    #expect(try await store.undo() == nil)
    await store.close()
  }
}
