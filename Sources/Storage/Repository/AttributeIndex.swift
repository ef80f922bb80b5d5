/// An index of an attribute: queries use it to find and order items instead of scanning every item.
///
/// A program declares it when it opens a store, in ``SQLiteOptions/attributeIndexes``. The index
/// answers ``ItemFilter/AttributeMatch/equals(_:)``, comparisons, ranges and prefixes on this path,
/// also within ``ItemFilter/and(_:)`` and ``ItemFilter/or(_:)``, and gives pages in the order of
/// ``ItemSort/Key/attribute(_:)``. An index with a kind does so only if the filter also has that
/// ``ItemFilter/kind(_:)``. Items without the attribute, or of another kind, cost nothing; they
/// come last in an order, and a page that reaches them looks at every item.
///
/// An index cannot look up a part of a text. For ``ItemFilter/AttributeMatch/contains(_:)`` and
/// ``ItemFilter/AttributeMatch/exists``, a count skips the items without the attribute, and a list
/// whose order has an index of its own, such as the due date, is read in that order.
public struct AttributeIndex: Sendable, Hashable {
  /// The path of the attribute.
  public let path: AttributePath

  /// The kind of the items that are indexed; nil for all.
  public let kind: String?

  /// An index of an attribute, or of a value within one.
  public init(_ path: AttributePath, kind: String? = nil) {
    self.path = path
    self.kind = kind
  }

  /// Compares text by its UTF-8 bytes.
  public static func == (left: AttributeIndex, right: AttributeIndex) -> Bool {
    left.path == right.path && utf8Equal(left.kind ?? "", right.kind ?? "")
      && (left.kind == nil) == (right.kind == nil)
  }
}

extension AttributeIndex {
  /// The most indexes of one store; each one slows down every write of an item with the attribute.
  static let maxCount = 32

  /// Throws ``StorageError/Code/misuse`` if SQLite could not name the attribute or the kind.
  func check() throws(StorageError) {
    for key in path.keys { try check(key, as: "key") }
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
