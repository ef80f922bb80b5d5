/// A value of which a field has a set; each is merged by itself.
package protocol FieldElement: FieldValue, Hashable {
  /// The form of the set.
  static var setForm: FieldForm { get }
  /// The set in the order in which it is written.
  static func sorted(_ set: Set<Self>) -> [Self]
  /// The set in its stored form.
  static func normalised(_ set: Set<Self>) -> Set<Self>
  /// Puts the set into a column.
  static func put(_ set: Set<Self>, in column: some ColumnSink)
  /// Reads the set from a column; nil for a value that this library never writes.
  static func takeSet(from column: some ColumnSource) -> Set<Self>?
}

extension String: FieldElement {
  package static var setForm: FieldForm { .names }

  package static func sorted(_ set: Set<String>) -> [String] { set.sorted(by: utf8Less) }

  package static func normalised(_ set: Set<String>) -> Set<String> {
    set.allSatisfy(\.isASCII) ? set : Set(set.map(\.nfc))
  }

  @inline(__always)
  package static func put(_ set: Set<String>, in column: some ColumnSink) {
    column.put(names: set)
  }

  @inline(__always)
  package static func takeSet(from column: some ColumnSource) -> Set<String>? { column.names }
}

extension ItemID: FieldElement {
  package static var setForm: FieldForm { .ids }

  package static func sorted(_ set: Set<ItemID>) -> [ItemID] { set.sorted() }

  package static func normalised(_ set: Set<ItemID>) -> Set<ItemID> { set }

  @inline(__always)
  package static func put(_ set: Set<ItemID>, in column: some ColumnSink) {
    if set.isEmpty { column.putNull() } else { column.put(ids: sorted(set)) }
  }

  @inline(__always)
  package static func takeSet(from column: some ColumnSource) -> Set<ItemID>? {
    column.isNull ? [] : column.ids.map { Set($0) }
  }
}
