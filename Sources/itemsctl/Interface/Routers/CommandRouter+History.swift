import ArgumentParsing
import CommandKit
import ItemModels
import Storage

extension CommandRouter {
  /// Shows the steps, and from there what each one changed.
  func showHistory() {
    navigator.show(
      HistoryScreen(
        model: history(),
        phrases: HistoryScreen.Phrases(repository, calendar),
        onOpen: showStep,
        onRun: run,
        onUndo: undo,
        onReturn: returnTo,
        onLeave: navigator.leaver()
      )
    )
  }

  /// Shows what a step changed, field by field.
  private func showStep(_ step: HistoryStep) {
    let action = step.isUndone ? "redo" : "undo"
    show(
      ["log", "\(step.id)", "--format", "table"],
      as: "Step \(step.id)",
      hint: "t \(action) to here",
      [KeyBinding("t", "\(action) all steps up to this one; asks first") { returnTo(step.id) }]
    )
  }

  /// Takes back all steps from the latest one to this one; makes an undone one and all before it again.
  ///
  /// More than one step is walked only when asked twice.
  func returnTo(_ id: HistoryStep.ID) {
    Task {
      guard let store = repository as? any UndoableRepository,
        let steps = try? await store.history(),
        let index = steps.firstIndex(where: { $0.id == id })
      else { return navigator.say("This step is too old to be remembered.") }
      // Undone steps come first; the one that was undone last is the last of them.
      let undone = steps.prefix(while: \.isUndone).count
      let isRedo = steps[index].isUndone
      let count = isRedo ? undone - index : index - undone + 1
      let command = isRedo ? "redo" : "undo"
      guard count > 1, typed.askedStep != id else {
        typed.askedStep = nil
        return run([command, String(count)])
      }
      typed.askedStep = id
      navigator.say("'t' again \(isRedo ? "redoes" : "undoes") \(counted(count, "step")).")
    }
  }
}
