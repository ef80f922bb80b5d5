#if canImport(UIKit)
import ItemModels
import SwiftUI
import Sync

/// The sync: what it does, and a way to the items that came.
package struct SyncScreen: View {
  /// The sync.
  package let model: SyncModel
  /// Goes to the items.
  package let onItems: @MainActor () -> Void

  package var body: some View {
    List {
      switch model.activity {
      case .idle: Text(model.lastSummary.map { "\($0.pushed) sent" } ?? "Ready")
      case .syncing: ProgressView()
      case .offline(let failure): Text(failure.message)
      case .failed(let failure): Text(failure.message)
      }
      Button("Sync now") { Task { await model.sync() } }
      Button("Items", action: onItems)
    }
  }
}
#endif
