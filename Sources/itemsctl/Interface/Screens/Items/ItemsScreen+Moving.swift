import ItemModels
import Storage

extension ItemsScreen {
  /// Moves the cursor among the items, or from place to place.
  func move(_ distance: Int) {
    if state.choosesPlace { return movePlace(distance) }
    state.move(distance, in: model.items)
    // The window moves on before its end is reached.
    if distance > 0, state.index + ItemsScreen.reserve > model.items.count { model.showLater() }
    if distance < 0, state.index < ItemsScreen.reserve { model.showEarlier() }
  }

  /// How many items are to be there before and behind the cursor.
  private static let reserve = 100

  private func movePlace(_ distance: Int) {
    let places = places
    let index = (places.firstIndex(of: state.place) ?? 0) + distance
    actions.onPlace(places[max(0, min(index, places.count - 1))])
  }

  func moveToEnd(isLast: Bool) {
    if state.choosesPlace { return movePlace(isLast ? places.count : -places.count) }
    guard isLast else {
      model.showFirst()
      return state.move(-state.index, in: model.items)
    }
    state.move(model.items.count, in: model.items)
    // Keys that come meanwhile are for the end that is shown already.
    guard model.hasLater else { return }
    Task {
      await model.showLast()
      state.cursor = nil
      state.index = ItemsState.beyond
    }
  }

  func open() {
    if state.choosesPlace {
      state.choosesPlace = false
    } else if isDeletedPlace {
      actions.onSay("'R' restores it.")
    } else if let id = state.cursor {
      actions.onOpen(id)
    }
  }

  func fold() {
    guard let id = state.cursor, let folded = model.toggleFold(id) else {
      return actions.onSay("Nothing is below this item; 'A' adds an item there.")
    }
    state.cursor = folded
  }

  func toggleTree() {
    model.isTree.toggle()
    actions.onSay(model.isTree ? "Items stand below others." : "Each item stands by itself.")
  }

  func choose() {
    guard let id = state.cursor else { return }
    model.selection.formSymmetricDifference([id])
    move(1)
  }

  func chooseAll() { model.selection = Set(model.items.map(\.id)) }

  func clear() {
    state.choosesPlace = false
    model.selection = []
  }
}
