import ItemModels
import ItemsApp
import Storage
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The states of previews` {
  @Test(arguments: PreviewState.allCases)
  func `are what their names say`(_ state: PreviewState) async throws {
    let app = try await StartedApp(state)
    let model = app.list.model
    switch state {
    case .empty: #expect(model.phase == .empty)
    case .failing: #expect(model.phase.failure?.action == .retry)
    case .large: #expect(model.total > 1_000 && model.hasLater)
    case .full, .offline, .readOnly: #expect(model.total == 6)
    case .conflicted: #expect(model.total == 6)
    case .longTitles: #expect(model.items.allSatisfy { $0.title.count > 100 })
    case .rightToLeft: #expect(model.total == 2)
    }
  }
}
