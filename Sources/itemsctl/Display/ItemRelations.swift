import CommandKit
import ItemModels
import Phrases
import Storage

/// The items beside an item that there is something to say of.
struct ItemRelations {
  /// The item under which it stands.
  var parent: Item?
  /// The items directly under it, without its done copies.
  var children: [Item] = []
  /// The done copies of it that stand for its dates, the latest first.
  var records: [Item] = []
  /// The items for which it waits, deleted ones left out.
  var blockers: [Item] = []
  /// The parent and the blockers that were deleted, and may be restored, by number.
  var deleted: [Item] = []
  /// The open items that wait for it.
  var waiting: [Item] = []
  /// The items that wait for each other, itself first; empty for none.
  var cycle: [Item] = []

  init() {}

  /// Looks them up.
  init(of item: Item, in repository: any ItemRepository) async throws {
    if let parent = item.parent { self.parent = try await repository.item(parent) }
    let below = try await repository.items(ItemQuery(.parent(item.id)))
    children = below.filter { !$0.isRecord }
    records = below.filter(\.isRecord).sorted {
      ($0.completedAt?.millisecondsSince1970 ?? 0) > ($1.completedAt?.millisecondsSince1970 ?? 0)
    }
    if !item.blockers.isEmpty {
      blockers = try await repository.items(ItemQuery(.ids(item.blockers)))
    }
    let missing = item.blockers.union([item.parent].compactMap(\.self))
      .subtracting(blockers.map(\.id) + [parent?.id].compactMap(\.self))
    if !missing.isEmpty {
      deleted = try await repository.items(
        ItemQuery(.ids(missing), sort: [.ascending(.number)], scope: .deleted)
      )
    }
    waiting = try await repository.items(
      ItemQuery(.and([.status([.open]), .blockedBy(item.id)]))
    )
    // What nothing waits for is in no cycle.
    guard !blockers.isEmpty, !waiting.isEmpty,
      let cycle = try await repository.blockerCycle(of: item.id)
    else { return }
    let items = try await repository.items(ItemQuery(.ids(Set(cycle.items))))
    let byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    self.cycle = cycle.items.compactMap { byID[$0] }
  }
}

extension ItemRelations {
  /// The most items of one kind that are named.
  private static let most = 10

  /// The names of items, with what became of those that are closed, and of deleted ones behind them.
  static func names(of items: [Item], deleted: [Item] = []) -> String {
    let all = items.map { item in
      ItemPhrase.name(of: item) + (item.status == .open ? "" : " (\(item.status.name))")
    }
    let names = (all + deleted.map { "\(ItemPhrase.name(of: $0)) (deleted)" }).prefix(most)
    let rest = items.count + deleted.count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
  }

  /// When an item that repeats was done.
  static func dates(of records: [Item], _ calendar: LocalCalendar) -> String {
    let dates = records.prefix(most).compactMap(\.completedAt).map { calendar.shortText(of: $0) }
    let rest = records.count - dates.count
    return dates.joined(separator: ", ") + (rest > 0 ? ", and \(rest) times before" : "")
  }

  /// A sentence on items that wait for each other, without a full stop: `5 "a" waits for 7 "b", which waits for 5`.
  static func sentence(ofCycle items: [Item]) -> String {
    guard let first = items.first else { return "" }
    let others = items.dropFirst().map { ItemPhrase.name(of: $0) } + ["\(first.number)"]
    return
      ([ItemPhrase.name(of: first) + " waits for \(others[0])"]
      + others.dropFirst().map { "which waits for \($0)" }).joined(separator: ", ")
  }
}

extension BlockerCycle {
  /// The error of an edit that would close the cycle, by the numbers and titles of its items.
  func error(in repository: any ItemRepository) async throws -> CommandError {
    CommandError(.badData, sentence(try await repository.names(of: Set(items))))
  }
}
