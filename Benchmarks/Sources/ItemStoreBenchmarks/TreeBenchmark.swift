import Foundation
import Storage

/// The same items without parents, and in trees of a hundred that are four levels deep.
struct TreeBenchmark {
  let count: Int
  let folder: String

  static let header = """

    | trees | flat | in trees | ratio | each |
    | --- | --- | --- | --- | --- |
    """

  /// How many items a tree has, and how many stand directly under one.
  private static let (size, width) = (100, 5)

  func run(_ report: @Sendable (Measurement) -> Void) async throws {
    let drafts = drafts()
    report(
      try await .take(
        "insert \(count) in one transaction",
        operations: count,
        runs: 7,
        floor: { await (try fill(drafts, inTrees: false)).store.close() },
        store: { await (try fill(drafts, inTrees: true)).store.close() }
      )
    )
    let (flat, flatIDs) = try await fill(drafts, inTrees: false)
    let (trees, treeIDs) = try await fill(drafts, inTrees: true)
    let first = ItemQuery(.status([.open]), limit: 20)
    report(try await compare("first 20 open", 1_000, flat, first, trees, first))
    let all = ItemQuery()
    report(try await compare("all \(count)", 1, flat, all, trees, all))
    let roots = stride(from: 0, to: count, by: Self.size).map { treeIDs[$0] }
    report(
      try await .take(
        "what stands under one item, or in one list: \(Self.size - 1) items, 20 times",
        operations: 20,
        floor: {
          for number in 0..<20 {
            let list = ItemFilter.list("list \(number % roots.count)")
            _ = try await flat.items(ItemQuery(list))
          }
        },
        store: {
          for number in 0..<20 {
            _ = try await trees.items(ItemQuery(.below(roots[number % roots.count])))
          }
        }
      )
    )
    let top = ItemQuery(.and([.top, .status([.open])]), limit: 20)
    report(try await compare("first 20 open at the top", 100, flat, first, trees, top))
    report(
      try await .take(
        "an edit of its title, in a transaction, 1,000 times",
        operations: 1_000,
        floor: { try await edit(flat, flatIDs) },
        store: { try await edit(trees, treeIDs) }
      )
    )
    report(
      try await .take(
        "an edit of its title beside a move to another parent, 1,000 times",
        operations: 1_000,
        floor: { try await edit(flat, flatIDs) },
        store: { try await move(trees, treeIDs, roots) }
      )
    )
    await flat.close()
    await trees.close()
  }

  private func compare(
    _ name: String,
    _ times: Int,
    _ flat: SQLiteRepository,
    _ flatQuery: ItemQuery,
    _ trees: SQLiteRepository,
    _ treeQuery: ItemQuery
  ) async throws -> Measurement {
    try await .take(
      times == 1 ? name : "\(name), \(times) times",
      operations: times,
      floor: { for _ in 0..<times { _ = try await flat.items(flatQuery) } },
      store: { for _ in 0..<times { _ = try await trees.items(treeQuery) } }
    )
  }

  private func edit(_ store: SQLiteRepository, _ ids: [ItemID]) async throws {
    for number in 0..<1_000 {
      guard var item = try await store.item(ids[number * 7_919 % ids.count]) else { continue }
      item.title += "."
      if item.title.utf8.count > 200 { item.title = "Item" }
      try await store.update(item)
    }
  }

  /// Moves leaves, so that nothing comes to stand too deep.
  private func move(
    _ store: SQLiteRepository,
    _ ids: [ItemID],
    _ roots: [ItemID]
  ) async throws {
    for number in 0..<1_000 {
      let place = number * 7_919 % roots.count * Self.size + Self.size - 1
      guard place < ids.count, var item = try await store.item(ids[place]) else { continue }
      item.parent = roots[(number + Int.random(in: 1...9)) % roots.count]
      try await store.update(item)
    }
  }

  /// The items, each hundred of them in a list of its own.
  private func drafts() -> [ItemDraft] {
    var drafts = Array(Fixture.large(count: count, seed: 1).drafts)
    for index in drafts.indices {
      drafts[index].id = nil
      drafts[index].list = "list \(index / Self.size)"
    }
    return drafts
  }

  /// A store with the items, in their order, and their ids.
  private func fill(
    _ drafts: [ItemDraft],
    inTrees: Bool
  ) async throws -> (store: SQLiteRepository, ids: [ItemID]) {
    let name = inTrees ? "trees" : "flat"
    let path = "\(folder)/\(name).sqlite"
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    let store = try SQLiteRepository(
      at: path,
      options: StoreOptions(history: .off, sqlite: SQLiteOptions(durability: .normal))
    )
    let ids = try await store.write { transaction throws(StorageError) in
      var ids: [ItemID] = []
      for (index, var draft) in drafts.enumerated() {
        let place = index % Self.size
        if inTrees, place > 0 { draft.parent = ids[index - place + (place - 1) / Self.width] }
        ids.append(try transaction.add(draft).id)
      }
      return ids
    }
    return (store, ids)
  }
}
