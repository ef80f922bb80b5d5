import Foundation
import Registry
import RegistryTesting
import Storage
import Testing

// The blocks of the article "Testing with fixtures".

struct Harbour: Sendable {
  let items: any ItemRepository

  func urgent() async throws(StorageError) -> [String] {
    try await items.items(ItemQuery(.and([.status([.open]), .priority(.atLeast, .high)])))
      .map(\.title)
  }
}

struct Pier {
  @Injected(\.itemRepository) private var items

  func moor(_ name: String) async throws(StorageError) -> Int {
    try await items.add(ItemDraft(title: name, list: "pier")).number
  }
}

@Test(.container) func `the first boat has number one`() async throws {
  #expect(try await Pier().moor("Nautilus") == 1)
}

@Test(.container { $0.storeFixture.register(.full) })
func `every list has a name`() async throws {
  let items = try await Container.shared.itemRepository().items()
  #expect(items.allSatisfy { !$0.list.isEmpty })
}

private struct Boat: ItemRecord {
  static let kind = "boat"
  var title: String
  var metres: Double
}

@Suite struct TestingWithFixturesArticleTests {
  @Test func `a fixture of one's own`() async throws {
    let boats = try Fixture("boats", records: [Boat(title: "Nautilus", metres: 70)])
    let harbour = try SQLiteRepository.inMemory(boats)
    #expect(try await harbour.records(of: Boat.self).count(\.metres > 50) == 1)
  }

  @Test func `urgent is what is open and of high priority`() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.add(ItemDraft(title: "Caulk the hull", priority: .high))
    try await store.add("Coil the ropes")
    #expect(try await Harbour(items: store).urgent() == ["Caulk the hull"])
  }

  @Test func `fixtures are alike at each use`() async throws {
    let full = try SQLiteRepository.inMemory(.full)
    let many = try SQLiteRepository.inMemory(.large(count: 2_000, seed: 7))
    #expect(try await full.items() == SQLiteRepository.inMemory(.full).items())
    #expect(try await full.history() == [])
    #expect(try await many.count(.all) == 2_000)
  }

  @Test func `a backend is filled from the drafts`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.json")
    let store = try JSONFileRepository(at: path)
    try await store.write { transaction in
      for draft in Fixture.full.drafts { try transaction.add(draft) }
    }
    #expect(try await store.count(.all) == Fixture.full.drafts.underestimatedCount)
    await store.close()
  }

  @Test func `a clock stands still`() async throws {
    let noon = Date(timeIntervalSince1970: 1_800_000_000)
    let environment = StoreEnvironment(now: { noon }, random: StoreEnvironment.live.random)
    let store = try SQLiteRepository.inMemory(environment: environment)
    #expect(try await store.add("Lunch").createdAt == noon)
    #expect(try await store.add("Supper").createdAt == noon)
  }

  @Test func `a store fails`() async throws {
    let full = StorageError(.full, "The disk is full. Free some space and try again.")
    let broken = DisconnectedRepository(failing: full)
    await #expect(throws: StorageError.self) { try await Harbour(items: broken).urgent() }
  }
}
