// One device: a store that lasts, and a run of the core that a crash forgets.

import Storage
import Sync

/// What the world must be told of one piece of store work.
struct PerformedWork: Sendable {
  var outcome: StoreOutcome
  var restamps: [ObservedTransaction.Restamp]
  var removed: [ItemID]
}

final class SimulatedDevice<Store: SimulatedStore> {
  let number: Int
  let store: Store
  let settings: StoreSettings

  /// How far the device's clock is from the true time, in milliseconds.
  var skew: Int64 = 0
  var isUp = true
  var hasNetwork = true

  /// Counts runs and crashes: requests are numbered anew in each run, and a reply to an earlier one
  /// must not pass for its own, as no reply does on a real connection.
  private(set) var incarnation = 0
  private(set) var core: SyncCore?
  var pending: [SyncCore.Effect] = []
  var awaitedRequest: Int?
  var backup: ModelState?

  init(number: Int, store: Store, settings: StoreSettings) {
    self.number = number
    self.store = store
    self.settings = settings
  }

  /// Forgets all that is not on disk.
  func crash() {
    incarnation += 1
    core = nil
    pending = []
    awaitedRequest = nil
  }

  func beginRun() {
    incarnation += 1
    core = SyncCore()
    handle(.start)
  }

  func endRun() {
    core = nil
    pending = []
    awaitedRequest = nil
  }

  func handle(_ event: SyncCore.Event) {
    guard var core else { return }
    pending += core.on(event)
    self.core = core
  }

  func perform(_ work: StoreWork, fresh: FreshValues) async throws(StorageError) -> PerformedWork {
    let settings = settings
    return try await store.writeReplica { transaction throws(StorageError) -> PerformedWork in
      let observed = ObservedTransaction(transaction)
      let outcome = try work.run(in: observed, settings: settings, fresh: fresh)
      return PerformedWork(
        outcome: outcome,
        restamps: observed.restamps,
        removed: observed.removed
      )
    }
  }
}
