import CommandKit
import ItemModels
import Observation
import Storage
import Sync

/// The flow of the list: from place to place, and on to whatever its keys lead to.
@MainActor
struct ItemsRouter: Router {
  let navigator: Navigator
  let model: ItemListModel
  let counts: () -> PlaceCountsModel
  let state: ItemsState
  let query: @Sendable ([String]) throws -> ItemQuery
  let places: @Sendable () -> [Place]
  let item: (ItemID) -> ItemRouter
  let search: (String) -> SearchRouter
  let sync: () -> SyncRouter
  /// Makes the model of the sync with the hub that the store has by now.
  let syncState: () async -> (model: SyncModel, remote: Remote?)
  let views: ViewRouter
  let commands: CommandRouter

  func start() {
    navigator.onPlace = show
    model.isTree = true
    navigator.onSettings = readSettings
    Task { await showCounts() }
    navigator.show(
      ItemsScreen(
        model: model,
        state: state,
        actions: ItemsScreen.Actions(
          onPlace: show,
          onOpen: { item($0).start() },
          onEdit: { item($0).edit() },
          onAdd: { place, parent in commands.add(to: place, under: parent, then: reveal) },
          onSay: navigator.say,
          onRun: commands.run,
          onUndo: commands.undo,
          onChange: { change, targets in
            commands.change(change, of: targets) { state.keepsPlace = true }
          },
          onFilter: views.filter,
          onKeep: views.keep,
          onRemove: views.remove,
          onSearch: { search("").start() },
          onSync: { sync().start() },
          onHistory: commands.showHistory,
          onStats: { commands.show(["stats"], as: "Statistics") },
          onSettings: commands.showSettings,
          onQuit: navigator.leave
        )
      )
    )
  }

  /// Begins to count what is in the places, once the items are there: both at once would come later.
  private func showCounts() async {
    while model.phase == .loading {
      let (changes, change) = AsyncStream<Void>.makeStream()
      let isLoading = withObservationTracking {
        model.phase == .loading
      } onChange: {
        change.finish()
      }
      if isLoading { for await _ in changes {} }
    }
    state.counts = counts()
    state.counts?.count(state.places)
    navigator.onChange()
    await showSync()
  }

  /// Tells the state of the sync in the first line from now on.
  private func showSync() async {
    let (sync, remote) = await syncState()
    navigator.storeState = { SyncBadges(model: sync, hasHub: remote != nil).texts }
    navigator.onChange()
  }

  /// Takes over what the settings say by now: the views, the order of the list, the hub.
  private func readSettings() {
    state.places = places()
    state.counts?.count(state.places)
    if let query = try? query(state.place.words) { model.query = query }
    state.orderBefore = nil
    Task { await showSync() }
    navigator.onChange()
  }

  /// Puts the cursor on an item, where the list has it.
  private func reveal(_ id: ItemID) {
    Task {
      state.awaited = id
      if !(await model.reveal(id)) { state.awaited = nil }
      navigator.onChange()
    }
  }

  private func show(_ place: Place) {
    do {
      navigator.showFirst()
      model.query = try query(place.words)
      // One that was typed may be one of those at the left.
      let place = state.places.first { $0.words == place.words } ?? place
      (state.place, state.cursor, state.index) = (place, nil, 0)
      state.orderBefore = nil
      state.awaited = nil
      model.selection = []
    } catch {
      navigator.say(CommandError(error).message)
    }
  }
}
