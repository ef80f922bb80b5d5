// What must hold of a hub file and of the devices that sync with it, whatever happens to the file.

import Storage
import Sync

/// Two devices that sync with a hub file.
final class HubDevices {
  let path: String
  let stores: [Deeds.Store]
  private var hub: Hub?

  init(path: String, stores: [Deeds.Store]) {
    self.path = path
    self.stores = stores
  }

  /// Devices whose stores are in memory: no fault reaches them.
  convenience init(inMemoryWith path: String) throws {
    try self.init(path: path, stores: [SQLiteRepository.inMemory(), SQLiteRepository.inMemory()])
  }

  /// Syncs a device by one try of each request, over the hub file as it was opened before.
  @discardableResult
  func sync(_ index: Int, verifies: Bool = false) async throws -> SyncSummary {
    let hub =
      try hub ?? Hub(store: SQLiteHubStore(path: path, busyTimeout: .milliseconds(300)))
    self.hub = hub
    var environment = SyncEnvironment.live
    environment.patience = SyncCore.Patience(attempts: 1)
    let engine = SyncEngine(
      store: stores[index],
      remote: Remote(.file(path: path)),
      networkService: CalledHub(hub: hub),
      environment: environment
    )
    return try await engine.sync(verifies: verifies)
  }

  /// Whether the hub file that is open can be synced with; true if none is.
  func worksWhileOpen() async -> Bool {
    guard hub != nil else { return true }
    return (try? await sync(0)) != nil
  }

  func closeHub() { hub = nil }

  func closeStores() async {
    for store in stores { await store.close() }
  }

  func add(_ titles: [String], to index: Int, notes: String = "") async throws {
    try await stores[index].write { transaction throws(StorageError) in
      for title in titles { try transaction.add(ItemDraft(title: title, notes: notes)) }
    }
  }

  func edit(_ title: String, on index: Int, _ edit: (inout Item) -> Void) async throws {
    guard var item = try await item(title, on: index) else { return }
    edit(&item)
    try await stores[index].update(item)
  }

  func delete(_ title: String, on index: Int) async throws {
    guard let item = try await item(title, on: index) else { return }
    try await stores[index].delete(item.id)
  }

  private func item(_ title: String, on index: Int) async throws -> Item? {
    try await stores[index].items().first { $0.title == title }
  }
}

/// A hub that answers where it is called: nothing else has it, so that it is closed when it is to be.
private struct CalledHub: NetworkService {
  let hub: Hub

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    hub.respond(to: request)
  }
}

// MARK: - As the fault left it

extension HubDevices {
  /// What a check of the hub file finds; nothing for one that was not made yet.
  func findings() throws -> [StoreFinding] {
    do throws(HubError) {
      return try HubFile(path).check()
    } catch {
      guard error.code == .missing else { throw error }
      return []
    }
  }

  /// What the hub lacks of what it has acknowledged; nil if nothing.
  ///
  /// A hub that was `replaced` may not know a device.
  func lost(isReplaced: Bool = false) async throws -> String? {
    for (name, store) in zip(["first", "second"], stores) {
      let (token, known) = try await store.acknowledged()
      guard let token else { continue }
      let hub = try SQLiteHubStore(path: path)
      let lost = try hub.read(Remote.defaultSpace) { transaction throws(HubError) -> String? in
        guard let space = try transaction.space(), space.epoch == token.epoch,
          try transaction.nonce(at: token.head) == token.nonce
        else { return isReplaced ? nil : "the hub does not know the \(name) device any more" }
        for (id, sequence, state) in known {
          guard var row = try transaction.row(id)?.state else {
            // A tombstone goes in time.
            if !state.isAlive, sequence <= space.floor { continue }
            return "an item that was acknowledged to the \(name) device is lost"
          }
          if row.join(state) == .changed {
            return "an edit that was acknowledged to the \(name) device is lost"
          }
        }
        return nil
      }
      if let lost { return lost }
    }
    return nil
  }

  /// How many of these titles the hub has.
  func count(of titles: Set<String>) throws -> Int {
    guard try !findings().isEmpty || FaultFolder.kind(of: path) == .file else { return 0 }
    let hub = try SQLiteHubStore(path: path)
    return try hub.read(Remote.defaultSpace) { transaction throws(HubError) -> Int in
      guard let head = try transaction.space()?.head else { return 0 }
      return try transaction.rows(after: 0, upTo: head, limit: .max, tombstonesAbove: head)
        .count { row in
          row.state.entries.contains {
            $0.name == "title" && titles.contains($0.value.string ?? "")
          }
        }
    }
  }
}

extension ReplicaStore {
  /// The hub's last commit that the store knows, and what of its items the hub has acknowledged.
  fileprivate func acknowledged() async throws(StorageError) -> (
    token: SyncToken?, items: [(id: ItemID, sequence: Int64, state: ItemState)]
  ) {
    try await readReplica { transaction throws(StorageError) in
      let token = try transaction.syncState().map { bytes throws(StorageError) in
        try SyncState(bytes: bytes).token
      }
      let found = try transaction.replicas(after: 0, limit: 1_000).map(\.item)
      let items = found.filter { $0.sequence > 0 }.map { item in
        let entries = item.registers.filter { !$0.isDirty }.map {
          ItemState.Entry($0.field.name, $0.value, stamp: $0.stamp)
        }
        let deletion = item.deletion?.isDirty == false ? item.deletion?.stamp : nil
        return (item.id, item.sequence, ItemState(entries, deletion: deletion))
      }
      return (token ?? nil, items)
    }
  }
}

// MARK: - Once nothing fails any more

extension HubDevices {
  /// Syncs until nothing is left to be done, and says what is not as it should be then.
  ///
  /// Both devices have exactly these titles, and each of these texts, in its place or kept beside another.
  func difference(from titles: Set<String>, texts: [String] = []) async throws -> String? {
    for index in stores.indices { try await sync(index) }
    for index in stores.indices {
      let summary = try await sync(index, verifies: true)
      guard summary.verification?.isEqual == true else { return "hub and device differ" }
      let status = try await stores[index].syncStatus()
      guard status.unsynced == 0, status.conflicts.isEmpty else { return "something is unsent" }
      let items = try await stores[index].items()
      guard items.count == titles.count, Set(items.map(\.title)) == titles else {
        return "\(items.count) items are there, and \(titles.count) were to be"
      }
      let found = items.map(\.notes) + status.keptTexts.map(\.kept.text)
      for text in texts where !found.contains(where: { $0.contains(text) }) {
        return "a text is lost"
      }
    }
    closeHub()
    let findings = try findings()
    return findings.isEmpty ? nil : "check() found in the end: \(findings.map(\.message))"
  }
}
