import Storage
import Testing

// The blocks of the article "Durability".

@Suite struct DurabilityArticleTests {
  @Test func `a store is opened for many small writes`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    let options = StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    let store = try SQLiteRepository(at: path, options: options)
    try await store.add("One")
    await store.close()
  }

  @Test func `a store is opened for reading`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    await (try SQLiteRepository(at: path)).close()
    let store = try SQLiteRepository(at: path, options: StoreOptions(access: .readOnly))
    let error = await #expect(throws: StorageError.self) { try await store.add("One") }
    #expect(error?.code == .readOnly)
    #expect(try await store.count(.all) == 0)
    await store.close()
  }

  @Test func `a store is looked over`() async throws {
    let store = try SQLiteRepository.inMemory(.full)
    let findings = try await store.check()
    for finding in findings { print(finding.subject, finding.message) }
    let stats = try await store.stats()
    print(stats.itemCount, stats.fileBytes ?? 0)
    #expect(findings == [] && stats.itemCount == Fixture.full.drafts.underestimatedCount)
  }

  @Test(arguments: ["items.sqlite", "items.json"])
  func `a store is backed up and restored`(_ name: String) async throws {
    let folder = try ArticleFolder()
    let (path, copy) = (folder.file(name), folder.file("copy"))
    let store = try StoreLocation(path).open()
    try await store.add("One")
    try await store.backup(to: copy)
    let error = await #expect(throws: StorageError.self) { try await store.backup(to: copy) }
    #expect(error?.code == .fileExists)
    try await store.add("Two")
    let kept = try await StoreLocation(path).restore(from: copy)
    #expect(kept == "\(path).replaced")
    #expect(try await store.items().map(\.title) == ["One"])
    #expect(try await store.add("Three").number == 3)
    await store.close()
    #expect(try await StoreLocation(path).restore(from: copy) == "\(path).replaced-2")
  }
}
