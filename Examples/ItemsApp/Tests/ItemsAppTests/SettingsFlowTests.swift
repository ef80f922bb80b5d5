import Foundation
import ItemModels
import ItemsApp
import Storage
import Testing

@MainActor @Suite struct `The flow of the settings` {
  @Test func `changes the list at once, and is remembered`() async throws {
    let app = try await StartedApp(.full)
    app.list.actions.onSettings()
    let screen = try app.top(SettingsScreen.self)
    screen.model.settings.showsDone = true
    screen.model.settings.order = .title
    let list = app.list.model
    await until { list.items.contains { $0.status == .done } }
    #expect(list.items.map(\.title) == list.items.map(\.title).sorted())
    #expect(list.sections.map(\.kind) == [.all])
    screen.actions.onDone()
    #expect(app.navigator.sheet == nil)
    #expect(app.container.settingsStore().settings.showsDone)
  }

  @Test func `says what is wrong with a hub's address`() async throws {
    var settings = AppSettings()
    #expect(settings.hubProblem == nil && settings.remote == nil)
    settings.hub = "hub.example.com"
    #expect(settings.hubProblem?.contains("begins with") == true && settings.remote == nil)
    settings.hub = "https://hub.example.com/main"
    #expect(settings.hubProblem == nil && settings.remote != nil)
  }

  @Test func `is kept in a file`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "settings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    SettingsStore(file: file).settings.order = .priority
    #expect(SettingsStore(file: file).settings.order == .priority)
    try Data("no settings".utf8).write(to: file)
    #expect(SettingsStore(file: file).settings == AppSettings())
  }
}
