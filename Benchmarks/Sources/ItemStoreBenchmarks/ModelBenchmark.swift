import ItemModels
import Storage

/// How long the main actor is held up while models show a large store, and how soon they show it.
@MainActor
struct ModelBenchmark {
  let count: Int
  let folder: String

  func run(report: @Sendable (String) -> Void) async throws {
    let store = try SQLiteRepository(at: "\(folder)/models.sqlite")
    try await store.write { transaction throws(StorageError) in
      for draft in Fixture.large(count: count).drafts { _ = try transaction.add(draft) }
    }
    report(
      "\n| models, \(count) items | took | longest pause of the main actor |\n| --- | --- | --- |"
    )
    var list: ItemListModel?
    report(
      await row("first picture of a list") {
        let model = ItemListModel(repository: store)
        list = model
        while model.phase == .loading { await Task.yield() }
      }
    )
    guard let list else { return }
    var steps = 0
    let scrolling = await row("a list, page by page to its end") {
      while list.hasLater {
        let first = list.items.first?.id
        list.showLater()
        while list.items.first?.id == first { await Task.yield() }
        steps += 1
      }
    }
    report(scrolling.replacing("to its end", with: "to its end, \(steps) pages"))
    report(
      await row("100 edits, each until it is shown") {
        for index in 0..<100 {
          guard let item = list.items.last else { return }
          await list.edit([item.id]) { $0.title = "Edit \(index)" }
          while list.items.last?.title != "Edit \(index)" { await Task.yield() }
        }
      }
    )
    let search = SearchModel(repository: store)
    report(
      await row("a search, typed letter by letter") {
        for end in 1...8 {
          search.text = String("passport".prefix(end))
          while search.searched != search.text { await Task.yield() }
        }
      }
    )
    await store.close()
  }

  /// Runs the body, and meanwhile asks the main actor for its turn again and again.
  private func row(_ name: String, _ body: @MainActor () async -> Void) async -> String {
    let watch = PauseWatch()
    let heartbeat = Task { await watch.run() }
    let start = ContinuousClock.now
    await body()
    let duration = start.duration(to: .now)
    watch.isDone = true
    await heartbeat.value
    return "| \(name) | \(text(duration)) | \(text(watch.longest)) |"
  }

  private func text(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    return "\((microseconds / 10).rounded() / 100) ms"
  }
}

/// The longest time that the main actor kept somebody waiting.
@MainActor
private final class PauseWatch {
  private(set) var longest = Duration.zero
  var isDone = false

  func run() async {
    while !isDone {
      let start = ContinuousClock.now
      await Task.yield()
      longest = max(longest, start.duration(to: .now))
    }
  }
}
