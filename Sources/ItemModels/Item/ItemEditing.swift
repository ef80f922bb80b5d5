public import Storage

/// One item during editing: the stored version, and what a person has typed over it.
///
/// If the item changes in the store meanwhile, the new values show in every part that was not
/// typed. If both sides changed the same part, both values stay until somebody decides, so nothing
/// is overwritten.
public struct ItemEditing: Sendable, Equatable {
  /// The item as it was when the parts that are edited were last known to be the same.
  private var base: Item
  /// The item in the store.
  public private(set) var stored: Item
  /// The item with everything that was typed.
  public private(set) var edited: Item

  init(_ item: Item) { (base, stored, edited) = (item, item, item) }

  /// The parts that were changed here.
  public var editedParts: [ItemPart] { edited.differingParts(from: base) }

  /// The parts that were changed here and differently in the store.
  public var conflicts: [ItemPart] {
    let typed = editedParts
    let differing = stored.differingParts(from: edited)
    return stored.differingParts(from: base).filter { typed.contains($0) && differing.contains($0) }
  }

  /// Whether there are changes here that the store does not have.
  public var isEdited: Bool { !editedParts.isEmpty }

  /// Why the store would refuse the edited item; nil if it would accept it.
  public var problem: String? {
    do throws(StorageError) {
      _ = try stored.updated(to: edited, now: stored.updatedAt)
      return nil
    } catch {
      return error.message
    }
  }

  /// Types.
  mutating func edit(_ body: (inout Item) -> Void) {
    body(&edited)
    (edited.id, edited.number) = (base.id, base.number)
  }

  /// Takes in what the store has now.
  mutating func receive(_ item: Item) {
    let typed = editedParts
    stored = item
    for part in item.differingParts(from: base) where !typed.contains(part) {
      edited.take(part, from: item)
      base.take(part, from: item)
    }
    // Both sides came to the same.
    for part in typed where !edited.differingParts(from: item).contains(part) {
      base.take(part, from: item)
    }
  }

  /// Decides a conflict for the typed value.
  mutating func keepTyped(_ part: ItemPart) { base.take(part, from: stored) }

  /// Decides a conflict for what the store has.
  mutating func takeStored(_ part: ItemPart) {
    edited.take(part, from: stored)
    base.take(part, from: stored)
  }

  /// Discards what was typed.
  mutating func revert() { (base, edited) = (stored, stored) }

  /// What is to be stored: the item as it stands there, with the parts that were changed here.
  func merged(into item: Item) -> Item {
    var result = item
    for part in editedParts { result.take(part, from: edited) }
    return result
  }
}
