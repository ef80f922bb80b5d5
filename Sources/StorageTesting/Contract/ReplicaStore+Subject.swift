// Shorthands for frequent steps of the checks of a replica store.

import Expectations
package import Storage
import Testing

extension ReplicaStore {
  /// Reads in a transaction; the body need not name the type of its error.
  func reading<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws -> Value
  ) async throws(StorageError) -> Value {
    try await readReplica { transaction throws(StorageError) in try typed { try body(transaction) }
    }
  }

  /// Writes in a transaction; the body need not name the type of its error.
  @discardableResult
  func writing<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws -> Value
  ) async throws(StorageError) -> Value {
    try await writeReplica { transaction throws(StorageError) in try typed { try body(transaction) }
    }
  }

  func replica(_ id: ItemID) async throws(StorageError) -> ReplicaItem? {
    try await reading { try $0.replica(id) }
  }

  func existing(_ id: ItemID) async throws -> ReplicaItem {
    try require(try await replica(id))
  }

  func put(_ item: ReplicaItem) async throws(StorageError) {
    try await writing { try $0.put(item) }
  }

  /// The items with changes that the hub lacks.
  func unsynced() async throws(StorageError) -> [ItemID] {
    try await reading { try $0.unsynced(after: 0, limit: 1_000).map(\.item.id) }
  }

  /// Continues from the last number until nothing is returned.
  func walk(
    _ piece:
      @escaping @Sendable (any ReplicaTransaction, Int) throws -> [(number: Int, item: ReplicaItem)]
  ) async throws(StorageError) -> [ItemID] {
    try await reading { transaction in
      var (found, number): ([ItemID], Int) = ([], 0)
      while true {
        let items = try piece(transaction, number)
        guard let last = items.last else { return found }
        found += items.map(\.item.id)
        number = last.number
      }
    }
  }

  /// Marks everything in the store as acknowledged by the hub.
  package func acknowledgeAll() async throws(StorageError) {
    try await writing { transaction in
      for (number, item) in try transaction.unsynced(after: 0, limit: 1_000) {
        var item = item
        item.sequence = Int64(number)
        for index in item.registers.indices { item.registers[index].isDirty = false }
        item.deletion?.isDirty = false
        try transaction.put(item)
      }
    }
  }
}

/// Throws the body's error, which must be a `StorageError`; any other is a mistake of the check.
private func typed<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
  do {
    return try body()
  } catch let error as StorageError {
    throw error
  } catch {
    throw StorageError(.misuse, "A check threw an error that is no store's: \(error)")
  }
}

extension ReplicaItem {
  /// An acknowledged item as another device wrote it.
  static func foreign(_ number: Int) -> ReplicaItem {
    let values: [(Field, JSONValue)] = [
      (.fixed(.kind), "item"), (.fixed(.title), "foreign"), (.fixed(.notes), ""),
      (.fixed(.status), ["open", .null]), (.fixed(.priority), "none"), (.fixed(.list), "inbox"),
      (.fixed(.due), .null), (.fixed(.created), 1_000), (.fixed(.updated), 2_000),
      (.tag("kept"), true), (.tag("removed"), .null), (.attribute("a"), 1),
      (.attribute("gone"), .null),
    ]
    var random = SeededGenerator(seed: UInt64(number))
    return ReplicaItem(
      id: ItemID(milliseconds: Int64(number), random: &random),
      sequence: 3,
      registers: values.map { Register($0, $1, stamp: .foreign, isDirty: false) }
    )
  }

  var dirtyFields: Set<Field> { Set(registers.filter(\.isDirty).map(\.field)) }

  var newest: Stamp? { registers.map(\.stamp).max() }

  func value(of field: Field) -> JSONValue? { registers.first { $0.field == field }?.value }

  /// Writes one register in its place among the others.
  mutating func set(_ field: Field, _ value: JSONValue, _ stamp: Stamp, isDirty: Bool) {
    let others = registers.filter { $0.field != field }
    let register = Register(field, value, stamp: stamp, isDirty: isDirty)
    self = ReplicaItem(
      id: id,
      sequence: sequence,
      registers: others + [register],
      deletion: deletion
    )
  }
}

extension Stamp {
  /// The stamp of another device's items.
  static let foreign = Stamp(milliseconds: 3_000, counter: 2, node: 0xFFFF_0000_FFFF_0000)
}

extension SyncConflict {
  /// A conflict with a content that has two spellings of a letter.
  static func of(_ item: ItemID, _ kind: Kind = .quarantined, time: UInt64 = 5) -> SyncConflict {
    SyncConflict(
      kind: kind,
      item: item,
      reason: "too large",
      time: time,
      content: .object(["title": "caf\u{e9} cafe\u{301}", "n": [1, 1.0]])
    )
  }
}
