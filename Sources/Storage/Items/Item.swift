#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One item of the store, as a repository returned it.
///
/// An item is a value: change its properties and pass it to ``ItemTransaction/update(_:)``. Dates
/// are kept to the millisecond. Text is any Unicode, NUL included, and is kept and compared byte by
/// byte (UTF-8): "é" as one scalar and "é" as two are different titles. Tags and attribute keys
/// are brought to Unicode's normalisation form C when written; a tag holds no control characters.
public struct Item: Sendable, Identifiable {
  // Every property but `unknown` has a line in Item+Fields.swift; the values here are the defaults.

  /// The identity on every device: a UUID of version 7.
  public package(set) var id: ItemID

  /// A small number to type, local to this store; never reused and never synced.
  public package(set) var number: Int

  /// The kind of record; a program that embeds the library defines its own kinds.
  public var kind = Item.defaultKind

  /// The one line that names the item.
  public var title = ""

  /// Free text of any length up to ``ItemLimits/notesBytes``.
  public var notes = ""

  /// Whether the item is open, done or cancelled.
  public var status = Status.open

  /// How much it matters.
  public var priority = Priority.none

  /// The list that the item is filed in; stores bring it to Unicode's normal form C, as tags.
  public var list = Item.defaultList

  /// Where it was placed by hand within its list: an ``ItemRank``; empty if it never was.
  public var rank = ""

  /// Words that group items across lists.
  public var tags = Set<String>()

  /// When work on the item can start; nil means now.
  public var start: DayOrInstant?

  /// When the item is due, if it is.
  public var due: DayOrInstant?

  /// How the item repeats, if it does; see ``ItemTransaction/complete(_:at:in:)``.
  public var `repeat`: Repeat?

  /// The open date of a repeating item, as its rule plans it; ``due`` may have been moved.
  ///
  /// The store sets it when an item gets a rule. A done copy of an item keeps the date that it completes.
  public var occurrence: NominalDate?

  /// The parent: the item that this one is under, if any.
  public var parent: ItemID?

  /// The items that this one waits for; see ``ItemFilter/blocked``.
  public var blockers = Set<ItemID>()

  /// When the item was created.
  public var createdAt = Date(timeIntervalSince1970: 0)

  /// When the item was last edited; each edit sets it, an import may give it.
  public var updatedAt = Date(timeIntervalSince1970: 0)

  /// When the item was done or cancelled; nil while it is open.
  public var completedAt: Date?

  /// The embedding program's own values, by key; a null value is the same as none.
  public var attributes: [String: JSONValue] = [:]

  /// Data that a later version wrote and this one cannot read, by the names in ``Field``: whole
  /// fields, and values in an unknown form.
  ///
  /// Stores keep it and pass it on unchanged. A property with a value here has its default; setting
  /// the property to anything else replaces the value here.
  ///
  /// Values of registers that are shown in another form stand here, too: the list in another normal form than C,
  /// and lines of calendars that an earlier version kept in one attribute, which are shown as one for each property.
  public package(set) var unknown = JSONObject()

  /// An item with the default of every other property.
  package init(id: ItemID, number: Int) {
    self.id = id
    self.number = number
  }

  /// The item with the default of every property.
  package static let blank = Item(id: ItemID(high: 0, low: 0), number: 0)
}

extension Item {
  /// The kind of an item without a given one.
  public static let defaultKind = "item"

  /// The list of an item without a given one.
  public static let defaultList = "inbox"
}

extension Item: Equatable {
  /// Compares every property, text by its UTF-8 bytes.
  public static func == (left: Item, right: Item) -> Bool {
    left.number == right.number && left.hasSameContent(as: right)
  }

  /// Compares everything that stores exchange: all properties but the local number.
  public func hasSameContent(as other: Item) -> Bool {
    var comparison = Comparison()
    withFields(beside: other, &comparison)
    return comparison.isSame && unknown == other.unknown
  }

  private struct Comparison: FieldVisitor {
    var isSame = true

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      if isSame, field.part != .number { isSame = Value.isSame(value, other) }
    }
  }
}
