import Storage
import Sync

/// Everything that there is in one run of the simulator.
package final class SimulatedWorld<Store: SimulatedStore> {
  typealias Device = SimulatedDevice<Store>

  /// A message on its way between a device's run and the hub.
  struct Message {
    enum Content {
      case request(SyncRequest)
      case reply(Result<SyncReply, ExchangeError>)
    }

    var device: Int
    var run: Int
    var incarnation: Int
    var id: Int
    var content: Content
  }

  /// What is known of one space from outside.
  struct SpaceBook {
    var oracle = Oracle()
    var knowledge = Knowledge()
    var texts = TextBook()
    /// The dates of items that repeat, as somebody left them together.
    var dates = RepeatBook()
    /// Items that the hub has had and that were not purged.
    var known: UInt64 = 0
    /// Purged items that nobody has written since, and whether no write was on its way then.
    var dead: [Int: Bool] = [:]
    /// Items of which a single text came back from lost-and-found.
    var parts: Set<Int> = []
    /// Items of which somebody threw something away: a removed one, or what a hub refused.
    var discarded: Set<Int> = []
    /// When each item was last seen to change on the hub.
    var changedAt: [Int64] = Array(repeating: 0, count: 64)
    /// The hub's head, and when each head before it was no longer the latest.
    var head: Int64 = 0
    var supersededAt: [Int64: Int64] = [:]
    var floor: Int64 = 0
  }

  package let clock: SimulatedClock
  let devices: [Device]
  /// Whether a session sees one clock; of two processes of one hub, each may have its own.
  let hasSteadyClock: Bool
  var hub: SimulatedHub
  var books: [SpaceBook]
  var random: SeededRandom
  package var faults: FaultMix
  var dice: RareDice
  var messages: [Message] = []
  /// What lasts until a step, and that step.
  var troubles: [(until: Int, device: Int, fault: RareFault)] = []
  var nextRelief = Int.max
  /// Takes the hub back to where it was once.
  var restoreHub: (@Sendable () throws -> Void)?
  /// Puts a new hub in the place of this one.
  let emptyHub: @Sendable () throws -> Void
  var wasRestored = false
  /// Whether the hub forgot a token, since its store was away for too long.
  var hasForgotten = false
  /// Whether a device went back in time, and with it the only copies of what it had.
  var wasRolledBack = false
  /// Whether two devices may issue the same stamps, until the hub tells them apart.
  var hasTwins = false
  var isHealing = false
  /// How often a device's clock was set.
  var clockJumps: Int64 = 0
  /// What somebody exported of each item.
  var exported: [(id: ItemID, values: [(field: Field, value: JSONValue)])] = []
  /// The pushes of those who go on working while others sleep.
  var lookCounter: Int64 = 0
  var lastValue: Int64 = 0
  package var steps = 0
  package var statistics = Statistics()
  /// The events, where they are to be kept.
  package var trace: [String]?
  /// A value that the trace follows, and where it was found last.
  package var watched: String?
  var watchedPlaces: [String] = []

  package init(
    seed: UInt64,
    hubStore: any RestorableHubStore,
    focus: (inout FaultMix) -> Void,
    makeStore: (SimulatedClock) throws -> Store
  ) throws {
    emptyHub = try hubStore.makeRestorePoint()
    var random = SeededRandom(seed: seed)
    let clock = SimulatedClock(seed: random.next())
    self.clock = clock
    var faults = FaultMix(drawnFrom: &random)
    focus(&faults)
    self.faults = faults
    let isTight = faults.hasTightMessages
    let limits = SyncLimits(
      changes: 7,
      body: isTight ? 14_000 : 1_048_576,
      page: 5,
      keptTexts: 4,
      keptBytes: isTight ? 1_000 : 200,
      resolvedTexts: 3
    )
    hub = SimulatedHub(store: hubStore, clock: clock, limits: limits)
    hasSteadyClock = faults.hasHubFile || !faults.hasTwoHubs && faults[.hubClockJump] == 0
    dice = RareDice(faults)
    let settings = StoreSettings(remote: "simulated", limits: limits)
    devices = try (0..<4).map { number in
      Device(
        number: number,
        space: faults.hasTwoSpaces && number > 1 ? 1 : 0,
        store: try makeStore(clock),
        settings: settings,
        // Of both versions, in both spaces.
        version: number % 2 == 0 ? .older : .newer,
        clock: clock,
        runs: faults.hasTwoRuns ? 2 : 1
      )
    }
    books = [SpaceBook(), SpaceBook()]
    for device in devices {
      device.skew = random.pick([
        0, 0, random.between(-3_600_000..<3_600_000), random.between(-2_000..<2_000),
      ])
      if random.chance(faults.wildClocks) { device.skew = faults.wildSkew(at: clock.now, &random) }
    }
    if faults.hasHubFile { clock.setCallerSkew(0) }
    if faults.hasTwoHubs { clock.setHubSkew(random.between(-60_000..<60_000), of: 1) }
    self.random = random
  }

  func id(_ number: Int) -> ItemID {
    // Different first bytes of the random part, so that digests have many buckets.
    ItemID(
      high: 0x0190_0000_0000_7000,
      low: 0x8000_0000_0000_0000 | UInt64(number) << 56 | UInt64(number)
    )
  }

  func count(_ happening: Happening) { statistics.count(happening) }

  /// Keeps an event, to be shown with a broken promise.
  func note(_ event: @autoclosure () -> String) {
    guard trace != nil else { return }
    trace?.append("\(steps) \(event())")
  }
}

/// Decides in one throw whether any of the rare faults comes.
struct RareDice {
  private let faults: [(fault: RareFault, share: Double)]
  private let total: Double

  init(_ mix: FaultMix) {
    faults = RareFault.allCases.filter { mix[$0] > 0 }.map { ($0, mix[$0]) }
    total = faults.reduce(0) { $0 + $1.share }
  }

  func roll(_ random: inout SeededRandom) -> RareFault? {
    guard random.chance(total) else { return nil }
    var rest = Double(random.next() >> 11) * 0x1p-53 * total
    for (fault, share) in faults {
      if rest < share { return fault }
      rest -= share
    }
    return faults.last?.fault
  }
}
