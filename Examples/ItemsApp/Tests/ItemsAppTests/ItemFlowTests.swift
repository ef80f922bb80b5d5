import ItemContainer
import ItemModels
import ItemsApp
import Storage
import Testing

@MainActor @Suite struct `The flow of an item` {
  @Test func `shows it, and goes back to the list when it is deleted`() async throws {
    let app = try await StartedApp(.full)
    let screen = try await app.open("Water the plants")
    screen.actions.onDelete()
    #expect(app.navigator.top is ItemListScreen)
    await until { !app.list.model.items.contains { $0.title == "Water the plants" } }
  }

  @Test func `completes it and opens it again`() async throws {
    let app = try await StartedApp(.full)
    let screen = try await app.open("Water the plants")
    screen.actions.onComplete()
    await until { screen.model.item?.status == .done }
    screen.actions.onReopen()
    await until { screen.model.item?.status == .open }
    #expect(app.navigator.top is ItemScreen)
  }

  @Test func `edits it on a sheet, and shows what was saved`() async throws {
    let app = try await StartedApp(.full)
    let screen = try await app.open("Water the plants")
    let form = try await edit(screen, in: app)
    #expect(!form.canSave)
    form.model.form.title = "Water the ferns"
    form.model.form.tags.insert("green")
    form.model.form.hasDue = false
    #expect(form.canSave)
    #expect(screen.model.item?.title == "Water the plants")
    await form.save()
    #expect(app.navigator.top is ItemScreen)
    await until { screen.model.item?.title == "Water the ferns" }
    #expect(screen.model.item?.tags == ["green"] && screen.model.item?.due == nil)
  }

  @Test func `leaves the item as it is when the form is cancelled`() async throws {
    let app = try await StartedApp(.full)
    let screen = try await app.open("Water the plants")
    let form = try await edit(screen, in: app)
    form.model.form.title = "Water the ferns"
    form.cancel()
    #expect(app.navigator.sheet == nil)
    let stored = try await app.container.itemRepository().item(screen.model.id)
    #expect(stored?.title == "Water the plants")
  }

  @Test func `refuses what the store would refuse`() async throws {
    let app = try await StartedApp(.full)
    let form = try await edit(app.open("Water the plants"), in: app)
    form.model.form.title = ""
    #expect(!form.canSave && form.model.editing?.problem != nil)
    await form.save()
    #expect(app.navigator.top is EditScreen && form.model.failure?.action == .correct)
  }

  @Test func `asks which text stays, where another device changed it as well`() async throws {
    let app = try await StartedApp(.full)
    let form = try await edit(app.open("Water the plants"), in: app)
    form.model.form.title = "Water the ferns"
    var other = try #require(form.model.editing?.stored)
    other.title = "Water the palms"
    other.priority = .high
    try await app.container.itemRepository().update(other)
    await until { form.model.editing?.conflicts == [.title] }
    #expect(!form.canSave && form.model.form.priority == .high)
    await form.save()
    #expect(app.navigator.top is EditScreen)
    let editing = try #require(form.model.editing)
    #expect(editing.edited.text(of: .title) == "Water the ferns")
    #expect(editing.stored.text(of: .title) == "Water the palms")
    form.model.keepTyped(.title)
    await form.save()
    #expect(app.navigator.top is ItemScreen)
    let stored = try await app.container.itemRepository().item(other.id)
    #expect(stored?.title == "Water the ferns" && stored?.priority == .high)
  }

  @Test func `adds again what was deleted elsewhere while it was edited`() async throws {
    let app = try await StartedApp(.full)
    let screen = try await app.open("Water the plants")
    let form = try await edit(screen, in: app)
    form.model.form.title = "Water the ferns"
    try await app.container.itemRepository().delete(screen.model.id)
    await until { form.model.phase == .empty }
    await form.addAgain()
    #expect(app.navigator.sheet == nil)
    await until { app.list.model.items.contains { $0.title == "Water the ferns" } }
  }

  private func edit(_ screen: ItemScreen, in app: StartedApp) async throws -> EditScreen {
    screen.actions.onEdit()
    let form = try app.top(EditScreen.self)
    await until { form.model.item != nil }
    return form
  }
}
