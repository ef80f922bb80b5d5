package import Storage
package import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A store in memory on SQLite; a crash of its device loses nothing, since nothing is buffered.
package final class SQLiteSimulatedStore: SimulatedStore {
  private var repository: SQLiteRepository
  private let environment: StoreEnvironment
  private let clock: DeviceClock
  private var lastDisk: SQLiteRepository?
  package var keepsLastDisk = false {
    didSet { lastDisk = nil }
  }

  /// The device's clock as the store reads it.
  private final class DeviceClock: Sendable {
    private let milliseconds = Locked<Int64>(0)

    var now: Date { Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1_000) }
    func set(_ now: Int64) { milliseconds.withLock { $0 = now } }
  }

  init(clock world: SimulatedClock) throws(StorageError) {
    let clock = DeviceClock()
    self.clock = clock
    environment = StoreEnvironment(now: { clock.now }, random: { world.random() })
    repository = try SQLiteRepository.inMemory(environment: environment)
  }

  package func perform(
    _ work: StoreWork,
    settings: StoreSettings,
    fresh: RandomIdentifiers,
    failure: StoreFailure?
  ) async throws(StorageError) -> PerformedWork {
    try await keepDisk()
    return try await repository.writeReplica {
      transaction throws(StorageError) -> PerformedWork in
      let observed = ObservedTransaction(transaction, failure: failure)
      let outcome = try work.run(in: observed, settings: settings, fresh: fresh)
      try observed.commit()
      return PerformedWork(
        outcome: outcome,
        touched: observed.touched,
        conflicts: observed.conflictsAdded
      )
    }
  }

  package func apply(_ edit: Edit, at now: Int64) async throws(StorageError) {
    clock.set(now)
    try await keepDisk()
    switch edit.change {
    case .delete: try await repository.delete(edit.id)
    case .purge:
      do throws(StorageError) {
        try await repository.purge(edit.id)
      } catch {
        guard error.code == .unsynced else { throw error }
      }
    case .bring(let values): try await bring(values, edit.id)
    case .undo: try await repository.undo()
    case .resolve(let choice, let isOfOne):
      // A text that would become too long is left.
      let texts = try? await repository.syncStatus().keptTexts.filter { $0.item == edit.id }
      let chosen = (texts ?? []).prefix(isOfOne ? 1 : .max)
      _ = try? await repository.resolveKeptTexts(Array(chosen), by: choice, now: now)
    case .set(let values):
      let known = try await item(edit.id)
      if edit.isNewer(of: known) { return try await write(values, edit, at: now) }
      guard let known else {
        var draft = ItemDraft(id: edit.id, title: "new")
        for (field, value) in values where field != .fixed(.updated) {
          draft.notes = value.string ?? "\(field.name) \(value)"
        }
        _ = try await repository.add(draft)
        return
      }
      guard known.isAlive else {
        _ = try await repository.restore(edit.id)
        return
      }
      guard var item = try await repository.item(edit.id) else { return }
      for (field, value) in values { item.set(field, value) }
      _ = try await repository.update(item)
    }
  }

  /// Writes what an import says, as `itemsctl` does.
  private func bring(
    _ values: [(field: Field, value: JSONValue)],
    _ id: ItemID
  ) async throws(StorageError) {
    try await repository.write { transaction throws(StorageError) in
      var item: Item
      if let found = try transaction.item(id) {
        item = found
      } else {
        do throws(StorageError) {
          item = try transaction.add(ItemDraft(id: id, title: "imported"))
        } catch {
          guard error.code == .alreadyExists else { throw error }
          item = try transaction.restore(id)
        }
      }
      for (field, value) in values { item.set(field, value) }
      try transaction.update(item)
    }
  }

  package func decide(
    on conflict: SyncConflict,
    by resolution: ConflictResolution,
    at now: Int64,
    failure: StoreFailure?
  ) async throws(StorageError) {
    clock.set(now)
    try await keepDisk()
    try await repository.writeReplica { transaction throws(StorageError) in
      guard let failure else {
        _ = try transaction.resolveConflicts([conflict.number], by: resolution, now: now)
        return
      }
      let observed = ObservedTransaction(transaction, failure: failure)
      _ = try observed.resolveConflicts([conflict.number], by: resolution, now: now)
      try observed.commit()
    }
  }

  package func editFile(_ edit: (inout JSONValue) -> Void) async throws(StorageError) {
    try await keepDisk()
    let name = "simulated-\(UUID().uuidString).json"
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: file) }
    try await repository.convert(to: .json(path: file.path))
    do {
      var document = try JSONParser.parse([UInt8](Data(contentsOf: file)))
      let old = document
      edit(&document)
      if document != old {
        try Data(JSONWriter.bytes(of: document, style: .pretty)).write(to: file)
      }
    } catch {
      throw StorageError(.inputOutput, "The file cannot be edited: \(error)")
    }
    let edited = try JSONFileRepository(at: file.path, environment: environment)
    repository = try await SQLiteRepository.inMemory(copying: edited, environment: environment)
    await edited.close()
  }

  /// Writes as a newer version of the program does, which knows more fields and forms of values.
  private func write(
    _ values: [(field: Field, value: JSONValue)],
    _ edit: Edit,
    at now: Int64
  ) async throws(StorageError) {
    try await repository.writeReplica { transaction throws(StorageError) in
      var clock = HybridClock(time: transaction.clock, node: transaction.node)
      let stamp = clock.next(now: now)
      try transaction.observe(stamp.time)
      var item =
        try transaction.replica(edit.id)
        ?? ReplicaItem(new: edit.id, by: edit.version, stamp: stamp)
      if item.registers.isEmpty {
        item.sequence = ReplicaItem.neverAcknowledged
      }
      for (field, value) in values { item.edit(field, value, stamp: stamp) }
      try transaction.put(item)
    }
  }

  package func itemToUndo() async throws(StorageError) -> ItemID? {
    try await repository.history().first { !$0.isUndone }?.firstItem
  }

  package func item(_ id: ItemID) async throws(StorageError) -> ReplicaItem? {
    try await look { transaction throws(StorageError) -> ReplicaItem? in
      try transaction.replica(id)
    }
  }

  package func engineState() async throws(StorageError) -> SyncState? {
    try await look { transaction throws(StorageError) -> SyncState? in
      guard let bytes = try transaction.syncState() else { return nil }
      return try SyncState(bytes: bytes)
    }
  }

  package func conflicts() async throws(StorageError) -> [SyncConflict] {
    try await look { transaction throws(StorageError) -> [SyncConflict] in
      try transaction.conflicts()
    }
  }

  package func quarantine() async throws(StorageError) -> [ItemID: UInt64] {
    try await look { transaction throws(StorageError) -> [ItemID: UInt64] in
      try transaction.quarantine()
    }
  }

  /// Reads as a write that writes nothing: that stays on this thread, where a read of a replica, which may be long, goes to
  /// one of its own, and the hops would take half of the time.
  private func look<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await repository.writeReplica(body)
  }

  package func unsyncedItems() async throws(StorageError) -> [ItemID] {
    try await look { transaction throws(StorageError) -> [ItemID] in
      try transaction.unsynced(after: 0, limit: .max).map(\.item.id)
    }
  }

  /// A store that is opened draws its node itself, from the world's random numbers.
  package func reopen(node: UInt64) async throws(StorageError) { try await restore(repository) }

  package func disk() async throws(StorageError) -> SQLiteRepository {
    try await SQLiteRepository.inMemory(copying: repository, environment: environment)
  }

  package func diskBeforeLastWrite() -> SQLiteRepository? { lastDisk }

  /// The copy stays as it is: a device may go back to it several times.
  package func restore(_ disk: SQLiteRepository) async throws(StorageError) {
    repository = try await SQLiteRepository.inMemory(copying: disk, environment: environment)
  }

  private func keepDisk() async throws(StorageError) {
    if keepsLastDisk { lastDisk = try await disk() }
  }
}

extension Edit {
  /// Whether only a newer version of the program makes such an edit of an item.
  fileprivate func isNewer(of known: ReplicaItem?) -> Bool {
    guard version == .newer, case .set(let values) = change else { return false }
    return known == nil || values.contains { !ProgramVersion.isKnownToAll($0.field, $0.value) }
  }
}

extension Item {
  fileprivate mutating func set(_ field: Field, _ value: JSONValue) {
    switch field {
    case .fixed(.title): title = value.string ?? title
    case .fixed(.notes): notes = value.string ?? notes
    case .fixed(.due):
      due = value.integer.map { .instant(Date(timeIntervalSince1970: Double($0))) }
    case .fixed(.updated): break
    case .tag(let tag): if value.isNull { tags.remove(tag) } else { tags.insert(tag) }
    case .blocker(let id): if value == true { blockers.insert(id) } else { blockers.remove(id) }
    case .attribute(let key): attributes[key] = value
    default: notes = "\(value)"
    }
  }
}
