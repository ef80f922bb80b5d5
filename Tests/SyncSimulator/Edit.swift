package import Storage

/// What a person does to one item.
package struct Edit: Sendable {
  package enum Change: Sendable {
    case set([(field: Field, value: JSONValue)])
    case delete
    /// The last edit of the device is undone; a new item where nothing can be.
    case undo
  }

  package var id: ItemID
  package var change: Change
  /// The version of the program that the person uses.
  package var version: ProgramVersion
}
