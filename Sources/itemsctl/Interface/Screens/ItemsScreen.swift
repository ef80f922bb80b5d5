import ArgumentParsing
import ItemModels
import Storage

/// The list: places at the left, items in the middle, and the item under the cursor beside or below them.
struct ItemsScreen: InterfaceScreen {
  let model: ItemListModel
  let state: ItemsState
  let actions: Actions

  /// What a person can go on to.
  struct Actions {
    /// Shows a place of the list.
    var onPlace: (Place) -> Void
    var onOpen: (ItemID) -> Void
    var onEdit: (ItemID) -> Void
    var onAdd: (Place) -> Void
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
    return chosen == 0
      ? state.place.name : "\(state.place.name): \(chosen) of \(model.total) chosen"
  }
  var hint: String { "a add  d done  e edit  t due  space choose  u undo  / search  q quit" }

  // MARK: - Drawing

  /// The columns from which on the places are seen, and from which on an item stands beside the list.
  private static let placesFrom = 90
  private static let detailFrom = 120
  /// The columns below which nothing stands below a list.
  private static let minimumColumns = 12
  /// The rows from which on an item stands below the list.
  private static let detailBelowFrom = 22

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    state.settle(in: model.items)
    // Observed even where no place is seen: then the screen becomes wider, or a key asks for them.
    let places = places
    (state.hits, state.placeHits, state.placeColumns) = ([:], [:], 0)
    var list = area
    if area.columns >= ItemsScreen.placesFrom || state.choosesPlace {
      let width = min(24, max(16, area.columns / 6), area.columns)
      drawPlaces(
        in: &canvas,
        Canvas.Area(row: area.row, column: 0, rows: area.rows, columns: width),
        places,
        look
      )
      state.placeColumns = width
      list.column += width + 1
      list.columns = max(0, list.columns - width - 1)
    }
    if let item = current, list.columns >= ItemsScreen.minimumColumns {
      var detail = list
      if area.columns >= ItemsScreen.detailFrom {
        detail.columns = min(44, list.columns * 2 / 5)
        detail.column = list.column + list.columns - detail.columns
        list.columns -= detail.columns + 2
        drawDetail(of: item, in: &canvas, detail, look)
      } else if area.rows >= ItemsScreen.detailBelowFrom {
        detail.rows = min(10, area.rows / 3)
        detail.row = list.row + list.rows - detail.rows
        list.rows -= detail.rows + 1
        drawRule(in: &canvas, row: detail.row - 1, detail, look)
        drawDetail(of: item, in: &canvas, detail, look)
      }
    }
    drawList(in: &canvas, list, look)
  }

  /// The item under the cursor.
  private var current: Item? {
    model.items.indices.contains(state.index) ? model.items[state.index] : nil
  }

  private func drawRule(in canvas: inout Canvas, row: Int, _ area: Canvas.Area, _ look: Look) {
    let line = String(repeating: look.usesBlocks ? "─" : "-", count: area.columns)
    canvas.draw(line, row: row, column: area.column, style: look.faint)
  }

  private func drawDetail(
    of item: Item,
    in canvas: inout Canvas,
    _ area: Canvas.Area,
    _ look: Look
  ) {
    let detail = ItemDetail(
      calendar: look.calendar,
      appearance: look.appearance(width: max(12, area.columns))
    )
    for (offset, line) in detail.lines(of: item).prefix(area.rows).enumerated() {
      canvas.draw(line, row: area.row + offset, column: area.column, columns: area.columns)
    }
  }

  private func drawPlaces(
    in canvas: inout Canvas,
    _ area: Canvas.Area,
    _ places: [Place],
    _ look: Look
  ) {
    let open = Dictionary(
      (state.figures?.summary?.lists ?? []).map { (Place.list($0.name), $0.counts.open) }
    ) { first, _ in first }
    let chosen = places.firstIndex(of: state.place) ?? 0
    let top = max(0, chosen - area.rows + 1)
    for (offset, place) in places.dropFirst(top).prefix(area.rows).enumerated() {
      let row = area.row + offset
      let isChosen = place == state.place
      let count = open[place].map { " \($0)" } ?? ""
      let mark = isChosen ? look.pointer : " "
      let room = area.columns - 2 - count.count
      canvas.draw(mark, row: row, column: 0, style: look.color(.cyan))
      canvas.draw(
        place.name.visible.truncated(toWidth: room),
        row: row,
        column: 2,
        columns: room,
        style: isChosen ? .bold : .plain
      )
      canvas.draw(count, row: row, column: area.columns - count.count, style: look.faint)
      if isChosen, state.choosesPlace {
        let line = Canvas.Area(row: row, column: 0, rows: 1, columns: area.columns)
        canvas.paint(line) { $0 = .reversed }
      }
      state.placeHits[row] = place
    }
  }

  /// The views, and the lists with something open.
  var places: [Place] {
    let lists = (state.figures?.summary?.lists ?? []).filter { $0.counts.open > 0 }
    return state.places + lists.map { Place.list($0.name) }
  }

  private func drawList(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    guard area.rows > 0, area.columns > 4 else { return }
    if let text = words(look) {
      for (offset, line) in text.wrapped(toWidth: area.columns - 2).enumerated() {
        canvas.draw(line, row: area.row + 1 + offset, column: area.column + 2)
      }
      return
    }
    let width = area.columns - 2
    let table = state.table(for: model.items, width: width, look)
    var body = area
    if let header = table.header {
      canvas.draw(header, row: area.row, column: area.column + 2, columns: width)
      (body.row, body.rows) = (body.row + 1, body.rows - 1)
    }
    let entries = ListEntries(sections: model.sections)
    scroll(entries, table, rows: body.rows)
    var (row, index) = (body.row, state.top)
    while index < entries.count {
      let entry = entries[index]
      let lines = entry.lines(table, look)
      guard row + lines.count <= body.row + body.rows else { break }
      for line in lines {
        canvas.draw(line, row: row, column: area.column + 2, columns: width)
        if case .item(let item) = entry { mark(item, in: &canvas, row: row, area, look) }
        row += 1
      }
      index += 1
    }
    state.page = max(1, body.rows - 1)
  }

  /// Marks the chosen items, and the one under the cursor.
  private func mark(
    _ item: Item,
    in canvas: inout Canvas,
    row: Int,
    _ area: Canvas.Area,
    _ look: Look
  ) {
    state.hits[row] = item.id
    if model.selection.contains(item.id) {
      canvas.draw("*", row: row, column: area.column, style: look.color(.yellow))
    }
    guard item.id == state.cursor else { return }
    let line = Canvas.Area(row: row, column: area.column, rows: 1, columns: area.columns)
    if !state.choosesPlace { canvas.paint(line) { $0 = .reversed } }
  }

  /// Scrolls so far that the entry under the cursor is seen, and a heading right above it.
  private func scroll(_ entries: ListEntries, _ table: ItemTable, rows: Int) {
    guard entries.count > 0 else { return }
    let chosen = entries.index(ofItem: state.index)
    let isBelowHeading = chosen > 0 && entries[chosen - 1].isHeading
    state.top = max(0, min(state.top, isBelowHeading ? chosen - 1 : chosen))
    // From the cursor backwards, as far as there is room.
    var (start, used) = (chosen, 0)
    while start >= state.top {
      used += entries[start].rows(table)
      if used > rows { break }
      start -= 1
    }
    if start >= state.top { state.top = min(chosen, start + 1) }
  }

  /// What stands in place of a list.
  private func words(_ look: Look) -> String? {
    switch model.phase {
    case .loading: model.items.isEmpty ? "" : nil
    case .ready: nil
    case .empty:
      state.place == .open
        ? "Nothing is open. 'a' adds an item." : "Nothing here. 'a' adds an item."
    case .failed(let failure):
      failure.message + (failure.action == .retry ? " 'r' tries again." : "")
    }
  }

  // MARK: - Keys

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

  var bindings: [KeyBinding] { moving + changing + going }

  private var moving: [KeyBinding] {
    [
      KeyBinding([.down, .character("j"), .wheelDown], "↓ j", "next item, or place") { move(1) },
      KeyBinding([.up, .character("k"), .wheelUp], "↑ k", "item before, or place") { move(-1) },
      KeyBinding([.pageDown, .control("f")], "PgDn ^F", "a page down") { move(state.page) },
      KeyBinding([.pageUp, .control("b")], "PgUp ^B", "a page up") { move(-state.page) },
      KeyBinding([.control("d")], "^D", "half a page down") { move(max(1, state.page / 2)) },
      KeyBinding([.control("u")], "^U", "half a page up") { move(-max(1, state.page / 2)) },
      KeyBinding([.home, .character("g")], "Home g", "first item") { moveToEnd(isLast: false) },
      KeyBinding([.end, .character("G")], "End G", "last item") { moveToEnd(isLast: true) },
      KeyBinding([.tab, .left, .character("h")], "Tab ← h", "choose a view or a list") {
        state.choosesPlace.toggle()
      },
      KeyBinding([.right, .character("l")], "→ l", "back to the items") {
        state.choosesPlace = false
      },
      KeyBinding([.enter], "Enter", "open the item, or the place") { open() },
      KeyBinding([.character(" "), .character("v")], "space v", "choose an item, and the next") {
        choose()
      },
      KeyBinding("*", "choose all, up to 300 around the one under the cursor") { chooseAll() },
      KeyBinding([.escape], "Esc", "choose none") { clear() },
    ]
  }

  private var changing: [KeyBinding] {
    [
      KeyBinding("a", "add an item") { actions.onAdd(state.place) },
      KeyBinding("e", "edit the item") { if let id = state.cursor { actions.onEdit(id) } },
      KeyBinding([.character("d"), .character("x")], "d x", "mark as done, or as open again") {
        toggleDone()
      },
      KeyBinding("!", "next priority: low, medium, high, none") { raise() },
      KeyBinding(".", "due today") { run("edit", "due:today") },
      KeyBinding(">", "due tomorrow") { run("edit", "due:tomorrow") },
      KeyBinding([.character("D"), .delete], "D Del", "delete the item, or a view of your own") {
        if state.choosesPlace { actions.onRemove(state.place) } else { run("delete") }
      },
      KeyBinding("u", "undo the last step") { actions.onUndo() },
      KeyBinding([.character("U"), .control("r")], "U ^R", "redo it") { actions.onRun(["redo"]) },
      KeyBinding("r", "read again, as after a failure") { Task { await model.retry() } },
    ] + KeyBinding.typing(type)
  }

  private var going: [KeyBinding] {
    [
      KeyBinding("/", "search as you type") { actions.onSearch() },
      KeyBinding("f", "show what fits a filter: type it") { actions.onFilter(state.place) },
      KeyBinding("V", "keep what is shown as a view: type its name") {
        actions.onKeep(state.place)
      },
      KeyBinding("s", "sync, and what is to be decided") { actions.onSync() },
      KeyBinding("L", "history") { actions.onHistory() },
      KeyBinding("S", "statistics") { actions.onStats() },
      KeyBinding(",", "settings") { actions.onSettings() },
      KeyBinding("q", "quit") { actions.onQuit() },
    ]
  }

  private func move(_ distance: Int) {
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

  private func moveToEnd(isLast: Bool) {
    if state.choosesPlace { return movePlace(isLast ? places.count : -places.count) }
    guard isLast else {
      model.showFirst()
      return state.move(-state.index, in: model.items)
    }
    Task {
      if model.hasLater { await model.showLast() }
      state.cursor = nil
      state.index = ItemsState.beyond
    }
    state.move(model.items.count, in: model.items)
  }

  private func open() {
    if state.choosesPlace {
      state.choosesPlace = false
    } else if let id = state.cursor {
      actions.onOpen(id)
    }
  }

  private func choose() {
    guard let id = state.cursor else { return }
    model.selection.formSymmetricDifference([id])
    move(1)
  }

  private func chooseAll() { model.selection = Set(model.items.map(\.id)) }

  private func clear() {
    state.choosesPlace = false
    model.selection = []
  }

  /// The items that are chosen, else the one under the cursor, as a command line names them.
  private var targets: [String] {
    // Keys are for the places then, and nothing shows which item they would change.
    if state.choosesPlace { return [] }
    let ids = model.selection.isEmpty ? Set([state.cursor].compactMap(\.self)) : model.selection
    let known = model.items.filter { ids.contains($0.id) }
    let others = ids.subtracting(known.map(\.id))
    return known.map { String($0.number) } + others.map(\.description).sorted()
  }

  private func run(_ command: String, _ changes: String...) {
    let targets = targets
    guard !targets.isEmpty else { return }
    state.keepsPlace = model.selection.isEmpty
    actions.onRun([command] + targets + changes)
    model.selection = []
  }

  private func type(_ change: TypedChange) {
    let targets = targets
    if !targets.isEmpty { actions.onChange(change, targets) }
  }

  private func toggleDone() { run(current?.status == .open ? "done" : "reopen") }

  private func raise() {
    guard let current, let index = Priority.allCases.firstIndex(of: current.priority) else {
      return
    }
    let next = Priority.allCases[(index + 1) % Priority.allCases.count]
    run("edit", "priority:\(next.name)")
  }
}
