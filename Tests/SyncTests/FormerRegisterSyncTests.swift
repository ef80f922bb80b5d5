// An older program and this one on one hub: lines of all properties in one attribute, lists in any normal form.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

@Suite struct `An older program on the same hub` {
  private static let lines: JSONValue = ["X-ORDER:7", "ATTENDEE:mailto:a@b"]
  private static let decomposed = "Cafe\u{301}"

  /// Edits registers as the older program does, which knows neither their parts nor normal forms of lists.
  private static func edit(
    _ id: ItemID,
    _ values: [(Field, JSONValue)],
    in store: any ReplicaStore
  ) async throws {
    try await store.writeReplica { transaction throws(StorageError) in
      guard var row = try transaction.replica(id) else { return }
      let stamp = Stamp(time: transaction.clock + 1, node: transaction.node)
      try transaction.observe(stamp.time)
      for (field, value) in values {
        row.registers.removeAll { $0.field == field }
        row.registers.append(Register(field, value, stamp: stamp, isDirty: true))
      }
      try transaction.put(
        ReplicaItem(id: id, sequence: row.sequence, registers: row.registers)
      )
    }
  }

  private static func registers(
    _ id: ItemID,
    in store: any ReplicaStore
  ) async throws -> [Register] {
    let row = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(id)
    }
    return row?.registers ?? []
  }

  @Test(arguments: [true, false])
  func `edits of both end with the same rows, items and digests`(_ isFile: Bool) async throws {
    let folder = try TemporaryFolder()
    let pair = try Pair { surroundings in
      let store: any HubStore =
        isFile ? try SQLiteHubStore(path: folder.file("hub")) : MemoryHubStore()
      return InProcessNetworkService(Hub(store: store, environment: surroundings.hub()))
    }
    let id = try await pair.first.add("Shed").id
    try await pair.syncAll()
    try await Self.edit(
      id,
      [(.attribute("ical"), Self.lines), (.fixed(.list), .string(Self.decomposed))],
      in: pair.first
    )
    try await pair.syncAll()
    let former = try await Self.registers(id, in: pair.second)
    // This program edits one property, the older one the other; in the order of their clocks.
    var item = try #require(try await pair.second.item(id))
    #expect(item.attributes.keys.sorted() == ["ical/ATTENDEE", "ical/X-ORDER"])
    item.attributes["ical/X-ORDER"] = ["X-ORDER:8"]
    try await pair.second.update(item)
    try await pair.syncAll()
    let kept = try await Self.registers(id, in: pair.first)
    for field in [Field.attribute("ical"), .fixed(.list)] {
      let before = former.first { $0.field == field }
      #expect(before != nil && kept.first { $0.field == field } == before)
    }
    try await Self.edit(
      id,
      [(.attribute("ical"), ["ATTENDEE:mailto:c@d"])],
      in: pair.first
    )
    try await pair.syncAll()
    for store in [pair.first, pair.second] {
      let item = try #require(try await store.item(id))
      #expect(
        item.attributes == [
          "ical/ATTENDEE": ["ATTENDEE:mailto:c@d"], "ical/X-ORDER": ["X-ORDER:8"],
        ]
      )
      #expect(item.list.utf8.elementsEqual("Caf\u{E9}".utf8))
      let summary = try await pair.engine(store).sync(verifies: true)
      #expect(summary.verification?.isEqual == true && summary.pushed == 0)
    }
    try await pair.expectEqual()
    #expect(
      try await Self.registers(id, in: pair.first) == Self.registers(id, in: pair.second)
    )
  }

  @Test func `two programs that edit two properties at once keep both`() async throws {
    let pair = try Pair.overMemory()
    let id = try await pair.first.add(
      ItemDraft(title: "Shed", attributes: ["ical": Self.lines])
    ).id
    try await pair.syncAll()
    for (store, key) in [(pair.first, "ical/X-ORDER"), (pair.second, "ical/ATTENDEE")] {
      var item = try #require(try await store.item(id))
      item.attributes[key] = [.string(key)]
      try await store.update(item)
    }
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(
      try await pair.second.item(id)?.attributes == [
        "ical/X-ORDER": ["ical/X-ORDER"], "ical/ATTENDEE": ["ical/ATTENDEE"],
      ]
    )
  }
}
