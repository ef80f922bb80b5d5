#if canImport(UIKit)
import ItemModels
import SwiftUI

/// The form of one item: what is typed stays beside the store until it is saved.
package struct EditScreen: View {
  /// The item, with what is typed over it.
  package let model: ItemModel
  /// Goes back, with or without a change.
  package let onDone: @MainActor () -> Void

  package var body: some View {
    Form {
      TextField("Title", text: Bindable(model).title)
      if let failure = model.failure { Text(failure.message) }
      Button("Save") {
        Task {
          if await model.save() { onDone() }
        }
      }
      Button("Cancel", action: onDone)
    }
  }
}

extension ItemModel {
  /// The title as it is typed.
  fileprivate var title: String {
    get { item?.title ?? "" }
    set { edit { $0.title = newValue } }
  }
}
#endif
