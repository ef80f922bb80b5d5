/// The row of a space.
public struct HubSpace: Sendable, Equatable {
  /// Drawn when the space was made.
  public var epoch: Int64
  /// The greatest sequence number given out.
  public var head: Int64
  /// The nonce of the commit that ended at ``head``.
  public var nonce: Int64
  /// The greatest sequence number whose tombstone has been purged.
  public var floor: Int64
  /// The time that has passed since the space was made, as its hub observed it, in milliseconds.
  public var age: Int64
  /// The age at the last search for old tombstones.
  public var purgedAt: Int64
  /// Whether the hub refuses pushes for now, such as while the space is being moved.
  public var isFrozen: Bool

  /// Describes a space; a new one has only its epoch.
  public init(
    epoch: Int64,
    head: Int64 = 0,
    nonce: Int64 = 0,
    floor: Int64 = 0,
    age: Int64 = 0,
    purgedAt: Int64 = 0,
    isFrozen: Bool = false
  ) {
    self.epoch = epoch
    self.head = head
    self.nonce = nonce
    self.floor = floor
    self.age = age
    self.purgedAt = purgedAt
    self.isFrozen = isFrozen
  }

  /// The latest commit.
  package var token: SyncToken { SyncToken(epoch: epoch, head: head, nonce: nonce) }
}
