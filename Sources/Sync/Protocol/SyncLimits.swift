import Storage

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
  /// The most texts kept beside an item's fields; the same for every hub, as the two below.
  package var keptTexts: Int
  /// The most bytes that they may have together.
  package var keptBytes: Int
  /// The most decisions on such texts that an item keeps.
  package var resolvedTexts: Int

  package init(
    changes: Int = 2_000,
    body: Int = 1_048_576,
    page: Int = 4_000,
    value: Int = 262_144 * 2,
    keptTexts: Int = 16,
    keptBytes: Int = 65_536,
    resolvedTexts: Int = 64
  ) {
    self.changes = changes
    self.body = body
    self.page = page
    self.value = value
    self.keptTexts = keptTexts
    self.keptBytes = keptBytes
    self.resolvedTexts = resolvedTexts
  }
}

extension SyncLimits {
  /// Whether an item may have all these texts beside its fields.
  func haveRoom(for texts: [KeptText]) -> Bool {
    texts.count <= keptTexts && texts.reduce(0) { $0 + $1.text.utf8.count } <= keptBytes
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
