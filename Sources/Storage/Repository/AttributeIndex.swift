/// An attribute that queries find by an index instead of looking at every item.
///
/// Declared at opening, in ``SQLiteOptions/attributeIndexes``. A value is looked up for
/// ``ItemFilter/AttributeMatch/equals(_:)`` on that key, also within ``ItemFilter/and(_:)`` and
/// ``ItemFilter/or(_:)``; with a kind, where the filter asks for that ``ItemFilter/kind(_:)`` as well.
/// Items without the attribute, or of another kind, cost nothing.
///
/// A part of a text cannot be looked up: for ``ItemFilter/AttributeMatch/contains(_:)`` and
/// ``ItemFilter/AttributeMatch/exists`` a count passes over the items without the attribute, and a
/// list in an order that has an index of its own, as by due date, is read in that order.
public struct AttributeIndex: Sendable, Hashable {
  /// The attribute's key.
  public let key: String

  /// The kind of the items that are indexed; nil for all.
  public let kind: String?

  /// An index of an attribute.
  public init(_ key: String, kind: String? = nil) {
    self.key = key.nfc
    self.kind = kind
  }

  /// Compares text by its UTF-8 bytes.
  public static func == (left: AttributeIndex, right: AttributeIndex) -> Bool {
    utf8Equal(left.key, right.key) && utf8Equal(left.kind ?? "", right.kind ?? "")
      && (left.kind == nil) == (right.kind == nil)
  }
}

extension AttributeIndex {
  /// The most that one store may have; each costs every write of an item with the attribute.
  static let maximumCount = 32

  /// Throws ``StorageError/Code/misuse`` where SQLite could not name the attribute or the kind.
  func check() throws(StorageError) {
    try check(key, as: "key")
    if let kind { try check(kind, as: "kind") }
  }

  private func check(_ name: String, as part: String) throws(StorageError) {
    let problem: String? =
      if name.isEmpty {
        "is empty"
      } else if name.utf8.count > ItemLimits.nameBytes {
        "has more than \(ItemLimits.nameBytes) bytes"
      } else if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
        "holds a control character"
      } else if name.utf8.contains(UInt8(ascii: "\"")) || name.utf8.contains(UInt8(ascii: "\\")) {
        "holds a quotation mark or a backslash"
      } else {
        nil
      }
    guard let problem else { return }
    throw StorageError(
      .misuse,
      "An attribute index cannot be declared: its \(part) \(problem). Nothing was changed."
    )
  }
}
