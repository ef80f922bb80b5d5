#if canImport(UIKit)
import ItemModels
import Storage
import SwiftUI

/// The list of items; its router knows where a person goes from here.
package struct ItemListScreen: View {
  /// The items.
  package let model: ItemListModel
  /// Goes to an item.
  package let onOpen: @MainActor (ItemID) -> Void

  package var body: some View {
    switch model.phase {
    case .loading: ProgressView()
    case .empty: ContentUnavailableView("Nothing to do", systemImage: "tray")
    case .failed(let failure): Text(failure.message)
    case .ready:
      List {
        ForEach(model.items) { item in
          Button(item.title) { onOpen(item.id) }
        }
      }
    }
  }
}
#endif
