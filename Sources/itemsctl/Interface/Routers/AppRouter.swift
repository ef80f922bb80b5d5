import Storage

/// Where `itemsctl ui` begins.
enum DeepLink: Sendable, Equatable {
  case place(Place)
  case item(ItemID)
  case search(String)
  case sync, history, statistics, settings
}

/// The entry of the whole: shows the list, and what a link asks for over it.
@MainActor
struct AppRouter: Router {
  let navigator: Navigator
  let link: DeepLink
  let items: (Place) -> ItemsRouter
  let item: (ItemID) -> ItemRouter
  let search: (String) -> SearchRouter
  let sync: () -> SyncRouter
  let commands: CommandRouter

  func start() {
    navigator.onCommand = commands.type
    switch link {
    case .place(let place): items(place).start()
    default: items(.open).start()
    }
    switch link {
    case .place: break
    case .item(let id): item(id).start()
    case .search(let text): search(text).start()
    case .sync: sync().start()
    case .history: commands.showHistory()
    case .statistics: commands.show(["stats"], as: "Statistics")
    case .settings: commands.showSettings()
    }
  }
}
