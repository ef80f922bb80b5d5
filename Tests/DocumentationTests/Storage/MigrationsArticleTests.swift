import Foundation
import Storage
import Testing

// The blocks of the article "Migrations".

func open(_ path: String) throws(StorageError) -> SQLiteRepository? {
  do throws(StorageError) {
    return try SQLiteRepository(at: path)
  } catch {
    guard error.code == .laterVersion else { throw error }
    print("This store is newer than this program. \(error.message)")
    return nil
  }
}

@Suite struct MigrationsArticleTests {
  @Test func `a store of this version opens`() async throws {
    let folder = try ArticleFolder()
    let store = try #require(try open(folder.file("items.sqlite")))
    await store.close()
  }

  @Test func `another program's file is refused and left as it is`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("letter.txt")
    let text = String(repeating: "Dear reader, ", count: 100)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: StorageError.self) { try open(path) }
    #expect(error?.code == .notAStore)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `a backup of an earlier version is migrated while it is restored`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    let old = folder.file("old.sqlite")
    let stored = Article.root.appending(path: "Tests/StoredStores/schema-1.sqlite")
    let bytes = try Data(contentsOf: stored)
    try bytes.write(to: URL(filePath: old))
    let location = StoreLocation(path)
    #expect(try await location.restore(from: old) == nil)
    #expect(try Data(contentsOf: URL(filePath: old)) == bytes)
    let store = try location.open(options: StoreOptions(access: .readOnly))
    let latest = try await SQLiteRepository.inMemory().stats().schemaVersion
    #expect(try await store.stats().schemaVersion == latest)
    await store.close()
    let error = #expect(throws: StorageError.self) {
      try SQLiteRepository(at: old, options: StoreOptions(access: .readOnly))
    }
    #expect(error?.code == .readOnly)
  }
}
