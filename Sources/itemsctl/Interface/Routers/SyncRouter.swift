import ItemModels
import Sync

/// The flow of sync: its state, and one decision after the other.
@MainActor
struct SyncRouter: Router {
  let navigator: Navigator
  /// Makes the model for the hub that the store has by now.
  let makeModel: () async -> (model: SyncModel, remote: Remote?)
  let commands: CommandRouter

  func start() {
    Task {
      let (model, remote) = await makeModel()
      show(model, remote)
    }
  }

  private func show(_ model: SyncModel, _ remote: Remote?) {
    navigator.show(
      SyncScreen(
        model: model,
        remote: remote,
        onSync: { commands.run(["sync"]) },
        onDecide: { decision in
          navigator.show(
            DecisionScreen(
              model: model,
              decision: decision,
              onAnswer: { navigator.say($0) },
              onLeave: navigator.leaver()
            )
          )
        },
        onLeave: navigator.leaver()
      )
    )
  }
}
