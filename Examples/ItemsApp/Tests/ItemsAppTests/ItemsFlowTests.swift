import Foundation
import ItemModels
import ItemsApp
import Registry
import RegistryTesting
import Storage
import Testing

@MainActor @Suite struct `The flow of the list` {
  @Test func `begins with what is to be done, by its days`() async throws {
    let app = try await StartedApp(.full)
    #expect(
      app.list.model.sections.map(\.kind.title) == [
        "Overdue", "Today", "Tomorrow", "Next 7 days", "Later", "No date",
      ]
    )
    #expect(app.navigator.stack.isEmpty && app.navigator.sheet == nil)
  }

  @Test func `adds, completes, deletes and takes back`() async throws {
    let app = try await StartedApp(.empty)
    let model = app.list.model
    #expect(await app.list.add("Milk"))
    await until { model.items.map(\.title) == ["Milk"] }
    let milk = try #require(model.items.first)
    await app.list.toggle(milk)
    await until { model.phase == .empty }
    await model.undo()
    await until { model.items.map(\.title) == ["Milk"] }
    await model.delete([milk.id])
    await until { model.phase == .empty }
  }

  @Test func `finds items as a person types`() async throws {
    let app = try await StartedApp(.full)
    let search = app.list.search
    search.text = "boat"
    await until { search.searched == "boat" }
    #expect(search.results.contains { $0.title == "Repaint the boat" })
  }

  @Test func `says why nothing was added, and stays as it is`() async throws {
    let app = try await StartedApp(.readOnly)
    #expect(await !app.list.add("Milk"))
    #expect(app.list.model.failure?.message.contains("read only") == true)
    #expect(app.list.model.phase == .ready)
  }

  @Test func `opens an item that a link names`() async throws {
    let app = try await StartedApp(.full)
    let item = try #require(app.list.model.items.last)
    let url = try #require(URL(string: "items-app:///item/\(item.id)"))
    app.router.open(try #require(ItemID(itemLink: url)))
    let screen = try app.top(ItemScreen.self)
    await until { screen.model.item == item }
    let other = try #require(URL(string: "items-app:///list/home"))
    #expect(ItemID(itemLink: other) == nil)
  }

  @Test func `lets go of what was left`() async throws {
    weak var navigator: Navigator?
    weak var item: ItemModel?
    do {
      let app = try await StartedApp(.full)
      navigator = app.navigator
      item = try await app.open("Water the plants").model
      app.navigator.pop()
      while item != nil { await Task.yield() }
    }
    while navigator != nil { await Task.yield() }
  }
}
