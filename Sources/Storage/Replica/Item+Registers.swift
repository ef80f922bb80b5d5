// What the author of a replica store needs to keep items as registers.

extension Item {
  /// The item that registers make up; for authors of replica stores.
  ///
  /// Registers of a later version are no part of it. Throws ``StorageError/Code/invalidItem`` where a
  /// register has a form that cannot be read.
  public init(_ replica: ReplicaItem, number: Int) throws(StorageError) {
    self = try ItemRow(replica, number: number).item
  }

  /// Each field with its value as a register holds it, by the bytes of the names; for authors of replica stores.
  ///
  /// Of two versions of an item, the fields that differ are those that an edit stamps; a tag or an
  /// attribute that only the older one has becomes null.
  public var registerValues: [(field: Field, value: JSONValue)] { orderedValues }
}
