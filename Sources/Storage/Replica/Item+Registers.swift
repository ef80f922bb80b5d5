extension Item {
  /// The item with these registers; for authors of replica stores.
  ///
  /// A field without a register has its default, and the title says that it is missing; ``unknown``
  /// holds fields that this version does not know, and the values of those that it shows in another form.
  public init(_ replica: ReplicaItem, number: Int) {
    self.init(id: replica.id, number: number)
    for register in replica.registers { set(register.field, to: register.value) }
    if !unknown.isEmpty { showParts(of: replica) }
    // Nobody could edit an item whose title is empty without giving it another.
    if title.isEmpty, !replica.registers.contains(where: { $0.field == .fixed(.title) }) {
      title = "(no title)"
    }
  }

  /// Each field with its register value, ordered by the bytes of the names; for authors of replica stores.
  ///
  /// An edit stamps the fields in which two versions of an item differ; a tag or an attribute that
  /// only the older one has becomes null.
  public var registerValues: [(field: Field, value: JSONValue)] { fieldValues }
}
