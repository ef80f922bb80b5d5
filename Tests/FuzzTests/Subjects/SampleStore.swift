// A small store that has something of everything.

@testable import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Fills a store with items, tombstones, stamps, marks, conflicts, sync state and history.
func fillSample(_ store: some UndoableRepository & ReplicaStore) async throws {
  let first = try await store.add(
    ItemDraft(
      title: "Caf\u{e9} \u{1F600}",
      notes: "two\nlines",
      tags: ["shop", "\u{e9}t\u{e9}"],
      due: .instant(fuzzNow),
      attributes: ["url": "https://example.org", "n": [1, 1.5, ["deep": .null]]]
    )
  )
  let second = try await store.add(ItemDraft(kind: "note", title: "Second", status: .done))
  try await store.writeReplica { transaction throws(StorageError) in
    for (number, item) in try transaction.unsynced(after: 0, limit: 10) {
      var item = item
      item.sequence = Int64(number)
      for index in item.registers.indices { item.registers[index].isDirty = false }
      let stamp = Stamp(milliseconds: 9, counter: 1, node: 3)
      item.registers.append(Register(.unknown("colour"), "red", stamp: stamp, isDirty: true))
      try transaction.put(item)
    }
    try transaction.setSyncState(Array("{\"cursor\":7}".utf8))
    try transaction.addConflict(
      SyncConflict(
        number: 0,
        kind: .lost,
        item: ItemID(high: 5, low: 6),
        reason: "it was deleted",
        time: 77,
        content: ["title": "lost"]
      )
    )
  }
  var edited = first
  edited.tags = ["shop"]
  edited.attributes["n"] = nil
  edited.title = "Coffee"
  try await store.update(edited)
  try await store.delete(second.id)
  let third = try await store.add("Third")
  try await store.delete(third.id)
  try await store.restore(third.id)
  try await store.undo()
}

/// Runs the body with the path of a file in a new folder, which is removed after it.
func withTemporaryFile<Value>(
  _ name: String,
  _ body: (String) async throws -> Value
) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.path + "/fuzz-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try await body(folder + "/" + name)
}
