import ItemContainer
import ItemModels
import Registry
import RegistryTesting
import Storage
import Sync
import Testing

@MainActor @Suite(.container) struct ContainerModelTests {
  @Test func `each call makes a model of the container's store`() async throws {
    let container = Container.shared
    container.storeFixture.register { .full }
    let open = ItemQuery(.status([.open]))
    let list = container.itemListModel(open)
    #expect(list !== container.itemListModel(open))
    await until { list.phase == .ready }
    let first = try #require(list.items.first)
    let item = container.itemModel(first.id)
    await until { item.item == first }
    let search = container.searchModel(.all)
    search.text = first.title
    await until { search.results.contains { $0.id == first.id } }
    let stats = container.statsModel(SummaryQuery())
    await until { stats.phase == .ready }
    let sync = container.syncModel()
    await sync.sync()
    #expect(sync.lastSummary?.pushed ?? 0 > 0)
  }

  @Test func `models of settings share one store`() async throws {
    let list = Setting("list", .text, standard: "inbox")
    let first = Container.shared.settingsModel([list])
    await until { first.phase == .ready }
    let second = Container.shared.settingsModel([list])
    await until { second.phase == .ready }
    first.set(list, to: "home")
    #expect(await first.save())
    await until { second.value(of: list) == "home" }
  }
}
