#if canImport(UIKit)
import ItemModels
import SwiftUI

/// One item as it stands in the store.
package struct ItemScreen: View {
  /// The item.
  package let model: ItemModel
  /// Edits it.
  package let onEdit: @MainActor () -> Void

  package var body: some View {
    List {
      if let item = model.editing?.stored {
        Text(item.title)
        Text(item.notes)
        Button("Edit", action: onEdit)
      }
    }
  }
}
#endif
