#if canImport(SwiftUI)
import ItemModels
import Storage
import SwiftUI
import Sync

extension SyncScreen {
  package var body: some View {
    List {
      ActionFailureView(failure: model.failure, onDismiss: model.dismissFailure)
      if model.asksAboutHub { question }
      state
      if let status = model.status {
        keptTexts(status.keptTexts)
        conflicts(status.conflicts)
      }
    }
    .navigationTitle("Sync")
  }

  @ViewBuilder private var state: some View {
    Section {
      Text(model.sentence)
      if let status = model.status {
        LabeledContent("Hub", value: status.remote ?? "not met yet")
        LabeledContent("Last sync", value: lastSync(of: status))
        LabeledContent("To be sent", value: "\(status.unsent)")
      } else if model.failure == nil {
        ProgressView()
      }
      if model.isSyncing {
        ProgressView()
        Button("Stop", action: model.stop)
      } else {
        Button("Sync now") { Task { await model.sync() } }
      }
      Button("Choose the hub", action: actions.onSettings)
    }
  }

  private func lastSync(of status: SyncStatus) -> String {
    status.lastSync.map { DayOrInstant.instant($0).text } ?? "never"
  }

  @ViewBuilder private var question: some View {
    Section("The hub does not know this store. Is it the right one?") {
      Button("Send it everything") { model.answerAboutHub(true) }
      Button("Do not sync", role: .cancel) { model.answerAboutHub(false) }
    }
  }

  @ViewBuilder private func keptTexts(_ texts: [KeptTextOfItem]) -> some View {
    ForEach(texts, id: \.kept) { text in
      Section("Two devices changed \"\(text.title)\"") {
        Text(text.current)
        Button("Keep this text") { resolve(text, by: .mine) }
        Text(text.kept.text)
        Button("Take this text") { resolve(text, by: .theirs) }
        Button("Keep both") { resolve(text, by: .both) }
      }
    }
  }

  @ViewBuilder private func conflicts(_ conflicts: [SyncConflict]) -> some View {
    ForEach(conflicts, id: \.number) { conflict in
      Section("A change could not be applied") {
        Text(conflict.reason)
        Button("Make it again") { resolve(conflict, by: .keepMine) }
        Button("Discard it", role: .destructive) { resolve(conflict, by: .drop) }
      }
    }
  }

  private func resolve(_ text: KeptTextOfItem, by choice: KeptTextChoice) {
    Task { await model.resolveKeptTexts(of: [text.item], by: choice) }
  }

  private func resolve(_ conflict: SyncConflict, by resolution: ConflictResolution) {
    Task { await model.resolve([conflict.number], by: resolution) }
  }
}
#endif
