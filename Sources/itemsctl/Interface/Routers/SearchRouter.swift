import ItemModels
import Storage
import TerminalScreens

/// The flow of a search: what is found is opened, or shown in the list.
@MainActor
struct SearchRouter: Router {
  let navigator: Navigator
  let model: SearchModel
  let text: String
  let item: (ItemID) -> ItemRouter

  func start() {
    let screen = SearchScreen(
      model: model,
      onOpen: { item($0).start() },
      onList: { navigator.onPlace(.search(for: $0)) },
      onLeave: navigator.leaver()
    )
    if !text.isEmpty { _ = screen.take(.paste(text)) }
    navigator.show(screen)
  }
}
