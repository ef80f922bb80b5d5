// Devices, a hub and a bad network, on one thread and from one seed.

import Storage
import Sync
import Synchronization

/// A promise of sync that a run broke.
struct BrokenPromise: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// The true time and the randomness that devices and hub share.
final class SimulatedSurroundings: Sendable {
  private let content: Mutex<(now: Int64, random: SeededRandom)>

  init(seed: UInt64) { content = Mutex((10_000_000, SeededRandom(seed: seed))) }

  var now: Int64 { content.withLock { $0.now } }
  func advance(_ milliseconds: Int64) { content.withLock { $0.now += milliseconds } }
  func random() -> UInt64 { content.withLock { $0.random.next() } }

  func environment(limits: SyncLimits, retention: Int64) -> HubEnvironment {
    HubEnvironment(
      now: { self.now },
      random: { Int64(self.random() >> 1) },
      limits: limits,
      retention: retention,
      purgeInterval: .max
    )
  }
}

final class SimulatedWorld<Store: SimulatedStore> {
  typealias Device = SimulatedDevice<Store>

  enum Message {
    case request(device: Int, incarnation: Int, id: Int, SyncRequest)
    case reply(device: Int, incarnation: Int, id: Int, Result<SyncReply, ExchangeFailure>)
  }

  /// How long tombstones are kept here, in milliseconds.
  static var retention: Int64 { 2_000_000 }

  static var space: String { "main" }

  let surroundings: SimulatedSurroundings
  let hub: Hub
  let hubStore: MemoryHubStore
  let devices: [Device]
  let safeguards: Safeguards
  var random: SeededRandom
  var faults: FaultMix
  let itemCount: Int
  var messages: [Message] = []
  var oracle = Oracle()
  var hubBackup: MemoryHubStore.Backup?
  var wasRestored = false
  /// Whether a device went back in time, and with it writes that nobody else had seen.
  var wasRolledBack = false
  /// Purged items that nobody has written since, and whether no write was on its way then.
  var dead: [ItemID: Bool] = [:]
  var lastValue: Int64 = 0
  var steps = 0
  var statistics: [String: Int] = [:]
  private(set) var trace: [String] = []

  init(
    seed: UInt64,
    safeguards: Safeguards = .all,
    deviceCount: Int = 4,
    focus: (inout FaultMix) -> Void = { _ in },
    makeStore: (SimulatedSurroundings, Int) throws -> Store
  ) rethrows {
    let limits = SyncLimits(changes: 7, page: 5)
    var random = SeededRandom(seed: seed)
    surroundings = SimulatedSurroundings(seed: random.next())
    hubStore = MemoryHubStore()
    hub = Hub(
      store: hubStore,
      environment: surroundings.environment(limits: limits, retention: Self.retention),
      safeguards: safeguards
    )
    let settings = StoreSettings(remote: "simulated", limits: limits, safeguards: safeguards)
    devices = try (0..<deviceCount).map { [surroundings] number in
      Device(number: number, store: try makeStore(surroundings, number), settings: settings)
    }
    self.safeguards = safeguards
    var faults = FaultMix(drawnFrom: &random)
    focus(&faults)
    self.faults = faults
    itemCount = faults.items
    for device in devices {
      device.skew = random.pick([
        0, 0, random.between(-3_600_000..<3_600_000), random.between(-2_000..<2_000),
      ])
    }
    self.random = random
  }

  func id(_ number: Int) -> ItemID {
    ItemID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number))
  }

  func count(_ name: String) { statistics[name, default: 0] += 1 }

  /// Keeps the last few events, to be shown with a broken promise.
  func note(_ event: @autoclosure () -> String) {
    trace.append("\(steps) \(event())")
    if trace.count > 40 { trace.removeFirst(20) }
  }
}

extension SimulatedWorld where Store == ModelStore {
  /// A world of model stores.
  convenience init(
    seed: UInt64,
    safeguards: Safeguards = .all,
    focus: (inout FaultMix) -> Void = { _ in }
  ) {
    self.init(seed: seed, safeguards: safeguards, focus: focus) { surroundings, _ in
      ModelStore(node: surroundings.random())
    }
  }
}
