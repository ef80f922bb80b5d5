/// The fixed conditions under which an engine works on its store.
package struct StoreSettings: Sendable {
  /// How the hub and the space are reached, for people and for the next sync.
  package var remote: String
  /// The most that a push may hold.
  package var limits: SyncLimits

  package init(remote: String, limits: SyncLimits = SyncLimits()) {
    self.remote = remote
    self.limits = limits
  }
}
