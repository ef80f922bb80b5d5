import Storage
import Testing

@testable import ItemModels

@MainActor @Suite struct ItemModelTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private func model(_ title: String = "Milk") async throws -> ItemModel {
    let item = try await store.add(ItemDraft(title: title, notes: "two litres", tags: ["shop"]))
    let model = ItemModel(repository: store, id: item.id)
    await until { model.phase == .ready }
    return model
  }

  /// Changes the item as another device or program does, and waits until the model has seen it.
  private func changeElsewhere(
    _ model: ItemModel,
    _ body: @escaping @Sendable (inout Item) -> Void
  ) async throws {
    let before = try #require(model.editing).stored
    var item = before
    body(&item)
    try await store.base.update(item)
    await until { model.editing?.stored != before }
  }

  @Test func `an item is shown as it stands, and follows the store`() async throws {
    let model = try await model()
    #expect(model.item?.title == "Milk" && model.editing?.isEdited == false)
    try await changeElsewhere(model) { $0.title = "Oat milk" }
    #expect(model.item?.title == "Oat milk" && model.editing?.isEdited == false)
  }

  @Test func `what is typed is stored when it is saved, and only that`() async throws {
    let model = try await model()
    model.edit { $0.title = "Oat milk" }
    #expect(model.editing?.editedParts == [.title])
    #expect(try await store.base.item(model.id)?.title == "Milk")
    try await changeElsewhere(model) { $0.notes = "three litres" }
    #expect(model.item?.title == "Oat milk" && model.item?.notes == "three litres")
    #expect(model.editing?.conflicts == [])
    #expect(await model.save())
    let stored = try #require(try await store.base.item(model.id))
    #expect(stored.title == "Oat milk" && stored.notes == "three litres")
    #expect(model.editing?.isEdited == false && model.failure == nil)
  }

  @Test func `a part that both sides changed keeps both texts until somebody decides`()
    async throws
  {
    let model = try await model()
    model.edit {
      $0.title = "Oat milk"
      $0.priority = .high
    }
    try await changeElsewhere(model) {
      $0.title = "Soy milk"
      $0.list = "home"
    }
    #expect(model.editing?.conflicts == [.title])
    #expect(model.item?.title == "Oat milk" && model.editing?.stored.title == "Soy milk")
    #expect(model.item?.list == "home")
    #expect(await model.save() == false)
    #expect(model.failure?.action == .correct)
    #expect(try await store.base.item(model.id)?.title == "Soy milk")
    model.keepTyped(.title)
    #expect(model.editing?.conflicts == [])
    #expect(await model.save())
    let stored = try #require(try await store.base.item(model.id))
    #expect(stored.title == "Oat milk" && stored.list == "home" && stored.priority == .high)
  }

  @Test func `a conflict can be decided for what came`() async throws {
    let model = try await model()
    model.edit { $0.title = "Oat milk" }
    try await changeElsewhere(model) { $0.title = "Soy milk" }
    model.takeStored(.title)
    #expect(model.item?.title == "Soy milk" && model.editing?.isEdited == false)
    #expect(await model.save())
    #expect(try await store.base.item(model.id)?.title == "Soy milk")
  }

  @Test func `a decision holds for what was seen: a later change asks again`() async throws {
    let model = try await model()
    model.edit { $0.title = "Oat milk" }
    try await changeElsewhere(model) { $0.title = "Soy milk" }
    model.keepTyped(.title)
    try await changeElsewhere(model) { $0.title = "Rice milk" }
    #expect(model.editing?.conflicts == [.title])
  }

  @Test func `both sides coming to the same is no conflict`() async throws {
    let model = try await model()
    model.edit { $0.title = "Oat milk" }
    try await changeElsewhere(model) { $0.title = "Oat milk" }
    #expect(model.editing?.conflicts == [] && model.editing?.isEdited == false)
  }

  @Test func `a change in the moment of saving is found, and nothing is stored`() async throws {
    let model = try await model()
    model.edit { $0.title = "Oat milk" }
    // The model does not see it: its reads are held up.
    store.reads.close()
    var item = try #require(try await store.base.item(model.id))
    item.title = "Soy milk"
    try await store.base.update(item)
    #expect(await model.save() == false)
    #expect(model.editing?.conflicts == [.title] && model.failure?.action == .correct)
    #expect(try await store.base.item(model.id)?.title == "Soy milk")
    store.reads.open()
  }

  @Test func `what would be refused is told while it is typed`() async throws {
    let model = try await model()
    #expect(model.editing?.problem == nil)
    model.edit { $0.title = " " }
    #expect(model.editing?.problem == "The title is empty. Give the item a title.")
    #expect(await model.save() == false)
    #expect(model.failure?.action == .correct)
    model.revert()
    #expect(model.item?.title == "Milk" && model.editing?.problem == nil)
  }

  @Test func `what was typed stays when the item is deleted elsewhere`() async throws {
    let model = try await model()
    model.edit { $0.title = "Oat milk" }
    try await store.base.delete(model.id)
    await until { model.phase == .empty }
    #expect(model.item?.title == "Oat milk")
    #expect(await model.save() == false)
    #expect(model.failure?.message.contains("deleted elsewhere") == true)
    let again = await model.addAgain()
    #expect(again?.title == "Oat milk" && again?.tags == ["shop"] && again?.id != model.id)
    try await store.base.restore(model.id)
    await until { model.phase == .ready }
    #expect(model.item?.title == "Oat milk")
  }

  @Test func `a write that fails keeps what was typed`() async throws {
    let model = try await model()
    model.edit { $0.title = "Oat milk" }
    store.failWrites(with: StorageError(.full, "The disk is full. Make room."))
    #expect(await model.save() == false)
    #expect(model.failure?.action == .retry && model.item?.title == "Oat milk")
    #expect(model.isSaving == false)
    store.failWrites(with: nil)
    #expect(await model.save())
  }

  @Test func `an item that is not there is empty, and one that cannot be read fails`() async throws
  {
    let missing = ItemModel(
      repository: store,
      id: ItemID(high: 1, low: 2)
    )
    await until { missing.phase == .empty }
    store.failReads(with: StorageError(.busy, "Another program writes. Try again."))
    let failing = ItemModel(
      repository: store,
      id: ItemID(high: 1, low: 2)
    )
    await until { failing.phase.failure != nil }
    store.failReads(with: nil)
    await failing.retry()
    await until { failing.phase == .empty }
  }
}
