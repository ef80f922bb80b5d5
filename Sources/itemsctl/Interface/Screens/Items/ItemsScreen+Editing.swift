import ItemModels
import Storage

extension ItemsScreen {
  func addBelow() {
    guard !state.choosesPlace, !isDeletedPlace, let current else { return }
    actions.onAdd(state.place, current)
  }

  func restore() {
    guard isDeletedPlace else {
      return actions.onSay("Only a deleted item can be restored: Tab leads to them.")
    }
    run("restore")
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

  func run(_ command: String, _ changes: String...) {
    let targets = targets
    guard !targets.isEmpty else { return }
    state.keepsPlace = model.selection.isEmpty
    actions.onRun([command] + targets + changes)
    model.selection = []
  }

  func type(_ change: TypedChange) {
    let targets = targets
    if !targets.isEmpty { actions.onChange(change, targets) }
  }

  func toggleDone() { run(current?.status == .open ? "done" : "reopen") }

  func raise() {
    guard let current, let index = Priority.allCases.firstIndex(of: current.priority) else {
      return
    }
    let next = Priority.allCases[(index + 1) % Priority.allCases.count]
    run("edit", "priority:\(next.name)")
  }
}
