import ItemModels

/// The sync: what it does, what waits, and what a person has to decide.
@MainActor
package struct SyncScreen: Screen {
  /// Where a person goes from here.
  package struct Actions: Sendable {
    /// To the settings, which name the hub.
    package let onSettings: @MainActor () -> Void
  }

  /// The sync.
  package let model: SyncModel
  /// Where a person goes from here.
  package let actions: Actions
}

extension SyncModel {
  /// What the sync is doing, in a sentence.
  package var sentence: String {
    switch activity {
    case .idle: lastSummary.map { "\($0.pushed) sent, \($0.pulled) received" } ?? "Ready"
    case .syncing(let progress?):
      "Syncing: \(progress.summary.pushed) sent, \(progress.summary.pulled) received"
    case .syncing(nil): "Syncing"
    case .offline(let failure): "Offline. \(failure.message)"
    case .failed(let failure): failure.message
    }
  }

  /// Whether a sync runs.
  package var isSyncing: Bool {
    if case .syncing = activity { true } else { false }
  }
}
