import ItemModels
import Observation
import Registry
import RegistryTesting
import Storage
import Sync
import Testing

// The blocks of the article "From container to screen": an app with two flows, without anything that draws.

@MainActor protocol Router {
  /// Shows the first screen of the flow.
  func start()
}

@MainActor protocol Screen {}

struct ListScreen: Screen {
  let model: ItemListModel
  let onOpen: @MainActor (ItemID) -> Void
}

struct DetailScreen: Screen {
  let model: ItemModel
  let onDone: @MainActor () -> Void
}

@MainActor @Observable final class Navigator {
  private(set) var screens: [any Screen] = []

  func push(_ screen: any Screen) { screens.append(screen) }
  func pop() { _ = screens.popLast() }
}

@MainActor final class ListRouter: Router {
  private weak var navigator: Navigator?
  private let makeModel: @MainActor () -> ItemListModel
  private let makeDetail: @MainActor (ItemID) -> any Router

  init(
    navigator: Navigator,
    makeModel: @escaping @MainActor () -> ItemListModel,
    makeDetail: @escaping @MainActor (ItemID) -> any Router
  ) {
    self.navigator = navigator
    self.makeModel = makeModel
    self.makeDetail = makeDetail
  }

  func start() {
    navigator?.push(ListScreen(model: makeModel(), onOpen: { self.makeDetail($0).start() }))
  }
}

@MainActor final class DetailRouter: Router {
  private weak var navigator: Navigator?
  private let model: ItemModel

  init(navigator: Navigator, model: ItemModel) {
    self.navigator = navigator
    self.model = model
  }

  func start() {
    navigator?.push(DetailScreen(model: model, onDone: { self.navigator?.pop() }))
  }
}

extension Container {
  @MainActor var navigator: Factory<Navigator> { self { @MainActor in Navigator() }.shared }

  @MainActor var listRouter: Factory<ListRouter> {
    self { @MainActor in
      ListRouter(
        navigator: self.navigator(),
        makeModel: { self.itemListModel(ItemQuery(.status([.open]))) },
        makeDetail: { self.detailRouter($0) }
      )
    }
  }

  @MainActor var detailRouter: ParameterFactory<ItemID, DetailRouter> {
    self { @MainActor id in
      DetailRouter(navigator: self.navigator(), model: self.itemModel(id))
    }
  }
}

enum PreviewState {
  case empty
  case full
  case failing
  case offline

  func container() -> Container {
    let container = Container()
    switch self {
    case .empty: container.storeFixture.register { .empty }
    case .full: container.storeFixture.register { .full }
    case .failing:
      container.itemRepository.register {
        DisconnectedRepository(failing: StorageError(.permission, "The store cannot be opened."))
      }
    case .offline: container.networkService.register { UnreliableNetworkService.failing }
    }
    return container
  }
}

@MainActor @Suite(.container, .timeLimit(.minutes(5)))
struct FromContainerToScreenArticleTests {
  @Test func `a person opens an item, edits it and comes back`() async throws {
    let container = Container.shared
    let milk = try await container.itemRepository().add("Milk")
    let navigator = container.navigator()
    container.listRouter().start()
    let list = try #require(navigator.screens.last as? ListScreen)
    list.onOpen(milk.id)
    let detail = try #require(navigator.screens.last as? DetailScreen)
    while detail.model.item == nil { await Task.yield() }
    detail.model.edit { $0.title = "Oat milk" }
    #expect(await detail.model.save())
    detail.onDone()
    #expect(navigator.screens.last is ListScreen)
    while list.model.items.first?.title != "Oat milk" { await Task.yield() }
  }

  @Test func `each state is what its name says`() async throws {
    func phase(_ state: PreviewState) async -> Phase {
      let container = state.container()
      let model = container.itemListModel(ItemQuery())
      while model.phase == .loading { await Task.yield() }
      return withExtendedLifetime(container) { model.phase }
    }
    #expect(await phase(.empty) == .empty)
    #expect(await phase(.full) == .ready)
    #expect(await phase(.failing).failure?.message == "The store cannot be opened.")
    let container = PreviewState.offline.container()
    let sync = container.syncModel()
    await sync.sync()
    withExtendedLifetime(container) {
      if case .offline = sync.activity { return }
      Issue.record("\(sync.activity)")
    }
  }
}
