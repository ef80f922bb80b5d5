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

/// Random values for one piece of store work, drawn by whoever performs it.
package struct RandomIdentifiers: Sendable {
  /// For a device that has none, a number from 0.
  package var device: Int64
  /// For a session that begins, a number from 0.
  package var session: Int64
  /// For a node that is drawn anew.
  package var node: UInt64

  package init(device: Int64, session: Int64, node: UInt64) {
    self.device = device
    self.session = session
    self.node = node
  }

  /// Draws all three.
  package init(from random: () -> UInt64) {
    device = Int64(random() >> 1)
    session = Int64(random() >> 1)
    node = random()
  }
}
