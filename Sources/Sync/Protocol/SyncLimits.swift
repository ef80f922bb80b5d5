/// How far a device stamps ahead of the hub's clock and of every time known elsewhere, in milliseconds.
package let maxClockDrift: Int64 = 300_000

/// The most that a hub takes in one message.
package struct SyncLimits: Sendable, Equatable {
  /// The most changes in a push.
  package var changes: Int
  /// The largest body, in bytes.
  package var body: Int
  /// The most rows in a page.
  package var page: Int
  /// The largest value of one register, in bytes of canonical JSON.
  package var value: Int

  package init(
    changes: Int = 500,
    body: Int = 1_048_576,
    page: Int = 1_000,
    value: Int = 262_144 * 2
  ) {
    self.changes = changes
    self.body = body
    self.page = page
    self.value = value
  }
}

/// The protocol versions that this library speaks.
package let protocolVersions: ClosedRange<Int64> = 1...1

/// A hub's description of itself, for anyone who asks.
package struct Hello: Sendable, Equatable {
  /// The oldest and the newest protocol that the hub speaks.
  package var versions: ClosedRange<Int64>
  /// The hub's clock, in milliseconds since 1970.
  package var now: Int64
  /// The most that the hub takes in one message.
  package var limits: SyncLimits

  package init(versions: ClosedRange<Int64>, now: Int64, limits: SyncLimits) {
    self.versions = versions
    self.now = now
    self.limits = limits
  }
}
