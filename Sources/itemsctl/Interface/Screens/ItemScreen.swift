import ArgumentParsing
import CommandKit
import ItemModels
import Storage
import TerminalScreens

/// One item, whole.
struct ItemScreen: InterfaceScreen {
  let model: ItemModel
  let relations: ItemRelationsModel
  let content = ScrolledLines()
  let actions: Actions

  /// The actions that lead to other screens or change items.
  struct Actions {
    var onEdit: () -> Void
    var onRun: ([String]) -> Void
    var onUndo: () -> Void
    /// Has a person type a new value, for items as a command line names them.
    var onChange: (TypedChange, [String]) -> Void
    var onLeave: () -> Void
  }

  var hint: String { "e edit  d done  t due" }

  var name: String { model.item.map { "Item \($0.number)" } ?? "Item" }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    let detail = ItemDetail(
      calendar: look.calendar,
      appearance: look.appearance(width: max(12, area.columns))
    )
    switch model.phase {
    case .loading: content.lines = []
    case .failed(let failure): content.lines = failure.message.wrapped(toWidth: area.columns)
    case .empty:
      content.lines =
        ["This item is not there any more. 'A' adds it again."]
        + (stored.map { detail.lines(of: $0) } ?? [])
    case .ready: content.lines = stored.map { lines(of: $0, detail, columns: area.columns) } ?? []
    }
    content.draw(in: &canvas, area)
  }

  /// The lines about an item, once the items beside it are known.
  private func lines(of item: Item, _ detail: ItemDetail, columns: Int) -> [String] {
    guard let relations = relations.relations else { return [] }
    // An id that is broken in two is of no use.
    let hidden: Set<ItemPart> = columns < ItemScreen.columnsOfIDs ? [.id] : []
    return detail.lines(of: item, relations, without: hidden)
  }

  /// The columns that an id takes with its label.
  private static let columnsOfIDs = 48

  private var stored: Item? { model.editing?.stored }

  var bindings: [KeyBinding] {
    content.bindings + KeyBinding.typing(type) + [
      KeyBinding("e", "edit", actions.onEdit),
      KeyBinding([.character("d"), .character("x")], "d x", "mark as done, or as open again") {
        run(stored?.status == .open ? "done" : "reopen")
      },
      KeyBinding([.character("D"), .delete], "D Del", "delete") {
        run("delete")
        actions.onLeave()
      },
      KeyBinding("A", "add it again, if it was deleted elsewhere") {
        Task { if await model.addAgain() != nil { actions.onLeave() } }
      },
      KeyBinding("u", "undo the last step") { actions.onUndo() },
      .leaving(actions.onLeave),
    ]
  }

  private func run(_ command: String) {
    if let number = stored?.number { actions.onRun([command, String(number)]) }
  }

  private func type(_ change: TypedChange) {
    if let number = stored?.number { actions.onChange(change, [String(number)]) }
  }
}
