/// What a sync would do, at the time of asking.
public struct SyncPlan: Sendable, Equatable {
  /// The relation of store and hub before the sync.
  public enum Beginning: String, Sendable, Hashable {
    /// The store was synced with this hub before.
    case known
    /// The store was never synced.
    case first
    /// The hub does not know the store, which was synced at another address: it offers everything.
    case otherHub
    /// The hub does not know the store any more: it offers everything again.
    case startsOver
  }

  /// Where a change would go.
  public enum Direction: String, Sendable, Hashable {
    /// From the store to the hub.
    case push
    /// From the hub to the store.
    case pull
  }

  /// The relation of store and hub before the sync.
  public var beginning: Beginning
  /// How many items would be sent; if the store starts over, the hub may have some of them already.
  public var pushes: Int
  /// How many items would change here.
  public var pulls: Int

  /// Describes a plan.
  public init(beginning: Beginning, pushes: Int, pulls: Int) {
    self.beginning = beginning
    self.pushes = pushes
    self.pulls = pulls
  }
}
