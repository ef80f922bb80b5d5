import ItemModels
import Observation
import Registry
import RegistryTesting
import Storage
import Testing

// The blocks of the landing page of ItemModels.

@MainActor final class Kitchen {
  @Fetched(\.itemRepository, ItemQuery(.list("home"), limit: 50)) var items
}

@MainActor @Suite(.container, .timeLimit(.minutes(5))) struct ItemModelsArticleTests {
  /// Something that shows a line.
  @MainActor final class Screen {
    private(set) var lines: [String] = []
    private var waiting: (line: String, continuation: CheckedContinuation<Void, Never>)?

    func show(_ line: String) {
      lines.append(line)
      guard let waiting, waiting.line == line else { return }
      self.waiting = nil
      waiting.continuation.resume()
    }

    func wait(for line: String) async {
      await withCheckedContinuation { continuation in
        // Looked at here, as what is awaited lets others draw before.
        if lines.contains(line) {
          continuation.resume()
        } else {
          waiting = (line, continuation)
        }
      }
    }
  }

  @Test func `a list is drawn as it becomes another one`() async throws {
    let repository = try SQLiteRepository.inMemory()
    let screen = Screen()
    let model = ItemListModel(repository: repository, query: ItemQuery(.list("home")))
    await model.add(ItemDraft(title: "Milk", list: "home"))
    draw(model, screen)
    await screen.wait(for: "Milk")
    #expect(screen.lines.last == "Milk")
  }

  @Test func `what both sides wrote is decided on`() async throws {
    let repository = try SQLiteRepository.inMemory()
    let item = try await repository.add("Milk")
    let model = ItemModel(repository: repository, id: item.id)
    while model.editing == nil { await Task.yield() }
    model.edit { $0.title = "Oat milk" }
    var other = item
    other.title = "Soy milk"
    try await repository.update(other)
    while model.editing?.conflicts.isEmpty != false { await Task.yield() }
    if let editing = model.editing, editing.conflicts.contains(.title) {
      print("Here: \(editing.edited.title), there: \(editing.stored.title)")
      model.keepTyped(.title)
    }
    await model.save()
    #expect(try await repository.item(item.id)?.title == "Oat milk")
  }

  @Test func `a setting is typed and kept`() async throws {
    let settings = InMemorySettings()
    let color = Setting("color", .choice(["auto", "always", "never"]), standard: "auto")
    let model = SettingsModel(store: settings, settings: [color])
    while model.phase == .loading { await Task.yield() }
    model.set(color, to: "never")
    if let problem = model.problem(with: color) { print(problem) }
    await model.save()
    #expect(await settings.values() == ["color": "never"])
  }

  @Test func `the container makes models and the results of queries`() async throws {
    let container = Container.shared
    let list = container.itemListModel(ItemQuery(.overdue))
    while list.phase == .loading { await Task.yield() }
    #expect(list.phase == .empty)
    let kitchen = Kitchen()
    _ = kitchen.items
    try await container.itemRepository().add(ItemDraft(title: "Milk", list: "home"))
    while kitchen.items.isEmpty { await Task.yield() }
    #expect(kitchen.items.map(\.title) == ["Milk"])
  }

  @MainActor func draw(_ model: ItemListModel, _ screen: Screen) {
    withObservationTracking {
      switch model.phase {
      case .loading: screen.show("…")
      case .empty: screen.show("Nothing to do")
      case .ready: screen.show(model.items.map(\.title).joined(separator: ", "))
      case .failed(let failure): screen.show(failure.message)
      }
    } onChange: {
      // The change comes after this call.
      Task { @MainActor in draw(model, screen) }
    }
  }
}
