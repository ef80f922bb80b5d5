// Stores in JSON files that people edit by hand, and that sync.

import Storage
import Sync
import SyncSimulator
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct HandEditTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("items.json") }

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [false, true])
  func `an item that was taken out and is restored gets its content back from the hub`(
    isDeletionSynced: Bool
  ) async throws {
    let pair = try Pair.overMemory()
    let item = try await {
      let store = try JSONFileRepository(at: path, environment: pair.surroundings.store())
      let item = try await store.add(
        ItemDraft(title: "Milk", notes: "two", tags: ["shop"], attributes: ["n": 1])
      )
      _ = try await pair.engine(store).sync()
      await store.close()
      return item
    }()
    try HandEditTests.takeOut(item, of: path)
    // Another process, which never saw what the item held.
    let store = try JSONFileRepository(at: path, environment: pair.surroundings.store())
    #expect(try await store.item(item.id) == nil)
    if isDeletionSynced {
      _ = try await pair.engine(store).sync()
      _ = try await pair.engine(pair.second).sync()
      #expect(try await pair.second.item(item.id) == nil)
    }
    _ = try await store.restore(item.id)
    for store in [store, pair.second, store] as [any ReplicaStore] {
      _ = try await pair.engine(store).sync()
    }
    for store in [store, pair.second] as [any ItemRepository] {
      let back = try #require(try await store.item(item.id))
      #expect(back.title == "Milk" && back.notes == "two")
      #expect(back.tags == ["shop"] && back.attributes == ["n": 1] && back.keptTexts.isEmpty)
    }
    #expect(try await pair.engine(store).sync(verifies: true).verification?.isEqual == true)
    await store.close()
  }

  @Test func `an item that is taken out while it is on its way comes back from the hub`()
    async throws
  {
    let pair = try Pair.overMemory()
    let store = try JSONFileRepository(at: path, environment: pair.surroundings.store())
    let item = try await store.add(ItemDraft(title: "Milk", notes: "two"))
    let (path, environment) = (path, pair.surroundings.store())
    let service = InterruptedService(pair.service) {
      try HandEditTests.takeOut(item, of: path)
      // Another process, to which the item means nothing: no hub has acknowledged it.
      let other = try JSONFileRepository(at: path, environment: environment)
      _ = try await other.add("Bread")
      await other.close()
      #expect(try await store.item(item.id) == nil)
    }
    let summary = try await pair.engine(store, over: service).sync(verifies: true)
    #expect(summary.verification?.isEqual == true)
    #expect(try await store.item(item.id)?.notes == "two")
    await store.close()
  }

  private static func takeOut(_ item: Item, of path: String) throws {
    let url = URL(fileURLWithPath: path)
    var document = try #require(JSONParser.parse([UInt8](Data(contentsOf: url))).object)
    document["items"] = .array(
      (document["items"]?.array ?? []).filter { $0["id"]?.string != item.id.description }
    )
    try Data(JSONWriter.bytes(of: .object(document), style: .pretty)).write(to: url)
  }
}
