import Files
import Foundation
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `Restoring a backup` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func titles(_ path: String) async throws -> [String] {
    let store = try StoreLocation(path).open()
    let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
    await store.close()
    return items.map(\.title)
  }

  @Test(arguments: ["sqlite", "json"])
  func `the store is as it was, and what came later is kept beside it`(
    _ kind: String
  ) async throws {
    let path = folder.file("store.\(kind)")
    let copy = folder.file("copy.\(kind)")
    let store = try StoreLocation(path).open()
    try await store.add("One")
    try await store.backup(to: copy)
    try await store.add("Two")
    await store.close()
    let before = try folder.read("copy.\(kind)")
    #expect(try await StoreLocation(path).restore(from: copy) == path + ".replaced")
    #expect(try folder.read("copy.\(kind)") == before)
    #expect(try await titles(path) == ["One"])
    let kept = folder.file("kept.\(kind)")
    try FileManager.default.moveItem(atPath: path + ".replaced", toPath: kept)
    #expect(try await titles(kept) == ["One", "Two"])
    #expect(try await StoreLocation(path).restore(from: kept) == path + ".replaced")
    #expect(try await StoreLocation(path).restore(from: kept) == path + ".replaced-2")
    #expect(try await titles(path) == ["One", "Two"])
  }

  @Test(arguments: ["sqlite", "json"])
  func `who has the store open sees it, and no number or stamp comes twice`(
    _ kind: String
  ) async throws {
    let path = folder.file("store.\(kind)")
    let store = try StoreLocation(path).open()
    try await store.add("One")
    try await store.backup(to: folder.file("copy.\(kind)"))
    let two = try await store.add("Two")
    let clock = try await store.readReplica { transaction throws(StorageError) in transaction.clock
    }
    var counts = store.observeCount().makeAsyncIterator()
    #expect(try await counts.next() == 2)
    try await StoreLocation(path).restore(from: folder.file("copy.\(kind)"))
    #expect(try await counts.next() == 1)
    #expect(try await store.add("Three").number == two.number + 1)
    let later = try await store.readReplica { transaction throws(StorageError) in transaction.clock
    }
    #expect(later > clock)
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test(arguments: ["sqlite", "json"])
  func `a store that is not there is made`(_ kind: String) async throws {
    let store = try StoreLocation(folder.file("store.\(kind)")).open()
    try await store.add("One")
    try await store.backup(to: folder.file("copy.\(kind)"))
    let new = folder.file("new.\(kind)")
    #expect(try await StoreLocation(new).restore(from: folder.file("copy.\(kind)")) == nil)
    #expect(try await titles(new) == ["One"])
  }

  /// What is no backup, made in a folder that has a store.
  enum Unfit: CaseIterable {
    case text, empty, otherProgram, laterVersion, damaged, missing, folder
  }

  private func make(_ unfit: Unfit) async throws -> String {
    let path = folder.file("unfit.sqlite")
    switch unfit {
    case .missing: break
    case .folder: try folder.makeFolder("unfit.sqlite")
    case .text: _ = try folder.write("no database at all, but a text".utf8, to: "unfit.sqlite")
    case .empty: _ = try folder.write([], to: "unfit.sqlite")
    case .otherProgram: try Connection(.file(path)).execute("CREATE TABLE songs (title TEXT)")
    case .laterVersion, .damaged:
      let store = try SQLiteRepository(at: path)
      try await store.write { transaction throws(StorageError) in
        for draft in Fixture.large(count: 500, seed: 3).drafts { try transaction.add(draft) }
      }
      await store.close()
      if unfit == .laterVersion {
        try Connection(.file(path)).execute("PRAGMA user_version = 99")
      } else {
        var bytes = try folder.read("unfit.sqlite")
        for index in (bytes.count / 2)..<(bytes.count - 8_192) { bytes[index] = 0xa5 }
        _ = try folder.write(bytes, to: "unfit.sqlite")
      }
    }
    return path
  }

  @Test(arguments: Unfit.allCases)
  func `what is no sound backup is refused, and the store stays as it was`(
    _ unfit: Unfit
  ) async throws {
    let path = folder.file("store.sqlite")
    let store = try SQLiteRepository(at: path)
    try await store.add("One")
    await store.close()
    let unfitPath = try await make(unfit)
    let before = try folder.read("store.sqlite")
    let error = try await #require(throws: StorageError.self) {
      try await StoreLocation(path).restore(from: unfitPath)
    }
    let codes: [Unfit: StorageError.Code] = [
      .text: .notAStore, .empty: .notAStore, .otherProgram: .notAStore,
      .laterVersion: .laterVersion, .damaged: .damaged, .missing: .cannotOpen, .folder: .cannotOpen,
    ]
    #expect(error.code == codes[unfit], "\(error)")
    #expect(try folder.read("store.sqlite") == before)
    #expect(FilePath(path + ".replaced").kind == .nothing)
  }

  @Test(arguments: [false, true])
  func `a damaged store is kept aside as far as it can be read`(isTruncated: Bool) async throws {
    let path = folder.file("store.sqlite")
    let store = try SQLiteRepository(at: path)
    try await store.write { transaction throws(StorageError) in
      for draft in Fixture.large(count: 500, seed: 3).drafts { try transaction.add(draft) }
    }
    try await store.backup(to: folder.file("copy.sqlite"))
    await store.close()
    var damaged = try folder.read("store.sqlite")
    if isTruncated {
      damaged.removeLast(damaged.count - 10_000)
    } else {
      for index in 100..<4_096 { damaged[index] = 0xa5 }
    }
    _ = try folder.write(damaged, to: "store.sqlite")
    #expect(
      try await StoreLocation(path).restore(from: folder.file("copy.sqlite")) == path + ".replaced"
    )
    // Of a file that ends too early, the pages that are there are copied.
    let kept = try folder.read("store.sqlite.replaced")
    #expect(isTruncated ? kept.count >= 8_192 : kept == damaged)
    let restored = try SQLiteRepository(at: path)
    #expect(try await restored.count(.all) == 500)
    #expect(try await restored.check() == [])
    await restored.close()
  }

  @Test func `another program's file in the store's place is left alone`() async throws {
    let copy = folder.file("copy.sqlite")
    try await SQLiteRepository.inMemory(.full).backup(to: copy)
    let path = folder.file("other.sqlite")
    try Connection(.file(path)).execute("CREATE TABLE songs (title TEXT)")
    let text = try folder.write("a text that is no database".utf8, to: "notes.txt")
    for path in [path, text] {
      let error = try await #require(throws: StorageError.self) {
        try await StoreLocation(path).restore(from: copy)
      }
      #expect(error.code == .notAStore)
      #expect(FilePath(path + ".replaced").kind == .nothing)
    }
  }

  @Test func `a JSON file that was spoiled by hand is restored, a database is not`() async throws {
    let path = folder.file("store.json")
    let store = try JSONFileRepository(at: path)
    try await store.add("One")
    try await store.backup(to: folder.file("copy.json"))
    await store.close()
    _ = try folder.write("{".utf8, to: "store.json")
    try await StoreLocation(path).restore(from: folder.file("copy.json"))
    #expect(try await titles(path) == ["One"])
    #expect(try folder.read("store.json.replaced") == Array("{".utf8))
    let database = folder.file("database.sqlite")
    try await SQLiteRepository.inMemory(.full).backup(to: database)
    let error = try await #require(throws: StorageError.self) {
      try await StoreLocation(path).restore(from: database)
    }
    #expect(error.code == .notAStore)
    #expect(try await titles(path) == ["One"])
  }

  @Test func `a store in memory cannot be restored`() async throws {
    let error = try await #require(throws: StorageError.self) {
      try await StoreLocation.memory.restore(from: folder.file("copy.sqlite"))
    }
    #expect(error.code == .misuse)
  }
}
