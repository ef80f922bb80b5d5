extension Fixture {
  /// A fixture of your own with records of a type.
  ///
  /// ```swift
  /// let recipes = try Fixture("recipes", records: [Recipe(title: "Dal", minutes: 25)])
  /// ```
  ///
  /// - Throws: ``StorageError/Code/invalidItem`` for a record that cannot be kept as an item, and
  ///   ``StorageError/Code/misuse`` for a type with a key that every item has by itself.
  public init(
    _ name: String,
    records: some Sequence<some ItemRecord>
  ) throws(StorageError) {
    var drafts: [ItemDraft] = []
    for record in records { drafts.append(try record.draft()) }
    self.init(name, drafts: drafts)
  }
}
