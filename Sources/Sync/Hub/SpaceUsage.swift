/// What a space holds.
public struct SpaceUsage: Sendable, Equatable {
  /// Items that are alive.
  public var items: Int64
  /// Bytes of the items' documents, tombstones included.
  public var bytes: Int64

  /// Counts items and bytes.
  public init(items: Int64 = 0, bytes: Int64 = 0) {
    self.items = items
    self.bytes = bytes
  }
}

/// The most that a space may hold; nil means no limit, or one that is set elsewhere.
public struct SpaceQuota: Sendable, Equatable {
  /// Items that are alive.
  public var items: Int64?
  /// Bytes of the items' documents, tombstones included.
  public var bytes: Int64?

  /// Limits items and bytes.
  public init(items: Int64? = nil, bytes: Int64? = nil) {
    self.items = items
    self.bytes = bytes
  }

  /// This quota with the parts of another where it has none.
  package func filled(from other: SpaceQuota) -> SpaceQuota {
    SpaceQuota(items: items ?? other.items, bytes: bytes ?? other.bytes)
  }

  /// Whether a change of what a space holds goes beyond the quota; what does not grow never does.
  package func refuses(_ before: SpaceUsage, to after: SpaceUsage) -> Bool {
    after.items > before.items && items.map { after.items > $0 } ?? false
      || after.bytes > before.bytes && bytes.map { after.bytes > $0 } ?? false
  }
}
