/// The fixed conditions under which an engine works on its store.
package struct StoreSettings: Sendable {
  /// Which hub and space the store is synced with, as a text that is only compared.
  package var remote: String
  /// The most that a push may hold.
  package var limits: SyncLimits

  package init(remote: String, limits: SyncLimits = SyncLimits()) {
    self.remote = remote
    self.limits = limits
  }
}
