import Storage

/// Works on a copy of the whole state, which the repository keeps or drops at the end.
final class ReferenceTransaction: ItemTransaction {
  private(set) var state: ReferenceRepository.State
  private let environment: StoreEnvironment

  init(_ state: ReferenceRepository.State, environment: StoreEnvironment) {
    self.state = state
    self.environment = environment
  }

  private var live: [Item] { state.entries.filter { !$0.isDeleted }.map(\.item) }

  func item(_ id: ItemID) throws(StorageError) -> Item? {
    live.first { $0.id == id }
  }

  func item(number: Int) throws(StorageError) -> Item? {
    live.first { $0.number == number }
  }

  func count(_ filter: ItemFilter) throws(StorageError) -> Int {
    let view = ReferenceView(now: environment.now(), zone: .current, items: live)
    return live.count { ReferenceFilter.holds(filter, for: $0, view) }
  }

  func page(_ query: ItemQuery) throws(StorageError) -> ItemPage {
    try ReferenceOrder.check(query)
    let now = query.after?.moment ?? environment.now()
    let view = ReferenceView(now: now, zone: query.zone, items: live)
    var found = state.entries.filter { $0.isDeleted == (query.scope == .deleted) }.map(\.item)
      .filter { ReferenceFilter.holds(query.filter, for: $0, view) }
      .map { (item: $0, place: ReferenceOrder.place(of: $0, in: query, view)) }
      .sorted { ReferenceOrder.precedes($0.place, $1.place) }
    if let cursor = query.after {
      found.removeAll { !ReferenceOrder.precedes(cursor, $0.place) }
    }
    let kept = found.prefix(query.limit ?? found.count)
    let next = kept.count < found.count ? kept.last?.place ?? query.after : nil
    return ItemPage(items: kept.map(\.item), next: next)
  }

  func add(_ draft: ItemDraft) throws(StorageError) -> Item {
    let now = environment.now()
    var random = EnvironmentGenerator(random: environment.random)
    var item = draft.values
    item.id = draft.id ?? ItemID(milliseconds: ReferenceRules.milliseconds(now), random: &random)
    item.number = item.isRecord ? state.nextRecordNumber : state.nextNumber
    item.createdAt = draft.createdAt ?? now
    item.updatedAt = draft.updatedAt ?? now
    item.completedAt = draft.status == .open ? nil : draft.completedAt ?? now
    let stored = ReferenceRules.withOccurrence(ReferenceRules.normalised(item), since: nil)
    try ReferenceRules.check(stored)
    try checkParent(of: stored)
    try checkBlockers(of: stored, since: [])
    guard !state.entries.contains(where: { $0.item.id == stored.id }) else {
      throw StorageError(.alreadyExists, "An item with the id \(stored.id) is there already.")
    }
    state.entries.append(.init(item: stored, isDeleted: false))
    if item.isRecord { state.nextRecordNumber += 1 } else { state.nextNumber += 1 }
    return stored
  }

  func update(_ item: Item) throws(StorageError) -> Item {
    let index = try index(of: item.id) { !$0.isDeleted }
    let old = state.entries[index].item
    var new = ReferenceRules.withOccurrence(ReferenceRules.normalised(item), since: old)
    try ReferenceRules.check(new)
    if new.parent != old.parent {
      try checkParent(of: new)
      try checkBelow(new)
    }
    try checkBlockers(of: new, since: old.blockers)
    if new.status == .open {
      new.completedAt = nil
    } else if new.completedAt == nil {
      new.completedAt = environment.now()
    }
    guard !new.hasSameContent(as: old) else { return old }
    if new.updatedAt == old.updatedAt { new.updatedAt = environment.now() }
    // The number belongs to the store: it stays, whatever the caller's copy says.
    let stored = ReferenceRules.normalised(new, number: old.number)
    state.entries[index].item = stored
    return stored
  }

  func delete(_ id: ItemID) throws(StorageError) {
    let index = try index(of: id) { !$0.isDeleted }
    state.entries[index].isDeleted = true
  }

  func restore(_ id: ItemID) throws(StorageError) -> Item {
    let index = try index(of: id) { _ in true }
    state.entries[index].isDeleted = false
    return state.entries[index].item
  }

  func purge(_ id: ItemID) throws(StorageError) {
    state.entries.remove(at: try index(of: id) { $0.isDeleted })
  }

  /// Throws if the item would be among the items above it, or has more than 16 of them and is no record of a completion.
  private func checkParent(of item: Item) throws(StorageError) {
    var above: Set<ItemID> = []
    var next = item.parent
    while let id = next, id != item.id, above.insert(id).inserted {
      next = state.entries.first { $0.item.id == id }?.item.parent
    }
    guard next != item.id, above.count <= 16 || item.isRecord else {
      throw StorageError(.invalidItem, "The item is refused: it cannot have this parent.")
    }
  }

  /// Throws if the item is among those for which its new blockers wait, or one of these.
  private func checkBlockers(of item: Item, since old: Set<ItemID>) throws(StorageError) {
    var reached = item.blockers.subtracting(old)
    var count = -1
    while count < reached.count {
      count = reached.count
      for entry in state.entries where entry.item.id != item.id && reached.contains(entry.item.id) {
        reached.formUnion(entry.item.blockers)
      }
    }
    guard !reached.contains(item.id) else {
      throw StorageError(.invalidItem, "The item is refused: it would wait for itself.")
    }
  }

  /// Throws if an item under one that is moved would have more than 16 above it and is no record of a completion.
  private func checkBelow(_ moved: Item) throws(StorageError) {
    guard moved.parent != nil else { return }
    let live = state.entries.filter { !$0.isDeleted }.map(\.item)
    for item in live where item.id != moved.id && !item.isRecord {
      var above: [ItemID] = []
      var next = item.parent
      while let id = next, !above.contains(id), id != item.id {
        above.append(id)
        // A deleted item takes nothing along.
        guard id != moved.id else { break }
        next = live.first { $0.id == id }?.parent
      }
      guard above.last == moved.id else { continue }
      var further: Set<ItemID> = []
      next = moved.parent
      while let id = next, further.insert(id).inserted {
        next = state.entries.first { $0.item.id == id }?.item.parent
      }
      guard above.count + further.count <= 16 else {
        throw StorageError(
          .invalidItem,
          "The item is refused: what is under it may not stand there."
        )
      }
    }
  }

  private func index(
    of id: ItemID,
    where holds: (ReferenceRepository.Entry) -> Bool
  ) throws(StorageError) -> Int {
    guard let index = state.entries.firstIndex(where: { $0.item.id == id && holds($0) }) else {
      throw StorageError(.notFound, "There is no item with the id \(id).")
    }
    return index
  }
}
