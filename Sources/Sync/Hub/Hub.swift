import Storage

/// Answers pushes and requests for changes; only its store has side effects.
///
/// The same hub answers in the process, over a hub file and over HTTP. Any number of hubs may work
/// on one store at once.
public struct Hub: Sendable {
  let store: any HubStore
  let environment: HubEnvironment

  /// A hub on a store.
  public init(store: any HubStore) { self.init(store: store, environment: .live) }

  package init(store: any HubStore, environment: HubEnvironment) {
    self.store = store
    self.environment = environment
  }

  /// Opens a hub file; creates a missing one, unless `missing` says otherwise.
  ///
  /// Any number of processes may use it at once.
  ///
  /// - Throws: ``HubError`` with code `missing`, `notAHub`, `laterVersion`, `damaged` or `cannotOpen`.
  public init(file path: String, missing: MissingHubFile = .made) throws(HubError) {
    self.init(store: try SQLiteHubStore(path: path, missing: missing))
  }

  /// A hub that lives as long as the process.
  public static func inMemory() -> Hub { Hub(store: MemoryHubStore()) }

  /// Answers one request for a space; stores nothing if it throws.
  package func answer(_ request: SyncRequest, space: String) throws(HubError) -> SyncReply {
    switch request {
    case .push(let push): try answer(push, space: space)
    case .changes(let changes): try answer(changes, space: space)
    case .verify(let verify): try answer(verify, space: space)
    case .wait(let wait): try answer(wait, space: space)
    }
  }

  /// The hub's versions, clock and limits.
  package func hello() -> Hello {
    Hello(versions: protocolVersions, now: environment.now(), limits: environment.limits)
  }
}

/// The clock, randomness, limits and retention of a hub.
package struct HubEnvironment: Sendable {
  /// The wall clock, in milliseconds since 1970.
  package var now: @Sendable () -> Int64
  /// A random number from 0.
  package var random: @Sendable () -> Int64
  /// The most that a message may hold.
  package var limits: SyncLimits
  /// How long tombstones are kept, in milliseconds of a space's age.
  package var retention: Int64
  /// The time between two looks for old tombstones of a space, in milliseconds of its age.
  package var purgeInterval: Int64
  /// What a space may hold that has no quota of its own; nil leaves out the counting.
  package var quota: SpaceQuota?
  /// Told of the last sequence number whose tombstone goes, within the transaction, which may be run again.
  package var onPurge: @Sendable (_ floor: Int64) -> Void = { _ in }

  package init(
    now: @escaping @Sendable () -> Int64,
    random: @escaping @Sendable () -> Int64,
    limits: SyncLimits = SyncLimits(),
    retention: Int64 = HubEnvironment.defaultRetention,
    purgeInterval: Int64 = HubEnvironment.defaultPurgeInterval
  ) {
    self.now = now
    self.random = random
    self.limits = limits
    self.retention = retention
    self.purgeInterval = purgeInterval
  }

  /// Ninety days.
  package static let defaultRetention: Int64 = 90 * 86_400_000

  /// An hour.
  package static let defaultPurgeInterval: Int64 = 3_600_000

  /// The system's clock and randomness.
  package static let live = HubEnvironment(
    now: { StoreEnvironment.live.now().millisecondsSince1970 },
    random: { Int64.random(in: 0...Int64.max) }
  )
}
