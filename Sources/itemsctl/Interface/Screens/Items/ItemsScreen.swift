import ArgumentParsing
import ItemModels
import Storage
import TerminalScreens

/// The list: places at the left, items in the middle, and the item under the cursor beside or below them.
struct ItemsScreen: InterfaceScreen {
  let model: ItemListModel
  let state: ItemsState
  let actions: Actions

  /// The actions that lead to other screens or change items.
  struct Actions {
    /// Shows a place of the list.
    var onPlace: (Place) -> Void
    var onOpen: (ItemID) -> Void
    var onEdit: (ItemID) -> Void
    /// Has a person type an item for a place, or one under another item.
    var onAdd: (Place, Item?) -> Void
    /// Says something below the list.
    var onSay: (String?) -> Void
    /// Does what a command line says.
    var onRun: ([String]) -> Void
    var onUndo: () -> Void
    /// Has a person type a new value, for items as a command line names them.
    var onChange: (TypedChange, [String]) -> Void
    /// Has a person type which items are shown, beginning with those of a place.
    var onFilter: (Place) -> Void
    /// Keeps a place as a view.
    var onKeep: (Place) -> Void
    /// Removes a view.
    var onRemove: (Place) -> Void
    var onSearch: () -> Void
    var onSync: () -> Void
    var onHistory: () -> Void
    var onStats: () -> Void
    var onSettings: () -> Void
    var onQuit: () -> Void
  }

  var name: String {
    let chosen = model.selection.count
    let name = state.place.name + (model.isByHand ? ", by hand" : "")
    return chosen == 0 ? name : "\(name): \(chosen) of \(model.total) chosen"
  }
  var hint: String {
    if isDeletedPlace { return "R restore  space choose  Tab views" }
    let order = model.isByHand ? "J K move  " : ""
    return "a add  d done  \(order)e edit  t due  A add below  z fold  / search  u undo  : command"
      + (model.isByHand ? "" : "  o order by hand")
  }
  var leavingHint: String { "? help  q quit" }

  var isDeletedPlace: Bool { state.place == .deleted }

  /// The item under the cursor.
  var current: Item? {
    model.items.indices.contains(state.index) ? model.items[state.index] : nil
  }

  var places: [Place] { PlacesPane(state: state).places }

  // MARK: - Drawing

  /// The columns from which on the places are seen.
  private static let placesFrom = 90
  /// The columns below which nothing stands below a list.
  private static let minimumColumns = 12

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    state.settle(in: model.items)
    let places = PlacesPane(state: state)
    // Observed even where no place is seen: then the screen becomes wider, or a key asks for them.
    _ = places.places
    state.hits = [:]
    state.placeHits = [:]
    state.placeColumns = 0
    var list = area
    if area.columns >= ItemsScreen.placesFrom || state.choosesPlace {
      var left = area
      left.columns = PlacesPane.columns(of: area)
      places.draw(in: &canvas, left, look)
      state.placeColumns = left.columns
      list.column += left.columns + 1
      list.columns = max(0, list.columns - left.columns - 1)
    }
    var pane: Canvas.Area?
    if current != nil, !state.hidesPane, list.columns >= ItemsScreen.minimumColumns {
      pane = ItemPane.area(from: &list, of: area)
    }
    ListPane(model: model, state: state).draw(in: &canvas, list, look)
    guard let item = current, let pane else { return }
    let table = state.table(for: model.items, model.places, width: list.columns - 2, look)
    ItemPane(item: item, model: model, table: table).draw(in: &canvas, pane, look)
  }

  // MARK: - Clicks

  func take(_ key: Key) -> Bool {
    guard case .click(let row, let column) = key else { return false }
    if column < state.placeColumns {
      if let place = state.placeHits[row] { actions.onPlace(place) }
    } else if let id = state.hits[row] {
      state.choosesPlace = false
      // A second click opens what the first one chose.
      if state.cursor == id { actions.onOpen(id) } else { state.cursor = id }
    }
    return true
  }
}
