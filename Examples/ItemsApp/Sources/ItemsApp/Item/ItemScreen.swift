import ItemModels

/// One item with all that is known of it.
@MainActor
package struct ItemScreen: Screen {
  /// What a person does with the item.
  package struct Actions: Sendable {
    /// Edits it.
    package let onEdit: @MainActor () -> Void
    /// Marks it done.
    package let onComplete: @MainActor () -> Void
    /// Opens it again.
    package let onReopen: @MainActor () -> Void
    /// Deletes it.
    package let onDelete: @MainActor () -> Void
  }

  /// The item.
  package let model: ItemModel
  /// What a person does with it.
  package let actions: Actions
}
