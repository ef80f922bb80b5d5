import Bookmarks
import Foundation
import ItemContainer
import Registry
import RegistryTesting
import Storage
import Sync
import Testing

@Suite(.container) struct `A shelf of bookmarks` {
  private let swift: URL
  private let sqlite: URL

  init() throws {
    swift = try #require(URL(string: "https://swift.org/?a=b#c"))
    sqlite = try #require(URL(string: "https://sqlite.org"))
  }

  @Test func `keeps a page once, with the tags of each time`() async throws {
    let shelf = Container.shared.bookmarkShelf()
    let first = try await shelf.keep([Bookmark(title: "Swift", url: swift, tags: ["language"])])
    let again = try await shelf.keep([
      Bookmark(title: "Swift.org", url: swift, tags: ["apple"]),
      Bookmark(title: "SQLite", url: sqlite),
    ])
    #expect(again.first?.id == first.first?.id && again.first?.tags == ["language", "apple"])
    #expect(try await shelf.find("swi").map(\.title) == ["Swift.org"])
  }

  @Test func `counts visits, and finds the favourites by them`() async throws {
    let shelf = Container.shared.bookmarkShelf()
    try await shelf.keep([
      Bookmark(title: "Swift", url: swift),
      Bookmark(title: "SQLite", url: sqlite),
    ])
    for url in [sqlite, swift, sqlite] { try await shelf.visit(url) }
    #expect(try await shelf.favourites().map(\.title) == ["SQLite", "Swift"])
    #expect(try await shelf.favourites().map(\.visits) == [2, 1])
    #expect(try await shelf.visit(URL(filePath: "/unknown")) == nil)
  }

  @Test func `says what is to be read today`() async throws {
    let shelf = Container.shared.bookmarkShelf()
    let today = LocalZone.current.day(of: Date())
    try await shelf.keep([
      Bookmark(title: "Tomorrow", url: swift, due: .day(today.adding(days: 1))),
      Bookmark(title: "Today", url: sqlite, due: .day(today)),
      Bookmark(title: "Yesterday", url: URL(filePath: "/y"), due: .day(today.adding(days: -1))),
    ])
    #expect(try await shelf.toRead().map(\.title) == ["Yesterday", "Today"])
  }

  @Test(arguments: ["bookmarks.sqlite", "bookmarks.json", "memory:"])
  func `works alike on every backend`(_ name: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "shelf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = name == "memory:" ? name : folder.appending(path: name).path
    let store = try StoreLocation(path).open(options: .bookmarks)
    Container.shared.itemRepository.register(store)
    let shelf = Container.shared.bookmarkShelf()
    try await shelf.keep([
      Bookmark(title: "Swift", url: swift),
      Bookmark(title: "SQLite", url: sqlite),
    ])
    #expect(try await shelf.visit(swift)?.visits == 1)
    #expect(try await shelf.favourites().map(\.url) == [swift])
    #expect(try await shelf.find("SQL").map(\.title) == ["SQLite"])
    await store.close()
  }

  @Test func `is the same on two devices that sync`() async throws {
    let hub = InProcessNetworkService(.inMemory())
    let devices = [Container(), Container()]
    for device in devices { device.networkService.register(hub) }
    let shelves = devices.map { $0.bookmarkShelf() }
    try await shelves[0].keep([Bookmark(title: "Swift", url: swift, tags: ["language"])])
    #expect(try await shelves[0].sync().pushed == 1)
    #expect(try await shelves[1].sync().pulled == 1)
    // Apart, one counts a visit and the other one adds a tag.
    try await shelves[0].visit(swift)
    try await shelves[1].keep([Bookmark(title: "Swift", url: swift, tags: ["apple"])])
    for shelf in [shelves[0], shelves[1], shelves[0]] { _ = try await shelf.sync() }
    for shelf in shelves {
      let page = try #require(try await shelf.find("swift").first)
      #expect(page.visits == 1 && page.tags == ["language", "apple"])
    }
  }
}
