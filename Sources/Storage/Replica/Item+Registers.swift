// What the author of a replica store needs to keep items as registers.

extension Item {
  /// The item that registers make up; for authors of replica stores.
  ///
  /// A field without a register has its default; what is not known here stands in ``unknown``.
  public init(_ replica: ReplicaItem, number: Int) {
    self.init(id: replica.id, number: number)
    for register in replica.registers { set(register.field, to: register.value) }
  }

  /// Each field with its value as a register holds it, by the bytes of the names; for authors of replica stores.
  ///
  /// Of two versions of an item, the fields that differ are those that an edit stamps; a tag or an
  /// attribute that only the older one has becomes null.
  public var registerValues: [(field: Field, value: JSONValue)] { fieldValues }
}
