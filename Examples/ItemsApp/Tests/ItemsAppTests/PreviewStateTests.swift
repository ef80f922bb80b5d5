import ItemModels
import ItemsApp
import Storage
import Testing

@MainActor @Suite struct `The states of previews` {
  @Test(arguments: PreviewState.allCases)
  func `are what their names say`(_ state: PreviewState) async throws {
    let app = try await StartedApp(state)
    let model = app.list.model
    switch state {
    case .empty: #expect(model.phase == .empty)
    case .failing: #expect(model.phase.failure?.action == .retry)
    case .large:
      // The items come before their number.
      await until { model.total > 1_000 }
      #expect(model.hasLater)
    case .full, .offline, .readOnly: #expect(model.total == 6)
    case .conflicted: #expect(model.total == 6)
    case .longTitles: #expect(model.items.allSatisfy { $0.title.count > 100 })
    case .rightToLeft: #expect(model.total == 2)
    }
  }
}

@MainActor @Suite struct `An app in a preview` {
  @Test(arguments: PreviewedApp.Place.allCases)
  func `is at its screen`(_ place: PreviewedApp.Place) async throws {
    let app = PreviewedApp(.full)
    try await app.go(to: place)
    let top = app.router.navigator.top
    switch place {
    case .list: #expect(top is ItemListScreen)
    case .item: #expect(top is ItemScreen)
    case .form: #expect(top is EditScreen)
    case .sync: #expect(top is SyncScreen)
    case .settings: #expect(top is SettingsScreen)
    }
  }

  @Test func `shows a form with a conflict, and a sync that is offline`() async throws {
    let conflicted = PreviewedApp(.conflicted)
    try await conflicted.go(to: .form)
    let form = try #require(conflicted.router.navigator.top as? EditScreen)
    await until { form.model.editing?.conflicts == [.title] }
    let offline = PreviewedApp(.offline)
    try await offline.go(to: .sync)
    let sync = try #require(offline.router.navigator.top as? SyncScreen)
    #expect(sync.model.sentence.hasPrefix("Offline. "))
  }
}
