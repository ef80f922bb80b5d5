/// A change that could not be applied; it is kept, so that no edit is ever lost silently.
public struct SyncConflict: Sendable, Equatable {
  /// Why the change is here; the database stores the raw value, which does not change.
  public enum Kind: Int, Sendable, Hashable {
    /// The hub refused the change; the item stays as it is here and is not pushed again until edited.
    case quarantined = 1
    /// The item was deleted for good elsewhere while it had edits here; it is gone from the store.
    case lost = 2
    /// An edit of a field lost to a later one elsewhere, which its author had not seen.
    ///
    /// Nothing is to be decided; the list lets people look the edit up.
    case overwritten = 3
  }

  /// The most conflicts of kind ``Kind/overwritten`` that a store keeps.
  public static let maxOverwritten = 1_000

  /// The number in the list; 0 until the conflict is stored.
  public var number: Int
  /// Why the change is here.
  public var kind: Kind
  /// The item it belongs to.
  public var item: ItemID
  /// What happened, in a sentence or as the hub's code.
  public var reason: String
  /// The item's hybrid clock at that moment: an edit above it ends a quarantine.
  public var time: UInt64
  /// The item with its registers at that moment, as canonical JSON.
  public var content: JSONValue

  /// Makes a conflict.
  public init(
    number: Int = 0,
    kind: Kind,
    item: ItemID,
    reason: String,
    time: UInt64,
    content: JSONValue
  ) {
    self.number = number
    self.kind = kind
    self.item = item
    self.reason = reason
    self.time = time
    self.content = content
  }
}
