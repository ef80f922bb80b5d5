import ItemModels
import Storage

/// The list of items under headings by due date, with a field to add one and a search.
@MainActor
package struct ItemListScreen: Screen {
  /// Where a person goes from here.
  package struct Actions: Sendable {
    /// To an item.
    package let onOpen: @MainActor (ItemID) -> Void
    /// To the sync.
    package let onSync: @MainActor () -> Void
    /// To the settings.
    package let onSettings: @MainActor () -> Void
  }

  /// The items.
  package let model: ItemListModel
  /// The search in all items.
  package let search: SearchModel
  /// Where a person goes from here.
  package let actions: Actions

  /// Adds an item with a title; tells whether it is in the store.
  package func add(_ title: String) async -> Bool {
    await model.add(ItemDraft(title: title)) != nil
  }

  /// Marks an item done, or opens one again that is done.
  package func toggle(_ item: Item) async {
    if item.status == .open {
      await model.complete([item.id])
    } else {
      await model.reopen([item.id])
    }
  }
}

extension ItemSection.Kind {
  /// The heading of the section.
  package var title: String {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .upcoming: "Next 7 days"
    case .later: "Later"
    case .undated: "No date"
    case .all: "All"
    }
  }
}
