package import Sync

/// What an administrator sees of a space.
package struct SpaceSummary: Sendable, Equatable {
  /// Its name.
  package var name: String
  /// What it holds.
  package var usage: SpaceUsage
  /// What it may hold, where somebody has said so.
  package var quota: SpaceQuota
  /// The greatest sequence number given out.
  package var head: Int64
  /// How many sessions of devices have pushed and are remembered.
  package var devices: Int
  /// How many tokens open it now.
  package var tokens: Int
  /// When a device last pushed, in milliseconds since 1970; nil before the first.
  package var lastPush: Int64?
  /// Since when devices may not write it, in milliseconds since 1970; nil if they may.
  package var frozenSince: Int64?

  package init(
    name: String,
    usage: SpaceUsage,
    quota: SpaceQuota,
    head: Int64,
    devices: Int,
    tokens: Int,
    lastPush: Int64?,
    frozenSince: Int64? = nil
  ) {
    self.name = name
    self.usage = usage
    self.quota = quota
    self.head = head
    self.devices = devices
    self.tokens = tokens
    self.lastPush = lastPush
    self.frozenSince = frozenSince
  }
}
