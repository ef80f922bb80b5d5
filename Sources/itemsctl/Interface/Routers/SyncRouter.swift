import ItemModels
import Sync

/// The flow of sync: its state, and one decision after the other.
@MainActor
struct SyncRouter: Router {
  let navigator: Navigator
  let model: SyncModel
  let remote: Remote?
  let commands: CommandRouter

  func start() {
    navigator.show(
      SyncScreen(
        model: model,
        remote: remote,
        onSync: { commands.run(["sync"]) },
        onDecide: { decision in
          navigator.show(
            DecisionScreen(model: model, decision: decision, onLeave: navigator.leave)
          )
        },
        onLeave: navigator.leave
      )
    )
  }
}
