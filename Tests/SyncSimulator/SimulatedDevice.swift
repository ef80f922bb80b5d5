import Storage
import Sync

/// One run of sync, and what it has yet to do.
struct SimulatedRun {
  /// Tells replies to this run from those to an earlier one, as a real connection does.
  var incarnation: Int
  var core: SyncCore
  var pending: [SyncCore.Effect]
  var awaitedRequest: Int?
  /// How often in a row the hub called a request too large.
  var tooLargeInARow = 0

  init(incarnation: Int, verifies: Bool) {
    self.incarnation = incarnation
    core = SyncCore(verifies: verifies)
    pending = core.on(.start)
  }

  mutating func handle(_ event: SyncCore.Event, at uptime: Int64) {
    pending += core.on(event, at: uptime)
  }
}

final class SimulatedDevice<Store: SimulatedStore> {
  let number: Int
  /// Which space of the hub the device syncs.
  let space: Int
  let store: Store
  var settings: StoreSettings
  let version: ProgramVersion
  private let clock: SimulatedClock

  /// How far the device's clock is from the true time, in milliseconds.
  var skew: Int64 = 0
  var isUp = true
  var canSend = true
  var canReceive = true
  /// Whether the hub lets the device in.
  var isRevoked = false

  /// A run for each process that syncs the store; nil while it has none.
  var runs: [SimulatedRun?]
  private var lastIncarnation = 0
  var backup: Store.Disk?

  /// Up to where the hub's rows were found in the store.
  var checkedCursor: Int64 = 0

  init(
    number: Int,
    space: Int,
    store: Store,
    settings: StoreSettings,
    version: ProgramVersion,
    clock: SimulatedClock,
    runs: Int
  ) {
    self.number = number
    self.space = space
    self.store = store
    self.settings = settings
    self.version = version
    self.clock = clock
    self.runs = Array(repeating: nil, count: runs)
  }

  /// Forgets all that is not on disk.
  func crash() {
    for place in runs.indices { runs[place] = nil }
  }

  func beginRun(_ place: Int, verifies: Bool) {
    lastIncarnation += 1
    runs[place] = SimulatedRun(incarnation: lastIncarnation, verifies: verifies)
  }

  func handle(_ event: SyncCore.Event, run place: Int) {
    runs[place]?.handle(event, at: clock.now)
  }
}
