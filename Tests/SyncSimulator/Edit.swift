package import Storage
package import Sync

/// What a person does to one item.
package struct Edit: Sendable {
  package enum Change: Sendable {
    case set([(field: Field, value: JSONValue)])
    case delete
    /// What an import says of an item, which comes back if it was deleted.
    case bring([(field: Field, value: JSONValue)])
    /// A deleted item is removed for good, unless the hub has yet to hear of that.
    case purge
    /// A decision on the texts that are kept beside the item's own, or on the oldest of them alone.
    case resolve(KeptTextChoice, ofOne: Bool)
    /// The last edit of the device is undone; a new item where nothing can be.
    case undo
  }

  package var id: ItemID
  package var change: Change
  /// The version of the program that the person uses.
  package var version: ProgramVersion
}
