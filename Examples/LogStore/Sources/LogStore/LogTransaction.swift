import Foundation
import Storage

/// A transaction: a copy of the state, and what was changed on it.
final class LogTransaction: ItemTransaction {
  private(set) var state: LogRepository.State
  private(set) var changes: [LogRepository.Change] = []
  private let environment: StoreEnvironment

  init(_ state: LogRepository.State, environment: StoreEnvironment) {
    self.state = state
    self.environment = environment
  }

  private var live: some Sequence<Item> { items(.live) }

  private func items(_ scope: ItemScope) -> some Sequence<Item> {
    state.entries.values.lazy.filter { $0.isDeleted == (scope == .deleted) }.map(\.item)
  }

  func item(_ id: ItemID) throws(StorageError) -> Item? {
    state.entries[id].flatMap { $0.isDeleted ? nil : $0.item }
  }

  func item(number: Int) throws(StorageError) -> Item? {
    live.first { $0.number == number }
  }

  func count(_ filter: ItemFilter) throws(StorageError) -> Int {
    live.count(where: try filter.predicate(among: live, environment: environment))
  }

  func page(_ query: ItemQuery) throws(StorageError) -> ItemPage {
    try query.page(of: items, environment: environment)
  }

  func add(_ draft: ItemDraft) throws(StorageError) -> Item {
    let now = environment.now()
    var random = Randomness(draw: environment.random)
    let milliseconds = Int64((now.timeIntervalSince1970 * 1_000).rounded())
    let id = draft.id ?? ItemID(milliseconds: milliseconds, random: &random)
    let item = try Item(adding: draft, id: id, number: state.nextNumber, now: now)
    try checkParent(of: item)
    try checkBlockers(of: item, since: [])
    guard state.entries[id] == nil else {
      throw StorageError(.alreadyExists, "An item \(id) is there already, live or deleted.")
    }
    keep(.init(item: item, isDeleted: false))
    return item
  }

  func update(_ item: Item) throws(StorageError) -> Item {
    let old = try liveItem(item.id)
    let new = try old.updated(to: item, now: environment.now())
    if new.parent != old.parent { try checkParent(of: new) }
    try checkBlockers(of: new, since: old.blockers)
    if new != old { keep(.init(item: new, isDeleted: false)) }
    return new
  }

  func delete(_ id: ItemID) throws(StorageError) {
    keep(.init(item: try liveItem(id), isDeleted: true))
  }

  func restore(_ id: ItemID) throws(StorageError) -> Item {
    guard let entry = state.entries[id] else { throw Self.notFound(id) }
    if entry.isDeleted { keep(.init(item: entry.item, isDeleted: false)) }
    return entry.item
  }

  func purge(_ id: ItemID) throws(StorageError) {
    guard let entry = state.entries[id], entry.isDeleted else { throw Self.notFound(id) }
    note(.purged(id))
  }

  private func liveItem(_ id: ItemID) throws(StorageError) -> Item {
    guard let item = try item(id) else { throw Self.notFound(id) }
    return item
  }

  private func checkParent(of item: Item) throws(StorageError) {
    try item.checkParent(
      { id throws(StorageError) in state.entries[id]?.item.parent },
      childrenOf: { id throws(StorageError) in live.filter { $0.parent == id } }
    )
  }

  private func checkBlockers(of item: Item, since old: Set<ItemID>) throws(StorageError) {
    try item.checkBlockers(since: old) { id throws(StorageError) in
      state.entries[id]?.item.blockers ?? []
    }
  }

  private func keep(_ entry: LogRepository.Entry) { note(.kept(entry)) }

  private func note(_ change: LogRepository.Change) {
    state.apply(change)
    changes.append(change)
  }

  private static func notFound(_ id: ItemID) -> StorageError {
    StorageError(.notFound, "There is no item \(id).")
  }
}

/// An environment's randomness in the form that the standard library takes.
private struct Randomness: RandomNumberGenerator {
  let draw: @Sendable () -> UInt64

  mutating func next() -> UInt64 { draw() }
}
