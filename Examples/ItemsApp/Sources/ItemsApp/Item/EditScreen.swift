import ItemModels

/// The form of one item: what is typed stays beside the store until it is saved.
@MainActor
package struct EditScreen: Screen {
  /// Where a person goes from here.
  package struct Actions: Sendable {
    /// Back, with or without a change.
    package let onDone: @MainActor () -> Void
  }

  /// The item, with what is typed over it.
  package let model: ItemModel
  /// Where a person goes from here.
  package let actions: Actions

  /// Stores what was typed and goes back; stays if the store does not take it.
  package func save() async {
    if await model.save() { actions.onDone() }
  }

  /// Adds what was typed as a new item, after the item was deleted elsewhere.
  package func addAgain() async {
    if await model.addAgain() != nil { actions.onDone() }
  }

  /// Goes back without a change.
  package func cancel() {
    model.revert()
    actions.onDone()
  }

  /// Whether there is something to save, and nothing to correct or to decide first.
  package var canSave: Bool {
    guard let editing = model.editing, !model.isSaving else { return false }
    return editing.isEdited && editing.problem == nil && editing.conflicts.isEmpty
  }
}
