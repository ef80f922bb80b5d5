import ItemModels
import TerminalScreens

// The keys of the list, as help shows them.

extension ItemsScreen {
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
      KeyBinding("o", "the order by hand, or the view's own order") { toggleOrder() },
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
      KeyBinding("J", "move it down in the order by hand") { place(by: 1) },
      KeyBinding("K", "move it up in the order by hand") { place(by: -1) },
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
      KeyBinding("f", "show what fits a filter: type it") { actions.onFilter(shownPlace) },
      KeyBinding("V", "keep what is shown as a view: type its name") {
        actions.onKeep(shownPlace)
      },
      KeyBinding("s", "sync, and what is to be decided") { actions.onSync() },
      KeyBinding("L", "history") { actions.onHistory() },
      KeyBinding("S", "statistics") { actions.onStats() },
      KeyBinding(",", "settings") { actions.onSettings() },
      KeyBinding("q", "quit") { actions.onQuit() },
    ]
  }
}
