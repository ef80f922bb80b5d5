import ItemModels
import Phrases
import Storage

/// The flow of one item: it is shown, and edited.
@MainActor
struct ItemRouter: Router {
  let navigator: Navigator
  let makeModel: () -> ItemModel
  let calendar: @Sendable () -> LocalCalendar
  let commands: CommandRouter

  func start() {
    let model = makeModel()
    navigator.show(
      ItemScreen(
        model: model,
        relations: ItemRelationsModel(of: model.id, in: commands.repository),
        actions: ItemScreen.Actions(
          onEdit: edit,
          onRun: commands.run,
          onUndo: commands.undo,
          onChange: { commands.change($0, of: $1) {} },
          onLeave: navigator.leaver()
        )
      )
    )
  }

  /// Shows the form alone.
  func edit() {
    let leave = navigator.leaver()
    navigator.show(
      FormScreen(
        makeModel(),
        calendar: calendar(),
        references: FormReferences(
          repository: commands.repository,
          onChange: { navigator.onChange() }
        ),
        say: navigator.say,
        onDone: {
          leave()
          navigator.say("Saved. 'u' takes it back.")
        },
        onLeave: leave
      )
    )
  }
}
