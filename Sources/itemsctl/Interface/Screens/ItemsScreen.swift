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
    return chosen == 0
      ? state.place.name : "\(state.place.name): \(chosen) of \(model.total) chosen"
  }
  var hint: String {
    isDeletedPlace
      ? "R restore  space choose  Tab views"
      : "a add  d done  e edit  t due  A add below  z fold  / search  u undo  : command"
  }
  var leavingHint: String { "? help  q quit" }

  private var isDeletedPlace: Bool { state.place == .deleted }

  // MARK: - Drawing

  /// The columns from which on the places are seen, and from which on an item stands beside the list.
  private static let placesFrom = 90
  private static let paneBesideFrom = 150
  /// The columns below which nothing stands below a list.
  private static let minimumColumns = 12
  /// The rows from which on an item stands below the list.
  private static let paneBelowFrom = 20

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
    var pane: Canvas.Area?
    if current != nil, !state.hidesPane, list.columns >= ItemsScreen.minimumColumns {
      pane = takePane(from: &list, of: area)
    }
    drawList(in: &canvas, list, look)
    if let item = current, let pane { drawPane(of: item, in: &canvas, pane, list, look) }
  }

  /// The room for the item under the cursor: beside a list that keeps enough for titles, else below it.
  private func takePane(from list: inout Canvas.Area, of area: Canvas.Area) -> Canvas.Area? {
    var pane = list
    if area.columns >= ItemsScreen.paneBesideFrom {
      pane.columns = min(56, list.columns / 3)
      pane.column = list.column + list.columns - pane.columns
      list.columns -= pane.columns + 2
    } else if area.rows >= ItemsScreen.paneBelowFrom {
      pane.rows = min(10, area.rows / 4)
      pane.row = list.row + list.rows - pane.rows
      list.rows -= pane.rows
    } else {
      return nil
    }
    return pane
  }

  /// The item under the cursor.
  private var current: Item? {
    model.items.indices.contains(state.index) ? model.items[state.index] : nil
  }

  /// The number and the times of an item, and below them what its row does not say: the notes first.
  private func drawPane(
    of item: Item,
    in canvas: inout Canvas,
    _ area: Canvas.Area,
    _ list: Canvas.Area,
    _ look: Look
  ) {
    let table = state.table(for: model.items, model.places, width: list.columns - 2, look)
    let isNested = (model.places[item.id]?.level ?? 0) > 0
    let shown = table.missingParts(of: item)
    var known = item
    // The one above it is seen right there.
    if isNested { known.parent = nil }
    let detail = ItemDetail(
      calendar: look.calendar,
      appearance: look.appearance(width: max(12, area.columns))
    )
    let parent = item.parent.flatMap { id in model.items.first { $0.id == id } }
    let rest = detail.rest(of: known, under: parent, among: model.items, showing: shown)
    let lines = rest.isEmpty ? ["No notes.".painted(.faint, if: look.usesColor)] : rest
    canvas.draw(
      look.rule(of: item, columns: area.columns),
      row: area.row,
      column: area.column,
      style: look.faint
    )
    let room = max(0, area.rows - 1)
    for (offset, line) in lines.prefix(room).enumerated() {
      canvas.draw(line, row: area.row + 1 + offset, column: area.column, columns: area.columns)
    }
    guard lines.count > room, room > 0 else { return }
    let more = " … Enter shows \(lines.count - room) more "
    let column = area.column + max(0, area.columns - more.displayWidth - 1)
    canvas.draw(more, row: area.row, column: column, columns: area.columns, style: look.faint)
  }

  private func drawPlaces(
    in canvas: inout Canvas,
    _ area: Canvas.Area,
    _ places: [Place],
    _ look: Look
  ) {
    let counts = placeCounts
    let rows = placeRows(places, rows: area.rows)
    let chosen = rows.firstIndex(of: state.place) ?? 0
    let top = max(0, min(chosen - area.rows / 2, rows.count - area.rows))
    for (offset, place) in rows.dropFirst(top).prefix(area.rows).enumerated() {
      guard let place else { continue }
      let row = area.row + offset
      let isChosen = place == state.place
      let count = counts[place].map { " \($0)" } ?? ""
      let room = area.columns - 2 - count.count
      canvas.draw(isChosen ? look.pointer : " ", row: row, column: 0, style: look.color(.cyan))
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

  /// The places with an empty row between views, lists and tags, where all have room.
  private func placeRows(_ places: [Place], rows: Int) -> [Place?] {
    let (views, lists) = (state.places.count, openLists.count)
    guard places.count + 2 <= rows else { return places }
    let groups = [
      places[..<views], places[views..<views + lists], places[(views + lists)...],
    ]
    return Array(
      groups.filter { !$0.isEmpty }.map { $0.map(Optional.some) }.joined(separator: [nil])
    )
  }

  private var placeCounts: [Place: Int] {
    var counts = state.counts?.counts ?? [:]
    for list in openLists { counts[.list(list.name)] = list.counts.open }
    for tag in openTags { counts[.tag(tag.name)] = tag.counts.open }
    return counts
  }

  private var openLists: [ItemSummary.Group] {
    (state.figures?.summary?.lists ?? []).filter { $0.counts.open > 0 }
  }

  private var openTags: [ItemSummary.Group] {
    (state.figures?.summary?.tags ?? []).filter { $0.counts.open > 0 }
  }

  /// The views, and the lists and tags with something open.
  var places: [Place] {
    state.places + openLists.map { Place.list($0.name) } + openTags.map { Place.tag($0.name) }
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
    let table = state.table(for: model.items, model.places, width: width, look)
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
    if !item.keptTexts.isEmpty {
      let sign = look.usesBlocks ? "≠" : "!"
      canvas.draw(sign, row: row, column: area.column + 1, style: look.color(.yellow))
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
    fill(entries, table, rows: rows)
  }

  /// Scrolls back as far as there is room below the last entry, as when the screen grew.
  private func fill(_ entries: ListEntries, _ table: ItemTable, rows: Int) {
    var (first, used) = (entries.count, 0)
    while first > 0, used <= rows {
      used += entries[first - 1].rows(table)
      if used <= rows { first -= 1 }
    }
    state.top = min(state.top, first)
  }

  /// What stands in place of a list.
  private func words(_ look: Look) -> String? {
    switch model.phase {
    case .loading: model.items.isEmpty ? "" : nil
    case .ready: nil
    case .empty where isDeletedPlace: "Nothing is deleted."
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
      KeyBinding("z", "fold or unfold what is below an item") { fold() },
      KeyBinding("Z", "fold all, or unfold all") { model.toggleAllFolds() },
      KeyBinding("T", "items below others as a tree, or each by its own date") { toggleTree() },
      KeyBinding("i", "hide or show the pane about the item") { state.hidesPane.toggle() },
      KeyBinding([.character(" "), .character("v")], "space v", "choose an item, and the next") {
        choose()
      },
      KeyBinding("*", "choose all, up to 300 around the one under the cursor") { chooseAll() },
      KeyBinding([.escape], "Esc", "choose none") { clear() },
    ]
  }

  private var changing: [KeyBinding] {
    [
      KeyBinding("a", "add an item") { actions.onAdd(state.place, nil) },
      KeyBinding("A", "add an item below the one under the cursor") { addBelow() },
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
      KeyBinding("R", "restore a deleted item") { restore() },
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
    state.move(model.items.count, in: model.items)
    // Keys that come meanwhile are for the end that is shown already.
    guard model.hasLater else { return }
    Task {
      await model.showLast()
      state.cursor = nil
      state.index = ItemsState.beyond
    }
  }

  private func open() {
    if state.choosesPlace {
      state.choosesPlace = false
    } else if isDeletedPlace {
      actions.onSay("'R' restores it.")
    } else if let id = state.cursor {
      actions.onOpen(id)
    }
  }

  private func fold() {
    guard let id = state.cursor, let folded = model.toggleFold(id) else {
      return actions.onSay("Nothing is below this item; 'A' adds an item there.")
    }
    state.cursor = folded
  }

  private func toggleTree() {
    model.isTree.toggle()
    actions.onSay(model.isTree ? "Items stand below others." : "Each item stands by itself.")
  }

  private func addBelow() {
    guard !state.choosesPlace, !isDeletedPlace, let current else { return }
    actions.onAdd(state.place, current)
  }

  private func restore() {
    guard isDeletedPlace else {
      return actions.onSay("Only a deleted item can be restored: Tab leads to them.")
    }
    run("restore")
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
