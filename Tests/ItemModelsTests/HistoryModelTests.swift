import Storage
import Testing

@testable import ItemModels

@MainActor
@Suite struct HistoryModelTests {
  @Test func `steps are undone and redone, and what others do is seen`() async throws {
    let store = try TestStore()
    let model = HistoryModel(repository: store)
    await until { model.phase == .empty }
    try await store.add("a")
    try await store.add("b")
    await until { model.steps.map(\.added) == [1, 1] }
    #expect(await model.undo()?.applied == 1)
    await until { model.steps.map(\.isUndone) == [true, false] }
    #expect(await model.redo()?.applied == 1)
    await until { model.steps.map(\.isUndone) == [false, false] }
    #expect(await model.redo() == nil && model.failure == nil)
  }

  @Test func `a store that cannot be opened says so, and there is nothing to undo`() async throws {
    let error = StorageError(.busy, "It is locked.")
    let model = HistoryModel(repository: DisconnectedRepository(failing: error))
    await until { model.phase.failure?.message == "It is locked." }
    #expect(await model.undo() == nil)
    #expect(model.failure?.message == "It is locked.")
    model.dismissFailure()
    #expect(model.failure == nil)
  }
}
