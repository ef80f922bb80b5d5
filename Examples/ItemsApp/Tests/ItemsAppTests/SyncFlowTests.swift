import ItemContainer
import ItemModels
import ItemsApp
import RegistryTesting
import Storage
import Sync
import Testing

@MainActor @Suite struct `The flow of the sync` {
  private func open(in app: StartedApp) async throws -> SyncScreen {
    app.list.actions.onSync()
    let screen = try app.top(SyncScreen.self)
    await until { screen.model.status != nil || screen.model.failure != nil }
    return screen
  }

  @Test func `sends what waits, and says how much`() async throws {
    let app = try await StartedApp(.full)
    let model = try await open(in: app).model
    #expect(model.sentence == "Ready" && model.status?.unsent == 7)
    await model.sync()
    #expect(model.sentence == "7 sent, 0 received" && !model.isSyncing)
    await until { model.status?.unsent == 0 && model.status?.lastSync != nil }
  }

  @Test func `says that the hub is out of reach, and keeps what waits`() async throws {
    let app = try await StartedApp(.offline)
    let model = try await open(in: app).model
    await model.sync()
    #expect(model.sentence.hasPrefix("Offline. "))
    #expect(model.status?.unsent == 7)
  }

  @Test func `asks which text stays`() async throws {
    let app = try await StartedApp(.conflicted)
    let model = try await open(in: app).model
    let kept = try #require(model.status?.keptTexts.first)
    #expect(Set([kept.current, kept.kept.text]) == ["Oat milk, bread", "Soy milk, bread"])
    await model.resolveKeptTexts(of: [kept.item], by: .theirs)
    await until { model.status?.keptTexts.isEmpty == true }
    let item = try await app.container.itemRepository().item(kept.item)
    #expect(item?.notes == kept.kept.text)
  }

  @Test func `goes to the settings, where another hub is chosen`() async throws {
    let app = try await StartedApp(.full)
    app.container.networkService.reset(.registration)
    app.container.syncWithHubOfSettings()
    let first = app.container.syncEngine()
    try await open(in: app).actions.onSettings()
    #expect(app.navigator.stack.isEmpty)
    let settings = try app.top(SettingsScreen.self)
    settings.model.settings.hub = "file:/elsewhere/hub.sqlite"
    settings.actions.onDone()
    #expect(app.navigator.top is ItemListScreen)
    #expect(app.container.syncRemote()?.description == "file:/elsewhere/hub.sqlite")
    #expect(app.container.syncEngine() !== first)
  }
}
