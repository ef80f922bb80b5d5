#if canImport(SwiftUI)
import ItemModels
import Storage
import SwiftUI

extension EditScreen {
  package var body: some View {
    Form {
      ActionFailureView(failure: model.failure, onDismiss: model.dismissFailure)
      if model.phase == .empty {
        Section("The item was deleted elsewhere") {
          Button("Add it again") { Task { await addAgain() } }
        }
      }
      if let editing = model.editing {
        ForEach(editing.conflicts, id: \.self) { part in
          ConflictSection(part: part, editing: editing, model: model)
        }
        if let problem = editing.problem { Text(problem).foregroundStyle(.red) }
        FormFields(model: model)
      } else if model.phase == .loading {
        ProgressView()
      }
    }
    .navigationTitle("Edit")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) { Button("Cancel", action: cancel) }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { Task { await save() } }
          .disabled(!canSave)
      }
    }
    .interactiveDismissDisabled(model.editing?.isEdited == true)
  }
}

/// The fields of the form.
private struct FormFields: View {
  @Bindable var model: ItemModel

  var body: some View {
    Section {
      TextField("Title", text: $model.form.title)
      TextField("Notes", text: $model.form.notes, axis: .vertical)
      TextField("List", text: $model.form.list)
      Picker("Priority", selection: $model.form.priority) {
        ForEach(Priority.allCases, id: \.self) { Text($0.name) }
      }
      Toggle("Has a date", isOn: $model.form.hasDue)
      if model.form.hasDue {
        DatePicker("Due", selection: $model.form.due, displayedComponents: .date)
      }
    }
    Section("Tags") {
      ForEach(model.form.tags.sorted(), id: \.self) { tag in
        HStack {
          Text(tag)
          Button("Remove") { model.form.tags.remove(tag) }
        }
      }
      NewTextField(title: "New tag") { model.form.tags.insert($0).inserted }
    }
  }
}

/// A part that was changed here and elsewhere: a person chooses which value stays.
private struct ConflictSection: View {
  let part: ItemPart
  let editing: ItemEditing
  let model: ItemModel

  var body: some View {
    Section("\(part.title) was changed elsewhere as well") {
      Button("Keep mine: \(editing.edited.text(of: part))") { model.keepTyped(part) }
      Button("Take theirs: \(editing.stored.text(of: part))") { model.takeStored(part) }
    }
  }
}
#endif
