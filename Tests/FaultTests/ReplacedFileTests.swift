// A store whose file is moved, removed or replaced while it is open.

import Foundation
import Storage
import TemporaryFolders
import Testing

@Suite struct ReplacedFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What somebody does to the files of a database that is in use.
  enum Mishap: String, CaseIterable, Sendable {
    case removed, moved, replaced
    case logRemoved, logReplaced

    func happen(to path: String, spare: String) throws {
      let files = FileManager.default
      switch self {
      case .removed: try files.removeItem(atPath: path)
      case .moved: try files.moveItem(atPath: path, toPath: path + ".moved")
      case .replaced:
        try files.removeItem(atPath: path)
        try files.copyItem(atPath: spare, toPath: path)
      case .logRemoved: try files.removeItem(atPath: path + "-wal")
      case .logReplaced:
        // Beside the old one, lest the system gives the new one its number.
        try files.moveItem(atPath: path + "-wal", toPath: path + "-old")
        try files.copyItem(atPath: path + "-old", toPath: path + "-wal")
      }
    }
  }

  @Test(arguments: Mishap.allCases)
  func `a database that is no longer at its path takes nothing more`(_ mishap: Mishap) async throws
  {
    let path = folder.file("items.sqlite")
    let store = try SQLiteRepository(at: path)
    try await store.add("before")
    try await store.backup(to: folder.file("spare"))
    try mishap.happen(to: path, spare: folder.file("spare"))
    for _ in 1...2 {
      let error = try #require(
        await thrownError { () throws(StorageError) in try await store.add("x") }
      )
      #expect(error.code == .replaced && error.message.contains(path))
      #expect(error.message.contains("Open the store again."))
    }
    if !mishap.rawValue.hasPrefix("log") {
      let error = await thrownError { () throws(StorageError) in _ = try await store.items() }
      #expect(error?.code == .replaced)
    }
    await store.close()
    guard mishap == .replaced else { return }
    let again = try SQLiteRepository(at: path)
    #expect(try await again.check() == [])
    #expect(try await again.items().map(\.title) == ["before"])
    try await again.add("after")
    await again.close()
  }

  #if os(Linux)
  @Test(arguments: [Mishap.removed, .moved, .replaced])
  func `who follows a database is told that it went away`(_ mishap: Mishap) async throws {
    let path = folder.file("items.sqlite")
    let store = try SQLiteRepository(at: path)
    try await store.add("before")
    try await store.backup(to: folder.file("spare"))
    var notices = store.changes().makeAsyncIterator()
    _ = await notices.next()
    try mishap.happen(to: path, spare: folder.file("spare"))
    #expect(await notices.next() == .everything)
    #expect(await thrownError { () throws(StorageError) in _ = try await store.items() } != nil)
    await store.close()
  }
  #endif

  @Test func `a JSON file that is removed is missed, and taken up again when it is back`()
    async throws
  {
    let path = folder.file("items.json")
    let store = try JSONFileRepository(at: path)
    try await store.add("before")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    for _ in 1...2 {
      let error = try #require(
        await thrownError { () throws(StorageError) in try await store.add("x") }
      )
      #expect(error.code == .cannotOpen && error.message.contains(path))
    }
    #expect(await thrownError { () throws(StorageError) in _ = try await store.items() } != nil)
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    try await store.add("after")
    #expect(try await store.items().map(\.title) == ["before", "after"])
    await store.close()
  }

  @Test(arguments: ["items.sqlite", "items.json"])
  func `an older copy in the place of a closed store is a store`(_ name: String) async throws {
    let path = folder.file(name)
    let store = try StoreLocation(path).open()
    try await store.add("old")
    try await store.backup(to: folder.file("copy"))
    try await store.add("new")
    await store.close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder.file("copy"), toPath: path)
    let older = try StoreLocation(path).open()
    #expect(try await older.check() == [])
    #expect(try await older.items().map(\.title) == ["old"])
    #expect(try await older.add("again").number == 2)
    await older.close()
  }
}
