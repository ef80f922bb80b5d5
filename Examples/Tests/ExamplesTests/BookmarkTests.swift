import Bookmarks
import Foundation
import LogStore
import Storage
import Testing

@Suite struct `The bookmarks tool` {
  private static let names = ["bookmarks.sqlite", "bookmarks.json", "bookmarks.log", "memory:"]

  private func withStore(_ name: String, _ body: (any ItemRepository) async throws -> Void)
    async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bookmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = name == "memory:" ? name : folder.appending(path: name).path
    let store: any ItemRepository =
      name.hasSuffix(".log")
      ? try LogRepository(at: path)
      : try StoreLocation(path).open(options: BookmarkShelf.options)
    try await body(store)
    await store.close()
  }

  @Test(arguments: names)
  func `it works alike on every backend`(name: String) async throws {
    let swift = try #require(URL(string: "https://swift.org/?a=b#c"))
    let other = try #require(URL(string: "https://sqlite.org"))
    try await withStore(name) { store in
      try await store.add("Swift, which is no bookmark")
      let shelf = BookmarkShelf(store)
      let kept = try await shelf.keep(Bookmark(title: "Swift", url: swift, tags: ["language"]))
      try await shelf.keep(Bookmark(title: "SQLite", url: other))
      let again = try await shelf.keep(Bookmark(title: "Swift.org", url: swift, tags: ["apple"]))
      #expect(again.id == kept.id && again.tags == ["language", "apple"])
      #expect(try await shelf.visit(swift)?.visits == 1)
      #expect(try await shelf.visit(swift)?.visits == 2)
      #expect(try await shelf.find("swi").map(\.url) == [swift])
      #expect(try await shelf.find("APPLE").map(\.title) == ["Swift.org"])
      #expect(try await store.item(kept.id)?.attribute(URL.self, "url") == swift)
    }
  }
}
