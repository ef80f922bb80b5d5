public import Storage

/// An edit that lost to a later one of the same field, or to a deletion of its item: a sync found both.
///
/// Text is never lost this way, see `KeptText` of Storage.
public struct OverwrittenEdit: Sendable, Equatable {
  /// One of the two values.
  public struct Value: Sendable, Equatable {
    /// The value, in the form of `Field` of Storage.
    public var value: JSONValue
    /// When and where it was written.
    public var stamp: Stamp

    /// Makes a value.
    public init(_ value: JSONValue, stamp: Stamp) {
      self.value = value
      self.stamp = stamp
    }
  }

  /// The item.
  public var item: ItemID
  /// The field.
  public var field: Field
  /// The value that lost.
  public var lost: Value
  /// The value that won; null under the stamp of the deletion, if ``isByDeletion``.
  public var won: Value
  /// Whether the value that lost was written in this store.
  public var isMine: Bool
  /// True if the edit lost because its item was deleted.
  public var isByDeletion: Bool

  /// Makes a description of an edit.
  public init(
    item: ItemID,
    field: Field,
    lost: Value,
    won: Value,
    isMine: Bool,
    isByDeletion: Bool = false
  ) {
    self.item = item
    self.field = field
    self.lost = lost
    self.won = won
    self.isMine = isMine
    self.isByDeletion = isByDeletion
  }
}

extension OverwrittenEdit {
  init(item: ItemID, lost: ItemState.Entry, won: ItemState.Entry, isMine: Bool) {
    self.init(
      item: item,
      field: Field(name: lost.name),
      lost: Value(lost.value, stamp: lost.stamp),
      won: Value(won.value, stamp: won.stamp),
      isMine: isMine
    )
  }
}

// MARK: - As a store keeps it

// | member | type  | meaning                              |
// | `f`    | text  | the field's name                     |
// | `lost` | list  | [STAMP, VALUE] of the value that lost |
// | `won`  | list  | the same of the value that won       |
// | `mine` | 1     | the one that lost was written here; left out otherwise |
// | `del`  | 1     | it lost to a deletion; left out otherwise |
//
// It is the content of a ``SyncConflict`` of kind `overwritten`. Does not change once shipped.

extension OverwrittenEdit {
  /// The form in which a store keeps it.
  package var conflict: SyncConflict {
    var content: JSONObject = [
      "f": .string(field.name), "lost": lost.json, "won": won.json,
    ]
    if isMine { content["mine"] = 1 }
    if isByDeletion { content["del"] = 1 }
    return SyncConflict(
      kind: .overwritten,
      item: item,
      reason: isByDeletion ? "the item was deleted" : "a later edit won",
      time: won.stamp.time,
      content: .object(content)
    )
  }

  /// The edit in a conflict that a store kept; nil for another kind of conflict, and for unknown content.
  public init?(_ conflict: SyncConflict) {
    guard conflict.kind == .overwritten, let content = conflict.content.object,
      let name = content["f"]?.string,
      let lost = content["lost"].flatMap(Value.init(json:)),
      let won = content["won"].flatMap(Value.init(json:))
    else { return nil }
    self.init(
      item: conflict.item,
      field: Field(name: name),
      lost: lost,
      won: won,
      isMine: content["mine"] == 1,
      isByDeletion: content["del"] == 1
    )
  }
}

extension OverwrittenEdit.Value {
  fileprivate var json: JSONValue { [.string(stamp.text), value] }

  fileprivate init?(json: JSONValue) {
    guard let parts = json.array, parts.count == 2,
      let stamp = parts[0].string.flatMap({ Stamp(text: $0) })
    else { return nil }
    self.init(parts[1], stamp: stamp)
  }
}
