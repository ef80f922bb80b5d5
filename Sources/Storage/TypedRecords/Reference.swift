/// A reference from one record to another, which may have another type.
///
/// It is stored as the id of the item, a text. For example, a book names its author, and a query
/// finds it by the author:
///
/// ```swift
/// struct Book: ItemRecord {
///   static let kind = "book"
///   var title: String
///   var author: Reference<Author>
/// }
///
/// let books = store.records(of: Book.self)
/// let theirs = try await books.query(\.author == author.reference)
/// let writer = try await store.records(of: Author.self).record(book.author)
/// ```
///
/// An index, `AttributeIndex(\Book.author)`, finds the books of an author however many there are. A
/// reference does not keep its record alive: if that was deleted, reading it gives nil.
public struct Reference<Record: ItemRecord>: Sendable, Hashable, Identifiable {
  /// The id of the item that holds the record.
  public let id: ItemID

  /// Makes a reference to the record with this id.
  public init(_ id: ItemID) { self.id = id }
}

extension Reference: Codable {
  /// Reads the text of an id.
  public init(from decoder: any Decoder) throws { id = try ItemID(from: decoder) }

  /// Writes the text of the id.
  public func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }
}

extension StoredRecord {
  /// The reference to this record, for a property of another one.
  public var reference: Reference<Record> { Reference(id) }
}

extension ItemRecords {
  /// The record that this refers to, or nil if it is gone.
  public func record(
    _ reference: Reference<Record>
  ) async throws(StorageError) -> StoredRecord<Record>? {
    try await record(reference.id)
  }

  /// The records that these refer to, by their ids, without those that are gone.
  public func records(
    _ references: some Sequence<Reference<Record>> & Sendable
  ) async throws(StorageError) -> [ItemID: StoredRecord<Record>] {
    let ids = Set(references.map(\.id))
    var found: [ItemID: StoredRecord<Record>] = [:]
    for stored in try await query(.items(.ids(ids)), sort: .items([.ascending(.number)])) {
      found[stored.id] = stored
    }
    return found
  }

  /// The records that refer to the given one in this property.
  public func referring<Other: ItemRecord>(
    to reference: Reference<Other>,
    by property: any KeyPath<Record, Reference<Other>> & Sendable,
    sort: RecordSort<Record> = .standard
  ) async throws(StorageError) -> [StoredRecord<Record>] {
    try await query(property == reference, sort: sort)
  }

  /// The records that refer to the given one in this property, which may be nil.
  public func referring<Other: ItemRecord>(
    to reference: Reference<Other>,
    by property: any KeyPath<Record, Reference<Other>?> & Sendable,
    sort: RecordSort<Record> = .standard
  ) async throws(StorageError) -> [StoredRecord<Record>] {
    try await query(property == reference, sort: sort)
  }
}

extension ItemTransactionRecords {
  /// The record that this refers to, or nil if it is gone.
  public func record(
    _ reference: Reference<Record>
  ) throws(StorageError) -> StoredRecord<Record>? {
    try record(reference.id)
  }
}
