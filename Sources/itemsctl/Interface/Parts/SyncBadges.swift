import ItemModels
import Sync

/// The state of a store's sync in a few words, for the first line of every screen.
@MainActor
struct SyncBadges {
  let model: SyncModel
  /// True if the store has a hub: without one, nothing waits to be sent.
  let hasHub: Bool

  /// Nothing for a store that is in step with its hub.
  var texts: [String] {
    var texts: [String] = []
    if hasHub, let unsent = model.status?.unsent, unsent > 0 { texts.append("\(unsent) to send") }
    switch model.activity {
    case .syncing: texts.append("syncing")
    case .offline: texts.append("offline")
    case .failed: texts.append("sync failed")
    case .idle: if hasHub, model.status?.refusal != nil { texts.append("hub refuses") }
    }
    let decisions = (model.status?.keptTexts.count ?? 0) + (model.status?.conflicts.count ?? 0)
    if decisions > 0 { texts.append("\(decisions) to decide") }
    return texts
  }
}
