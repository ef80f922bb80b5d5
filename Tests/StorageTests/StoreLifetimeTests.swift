#if os(Linux)
import Storage
import TemporaryFolders
import Testing

/// The ways to close the files of a store.
@Suite struct `The files of a store` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `are closed with it, and when its last user releases it`(name: String) async throws {
    for closes in [true, false] {
      var store: (any ItemRepository)? = try StoreLocation(folder.file(name)).open()
      try await store?.add("Milk")
      #expect(try await store?.count(.all) ?? 0 > 0)
      if name.hasSuffix("sqlite") { #expect(try folder.openFileCount() > 0) }
      if closes { await store?.close() }
      store = nil
      #expect(try folder.openFileCount() == 0, "closed: \(closes)")
    }
  }
}
#endif
