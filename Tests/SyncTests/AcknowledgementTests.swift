// A store may take the marks off an item without reading it; what it holds then is what reading it would give.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct AcknowledgementTests {
  @Test(arguments: 1...4)
  func `marks are taken off as if the item had been read`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let store = try SQLiteRepository.inMemory()
    var (short, long) = (0, 0)
    for round in 0..<200 {
      if round % 20 == 0 { try await store.add(draft(&random)) }
      let items = try await store.items(ItemQuery())
      if items.isEmpty { continue }
      let id = random.pick(items).id
      for _ in 0..<random.below(3) { try await edit(id, in: store, &random) }
      guard
        let pushed = try await store.readReplica({ transaction throws(StorageError) in
          try transaction.replica(id)?.unsyncedState()
        })
      else { continue }
      if random.chance(0.3) { try await edit(id, in: store, &random) }
      // Now and then the answer to a push that others have overtaken: the item's number never falls.
      let sequence = random.chance(0.2) ? 1 : Int64(round + 1)
      let outcome = try await store.writeReplica { transaction throws(StorageError) in
        let before = try transaction.replica(id)
        let isMarked = try transaction.acknowledge(
          id,
          sequence: sequence,
          stamp: { field in pushed.entries.first { $0.name == field.name }?.stamp },
          deletion: pushed.deletion
        )
        let after = try transaction.replica(id)
        var expected = before
        expected?.acknowledge(pushed, sequence: sequence)
        if !isMarked, let expected { try transaction.put(expected) }
        return Outcome(before: before, after: after, expected: expected, isMarked: isMarked)
      }
      #expect(outcome.expected?.sequence == max(outcome.before?.sequence ?? 0, sequence))
      #expect(outcome.after == (outcome.isMarked ? outcome.expected : outcome.before))
      // Only what was edited meanwhile is left to the long way.
      if let expected = outcome.expected, !expected.isDirty { #expect(outcome.isMarked) }
      (short, long) = outcome.isMarked ? (short + 1, long) : (short, long + 1)
    }
    #expect(short > 50 && long > 10, "seed \(seed): \(short) marked, \(long) read")
  }

  private struct Outcome: Sendable {
    let before: ReplicaItem?
    let after: ReplicaItem?
    let expected: ReplicaItem?
    let isMarked: Bool
  }

  private func draft(_ random: inout SeededRandom) -> ItemDraft {
    var draft = ItemDraft(title: "Item \(random.below(100))", tags: ["one"])
    if random.chance(0.5) { draft.attributes["pages"] = .integer(Int64(random.below(9))) }
    return draft
  }

  private func edit(
    _ id: ItemID,
    in store: SQLiteRepository,
    _ random: inout SeededRandom
  ) async throws {
    guard var item = try await store.item(id) else { return }
    let number = random.below(1_000)
    switch random.below(12) {
    case 0...2: item.title = "Title \(number)"
    case 3, 4: item.notes = "Line\nNote \(number)"
    case 5: item.tags.formSymmetricDifference(["one", "two \(number % 3)"])
    case 6: item.attributes["key \(number % 3)"] = .integer(Int64(number))
    case 7: item.attributes = [:]
    case 8: item.priority = item.priority == .high ? .low : .high
    case 9: item.list = "List \(number % 4)"
    case 10: item.status = item.status == .done ? .open : .done
    default:
      try await store.delete(id)
      if random.chance(0.7) { try await store.restore(id) }
      return
    }
    try await store.update(item)
  }
}
