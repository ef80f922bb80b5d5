#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ItemRecords {
  /// Marks a record's item done; one that repeats moves on, and a done copy of the record stays.
  ///
  /// See ``ItemTransaction/complete(_:at:in:)``. Throws ``StorageError/Code/notFound`` for a record that is gone.
  @discardableResult
  public func complete(
    _ id: ItemID,
    at date: Date = Date(),
    in zone: LocalZone = .current
  ) async throws(StorageError) -> StoredRecord<Record> {
    try await write { records throws(StorageError) in
      try records.complete(id, at: date, in: zone)
    }
  }

  /// Passes over the open date of a record's item that repeats, without a copy.
  ///
  /// See ``ItemTransaction/skip(_:at:in:)``. Throws ``StorageError/Code/notFound`` for a record that is gone.
  @discardableResult
  public func skip(
    _ id: ItemID,
    at date: Date = Date(),
    in zone: LocalZone = .current
  ) async throws(StorageError) -> StoredRecord<Record> {
    try await write { records throws(StorageError) in
      try records.skip(id, at: date, in: zone)
    }
  }
}

extension ItemTransactionRecords {
  /// Marks a record's item done; see ``ItemRecords/complete(_:at:in:)``.
  @discardableResult
  public func complete(
    _ id: ItemID,
    at date: Date = Date(),
    in zone: LocalZone = .current
  ) throws(StorageError) -> StoredRecord<Record> {
    try StoredRecord(transaction.complete(item(id).id, at: date, in: zone).item)
  }

  /// Passes over the open date of a record's item; see ``ItemRecords/skip(_:at:in:)``.
  @discardableResult
  public func skip(
    _ id: ItemID,
    at date: Date = Date(),
    in zone: LocalZone = .current
  ) throws(StorageError) -> StoredRecord<Record> {
    try StoredRecord(transaction.skip(item(id).id, at: date, in: zone))
  }
}
