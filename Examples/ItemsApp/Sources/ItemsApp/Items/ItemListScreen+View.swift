#if canImport(SwiftUI)
import ItemModels
import Storage
import SwiftUI

extension ItemListScreen {
  package var body: some View {
    List {
      ActionFailureView(failure: model.failure, onDismiss: model.dismissFailure)
      if search.text.isEmpty {
        NewTextField(title: "New item", add: add)
        PhaseView(phase: model.phase, empty: "Nothing to do", retry: model.retry) { sections }
      } else {
        PhaseView(phase: search.phase, empty: "Nothing found", retry: search.retry) { results }
      }
    }
    .searchable(text: Bindable(search).text, prompt: "Search")
    .navigationTitle("Items")
    .toolbar {
      ToolbarItem { Button("Undo") { Task { await model.undo() } } }
      ToolbarItem { Button("Sync", action: actions.onSync) }
      ToolbarItem { Button("Settings", action: actions.onSettings) }
    }
  }

  /// Both ends of the window move it, so that a list of any length is there.
  @ViewBuilder private var sections: some View {
    if model.hasEarlier {
      ProgressView().onAppear { model.showEarlier() }
    }
    ForEach(model.sections) { section in
      Section(section.kind.title) {
        ForEach(section.items) { row($0) }
      }
    }
    if model.hasLater {
      ProgressView().onAppear { model.showLater() }
    }
  }

  @ViewBuilder private var results: some View {
    Section("\(search.total) found") {
      ForEach(search.results) { row($0) }
    }
  }

  private func row(_ item: Item) -> some View {
    ItemRow(
      item: item,
      onOpen: { actions.onOpen(item.id) },
      onToggle: { await toggle(item) },
      onDelete: { await model.delete([item.id]) }
    )
  }
}
#endif
