#if canImport(SwiftUI)
import ItemModels
import Storage
import SwiftUI

extension ItemScreen {
  package var body: some View {
    PhaseView(phase: model.phase, empty: "The item is not there", retry: model.retry) {
      if let item = model.editing?.stored { details(of: item) }
    }
    .navigationTitle(model.editing?.stored.title ?? "Item")
    .toolbar {
      ToolbarItem {
        Button("Edit", action: actions.onEdit)
          .disabled(model.phase != .ready)
      }
    }
  }

  private func details(of item: Item) -> some View {
    Form {
      Section {
        ForEach(ItemScreen.parts, id: \.self) { part in
          let text = item.text(of: part)
          if !text.isEmpty { LabeledContent(part.title, value: text) }
        }
      }
      if !item.notes.isEmpty {
        Section("Notes") { Text(item.notes) }
      }
      Section {
        if item.status == .open {
          Button("Mark done", action: actions.onComplete)
        } else {
          Button("Open again", action: actions.onReopen)
        }
        Button("Delete", role: .destructive, action: actions.onDelete)
      }
    }
  }

  private static let parts: [ItemPart] = [.status, .due, .priority, .list, .tags]
}
#endif
