import ItemContainer
import Registry
import RegistryTesting
import Storage
import TemporaryFolders
import Testing

@Suite(.container) struct `The container's repository` {
  @Test func `is empty in memory in tests`() async throws {
    let repository = Container.shared.itemRepository()
    #expect(try await repository.count(.all) == 0)
    try await repository.add("Only here")
    #expect(try await Container.shared.itemRepository().count(.all) == 1)
  }

  @Test func `starts anew in each test`() async throws {
    #expect(try await Container.shared.itemRepository().count(.all) == 0)
  }

  @Test func `holds all kinds of items in previews`() async throws {
    let count = try await FactoryContext.withContext(.preview) {
      try await Container.shared.itemRepository().count(.all)
    }
    #expect(count == Fixture.full.drafts.underestimatedCount)
  }

  @Test func `takes another fixture`() async throws {
    Container.shared.storeFixture.register { .large(count: 7, seed: 1) }
    #expect(try await Container.shared.itemRepository().count(.all) == 7)
  }

  @Test func `is the sync engine's store as well`() async throws {
    let item = try await Container.shared.itemRepository().add("One")
    let unsynced = try await Container.shared.replicaStore().readReplica {
      transaction throws(StorageError) in
      try transaction.unsynced(after: 0, limit: 10).map(\.item.id)
    }
    #expect(unsynced == [item.id])
  }

  @Test(arguments: ["items.sqlite", "items.json"])
  func `is on disk in a live program`(name: String) async throws {
    let folder = try TemporaryFolder()
    try await FactoryContext.withContext {
      Container.shared.storeLocation.register { StoreLocation(folder.file(name)) }
      try await Container.shared.itemRepository().add("Kept")
      Container.shared.manager.reset(options: .scope)
      #expect(try await Container.shared.itemRepository().items().map(\.title) == ["Kept"])
    }
    #expect(try folder.read(name).count > 100)
  }

  @Test func `says at each use why it could not be opened, and can be tried again`() async throws {
    let folder = try TemporaryFolder()
    try await FactoryContext.withContext {
      Container.shared.storeLocation.register { .sqlite(path: folder.file("missing/items.sqlite")) }
      let repository = Container.shared.itemRepository()
      for _ in 1...2 {
        let error = await #expect(throws: StorageError.self) { try await repository.count(.all) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains(folder.path) == true)
      }
      let disconnected = try #require(repository as? DisconnectedRepository)
      #expect(throws: StorageError.self) { try disconnected.reopen() }
      try folder.makeFolder("missing")
      try disconnected.reopen()
      #expect(try await repository.count(.all) == 0)
    }
  }
}
