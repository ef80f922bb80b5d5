import Foundation
import Storage
import Testing

// The blocks of the article "Backends".

@Suite struct BackendsArticleTests {
  @Test func `a place decides on the backend`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.json")
    await (try JSONFileRepository(at: path)).close()
    let location = StoreLocation(path)
    let store = try location.open(options: StoreOptions(access: .readWrite))
    #expect(store is JSONFileRepository)
    await store.close()
    let missing = StoreLocation(folder.file("none/items.sqlite")).repository()
    let error = await #expect(throws: StorageError.self) { try await missing.count(.all) }
    #expect(error?.code == .cannotOpen)
  }

  @Test func `a store on disk is three files while it is open, and one when it is closed`()
    async throws
  {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    let options = StoreOptions(
      busyTimeout: .seconds(2),
      sqlite: SQLiteOptions(durability: .normal, readers: 2)
    )
    let store = try SQLiteRepository(at: path, options: options)
    try await store.add("One")
    #expect(try folder.names == ["items.sqlite", "items.sqlite-wal", "items.sqlite-shm"])
    await store.close()
    #expect(try folder.names == ["items.sqlite"])
  }

  @Test func `a store in memory opens with a fixture`() async throws {
    let store = try SQLiteRepository.inMemory(.full)
    #expect(try await store.count(.all) == Fixture.full.drafts.underestimatedCount)
  }

  @Test func `a JSON file begins as the article shows`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.json")
    let moment = Date(timeIntervalSince1970: 1_800_000_000)
    let environment = StoreEnvironment(now: { moment }, random: { 0x0123_4567_89ab_cdef })
    let store = try JSONFileRepository(at: path, environment: environment)
    let draft = ItemDraft(title: "Paint the hull", priority: .high, list: "boat", tags: ["spring"])
    var item = try await store.add(draft)
    item.attributes["litres"] = 2
    try await store.update(item)
    await store.close()
    let article = try Article.text("Sources/Storage/Storage.docc/Backends.md")
    let block = try #require(article.firstMatch(of: /```json\n(?s:(.*?))```/))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix(String(block.output.1)), "\(text)")
  }

  @Test func `a JSON file is edited by hand`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.json")
    try #"{"schema": 1, "items": [{"title": "Milk"}, {"title": "Bread", "number": 7}]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let store = try JSONFileRepository(at: path)
    #expect(try await store.item(number: 7)?.title == "Bread")
    #expect(try await store.item(number: 8)?.title == "Milk")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for key in ["schema", "nextNumber", "items", "sync"] { #expect(text.contains("\"\(key)\":")) }
    try text.replacing("Milk", with: "Oats").write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await store.item(number: 8)?.title == "Oats")
    try "{".write(toFile: path, atomically: true, encoding: .utf8)
    let error = await #expect(throws: StorageError.self) { try await store.items() }
    #expect(error?.code == .malformedFile)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await store.item(number: 8)?.title == "Milk")
    await store.close()
  }
}
