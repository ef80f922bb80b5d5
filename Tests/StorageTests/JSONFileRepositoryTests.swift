import Storage
import StorageTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct JSONFileRepositoryTests {
  let folder: JSONFileFolder

  init() throws { folder = try JSONFileFolder() }

  @Test func `a new store is a readable file`() async throws {
    let repository = try JSONFileRepository(at: folder.file)
    #expect(
      try folder.text() == """
        {
          "schema": 4,
          "nextNumber": 1,
          "items": [],
          "sync": {
            "clock": "0000000000000000",
            "exchanged": "0000000000000000",
            "items": {}
          }
        }

        """
    )
    try await repository.add("Buy milk")
    let start = "{\n  \"schema\": 4,\n  \"nextNumber\": 2,\n  \"items\": [\n    {\n      \"id\": \""
    #expect(try folder.text().hasPrefix(start))
    #expect(try folder.names == ["items.json"])
  }

  @Test func `everything comes back when the store is opened again`() async throws {
    let first = try JSONFileRepository(at: folder.file)
    for draft in Fixture.full.drafts { try await first.add(draft) }
    try await first.add(
      ItemDraft(
        title: "\u{0}e\u{301}\u{e9}\"\\\u{1f}\u{2028}👩‍👩‍👧",
        notes: "a\r\nb\u{7f}",
        tags: ["é", "a b"],
        attributes: ["x\u{0}": [-0.0, 1.0, 9_007_199_254_740_993, .null, ["": "\u{301}"]]]
      )
    )
    let items = try await first.items()
    try await first.delete(items[3].id)
    let kept = try await first.items()
    let text = try folder.text()
    let second = try JSONFileRepository(at: folder.file, options: StoreOptions(access: .readOnly))
    #expect(try await second.items() == kept)
    let third = try JSONFileRepository(at: folder.file)
    #expect(try await third.items() == kept)
    #expect(try folder.text() == text)
    #expect(try await third.restore(items[3].id).title == items[3].title)
    #expect(try await first.count(.all) == items.count)
  }

  @Test func `stamps, marks, conflicts and the engine's state come back`() async throws {
    let first = try JSONFileRepository(at: folder.file)
    let ids = try await first.write { transaction throws(StorageError) in
      try ["a", "b", "c"].map { title throws(StorageError) in
        try transaction.add(ItemDraft(title: title, tags: ["x", "y"], attributes: ["k": 1])).id
      }
    }
    try await first.acknowledgeAll()
    try await first.delete(ids[2])
    var item = try #require(try await first.item(ids[1]))
    item.title = "B"
    item.tags = ["y", "z"]
    item.attributes = [:]
    try await first.update(item)
    let conflict = SyncConflict(
      kind: .lost,
      item: ids[0],
      reason: "gone",
      time: .max,
      content: ["a": [1, 2.5]]
    )
    let old = try await first.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(ids[0]) else { return [ReplicaItem]() }
      let stamp = Stamp(time: 5 << 16, node: .max)
      item.registers.append(Register(.unknown("later:x"), [1], stamp: stamp, isDirty: true))
      try transaction.put(item)
      try transaction.addConflict(conflict)
      try transaction.setSyncState([0xff, 0x00, 0x22])
      try transaction.observe(1 << 62)
      return try ids.map { id throws(StorageError) in try transaction.replica(id) }.compactMap(
        \.self
      )
    }
    #expect(old.count == 3)
    let second = try JSONFileRepository(at: folder.file)
    try await second.readReplica { transaction throws(StorageError) in
      let new = try ids.map { id throws(StorageError) in try transaction.replica(id) }
      #expect(new == old)
      #expect(try transaction.syncState() == [0xff, 0x00, 0x22])
      #expect(transaction.clock == 1 << 62)
      var kept = conflict
      kept.number = 1
      #expect(try transaction.conflicts() == [kept])
    }
  }

  @Test func `two repositories that write in turn lose nothing`() async throws {
    let first = try JSONFileRepository(at: folder.file)
    let second = try JSONFileRepository(at: folder.file)
    try await withThrowingTaskGroup { group in
      for repository in [first, second] {
        group.addTask {
          for index in 0..<25 { try await repository.add("Item \(index)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await first.items().count == 50)
    #expect(try await first.items() == second.items())
    #expect(try await Set(first.items().map(\.number)) == Set(1...50))
    #expect(try folder.names == ["items.json"])
  }

  @Test func `what changes nothing writes nothing`() async throws {
    let repository = try JSONFileRepository(at: folder.file)
    let item = try await repository.add("Same")
    let before = try FileManager.default.attributesOfItem(atPath: folder.file)
    try await repository.update(item)
    await #expect(throws: StorageError.self) {
      try await repository.write { transaction throws(StorageError) in
        try transaction.add(ItemDraft(title: "Not kept"))
        throw StorageError(.aborted, "no")
      }
    }
    let after = try FileManager.default.attributesOfItem(atPath: folder.file)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(try await repository.items() == [item])
  }

  @Test func `a symbolic link is followed and permissions stay`() async throws {
    let target = folder.path + "/target.json"
    _ = try JSONFileRepository(at: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file,
      withDestinationPath: "target.json"
    )
    let repository = try JSONFileRepository(at: folder.file)
    let item = try await repository.add("Through the link")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file) == "target.json")
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try await JSONFileRepository(at: target).items() == [item])
  }

  @Test func `what a killed process left over does not matter`() async throws {
    let repository = try JSONFileRepository(at: folder.file)
    let leftover = folder.path + "/.items.json.tmp"
    try Data("{\"schema\": 1, \"it".utf8).write(to: URL(fileURLWithPath: leftover))
    let item = try await repository.add("After the crash")
    #expect(try folder.names == ["items.json"])
    #expect(try await JSONFileRepository(at: folder.file).items() == [item])
  }

  @Test func `a failed replacement changes nothing and says why`() async throws {
    let repository = try JSONFileRepository(at: folder.file)
    let item = try await repository.add("Kept")
    let before = try folder.bytes()
    // Nobody can make a file where a folder with something in it is.
    let obstacle = folder.path + "/.items.json.tmp/x"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
    let error = await #expect(throws: StorageError.self) { try await repository.add("Lost") }
    #expect(error?.message.contains(".items.json.tmp") == true)
    #expect(try folder.bytes() == before)
    #expect(try await repository.items() == [item])
    try FileManager.default.removeItem(atPath: folder.path + "/.items.json.tmp")
    #expect(try await repository.add("Next").number == 2)
  }

  @Test func `a vanished file is reported and not made anew`() async throws {
    let repository = try JSONFileRepository(at: folder.file)
    try await repository.add("Gone")
    try FileManager.default.removeItem(atPath: folder.file)
    let read = await #expect(throws: StorageError.self) { try await repository.items() }
    let write = await #expect(throws: StorageError.self) { try await repository.add("More") }
    #expect(read?.code == .cannotOpen && write?.code == .cannotOpen)
    #expect(try folder.names.isEmpty)
  }

  @Test func `a store opened for reading refuses to write`() async throws {
    _ = try JSONFileRepository(at: folder.file)
    let repository = try JSONFileRepository(
      at: folder.file,
      options: StoreOptions(access: .readOnly)
    )
    let error = await #expect(throws: StorageError.self) { try await repository.add("No") }
    #expect(error?.code == .readOnly)
  }

  @Test func `a closed store says so`() async throws {
    let repository = try JSONFileRepository(at: folder.file)
    await repository.close()
    let error = await #expect(throws: StorageError.self) { try await repository.items() }
    #expect(error?.code == .closed)
  }
}
