// The real store under the simulator: edits go the way that a program's go.

import Storage
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A store in memory on SQLite; a crash of its device loses nothing, since nothing is buffered.
final class SQLiteSimulatedStore: SimulatedStore {
  private let repository: SQLiteRepository
  private let clock: DeviceClock

  /// The device's clock as the store reads it.
  private final class DeviceClock: Sendable {
    private let milliseconds = Mutex<Int64>(0)

    var now: Date { Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1_000) }
    func set(_ now: Int64) { milliseconds.withLock { $0 = now } }
  }

  init(random: @escaping @Sendable () -> UInt64) throws(StorageError) {
    let clock = DeviceClock()
    self.clock = clock
    repository = try SQLiteRepository.inMemory(
      environment: StoreEnvironment(now: { clock.now }, random: random)
    )
  }

  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await repository.readReplica(body)
  }

  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await repository.writeReplica(body)
  }

  func apply(_ edit: Edit, at now: Int64) async throws(StorageError) {
    clock.set(now)
    let known = try await readReplica { transaction throws(StorageError) -> ReplicaItem? in
      try transaction.replica(edit.id)
    }
    switch edit.change {
    case .delete:
      try await repository.delete(edit.id)
    case .set(let values):
      if known == nil {
        var item = ItemDraft(id: edit.id, title: "new")
        for (field, value) in values { item.notes = "\(field.name) \(value)" }
        _ = try await repository.add(item)
      } else if known?.isAlive == false {
        _ = try await repository.restore(edit.id)
      } else if var item = try await repository.item(edit.id) {
        for (field, value) in values { item.set(field, value) }
        _ = try await repository.update(item)
      }
    }
  }

  func reopen(node: UInt64) {}
  func disk() -> ModelState? { nil }
  func diskBeforeLastWrite() -> ModelState? { nil }
  func restore(_ disk: ModelState) {}
}

extension Item {
  fileprivate mutating func set(_ field: Field, _ value: JSONValue) {
    switch field {
    case .fixed(.title): title = value.string ?? title
    case .fixed(.due):
      dueAt = value.integer.map { Date(timeIntervalSince1970: Double($0)) }
    case .fixed(.updated): break
    case .tag(let tag): if value.isNull { tags.remove(tag) } else { tags.insert(tag) }
    case .attribute(let key): attributes[key] = value
    default: notes = "\(value)"
    }
  }
}
