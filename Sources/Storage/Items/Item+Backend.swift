#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Item {
  /// The item that a draft becomes when it is added; for authors of backends.
  ///
  /// It rounds dates to the millisecond, brings tags and keys to form C, and fills in what the
  /// draft leaves open. Throws ``StorageError/Code/invalidItem`` if the item breaks a rule or
  /// exceeds a limit.
  public init(
    adding draft: ItemDraft,
    id: ItemID,
    number: Int,
    now: Date
  ) throws(StorageError) {
    var item = Item(draft, id: id, number: number, now: now)
    item.normalise(now: now)
    try item.validate()
    self = item
  }

  /// This item with another's values, as ``ItemTransaction/update(_:)`` describes; for authors of backends.
  ///
  /// Id and number stay. Without a change the result is this item; otherwise `updatedAt` becomes
  /// now unless it was changed. Throws ``StorageError/Code/invalidItem`` as adding does.
  public func updated(to item: Item, now: Date) throws(StorageError) -> Item {
    var new = item
    new.normalise(since: self, now: now)
    new = new.keepingUnknown(of: self)
    (new.id, new.number) = (id, number)
    try new.validate()
    guard !new.hasSameContent(as: self) else { return self }
    if new.updatedAt == updatedAt { new.updatedAt = now.roundedToMilliseconds }
    return new
  }
}

extension Item {
  /// The item as one line of JSON, in the form of every file and output; exact to the byte.
  ///
  /// Throws ``JSONError`` for an attribute with a number that JSON cannot hold, which no stored item has.
  public func json() throws(JSONError) -> String {
    var writer = JSONWriter()
    try ItemJSON.write(self, to: &writer, style: .omittingNil)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads an item that ``json()`` wrote.
  ///
  /// Throws ``JSONError`` for a text that is not an item, or lacks its id, number or times.
  public init(json: String) throws(JSONError) {
    var reader = JSONReader(Array(json.utf8))
    let record = try ItemJSON.readRecord(from: &reader, unknownKeys: .refused)
    try reader.finish()
    let draft = record.draft
    guard let id = draft.id, let number = record.number, let created = draft.createdAt,
      draft.updatedAt != nil
    else { throw reader.failure("the item's id, number or times are missing", at: 0) }
    self.init(draft, id: id, number: number, now: created)
  }
}
