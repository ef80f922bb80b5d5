// Damaged rows of a hub, and rows that never came: told by name, and the rest flows.

import Storage
import Sync
import TemporaryFolders
import Testing

@Suite struct HubDamageTests {
  /// A hub file with six items, and the store from which they came.
  private struct World {
    let folder: TemporaryFolder
    let first: SQLiteRepository
    let second: SQLiteRepository
    let items: [Item]

    var path: String { folder.file("hub.sqlite") }

    init() async throws {
      folder = try TemporaryFolder()
      first = try SQLiteRepository.inMemory()
      second = try SQLiteRepository.inMemory()
      var items: [Item] = []
      for number in 1...6 { items.append(try await first.add("Item \(number)")) }
      self.items = items
      _ = try await sync(first)
    }

    func sync(
      _ store: SQLiteRepository,
      verifies: Bool = false,
      leavingOut omitted: ItemID? = nil
    ) async throws -> SyncSummary {
      let remote = try Remote("file:\(path)#notes")
      let service = OmittingNetworkService(try remote.makeNetworkService(), omitted)
      let engine = SyncEngine(store: store, remote: remote, networkService: service)
      return try await engine.sync(verifies: verifies)
    }

    func damage(_ sql: String) throws {
      try Connection(.file(path), access: .readWrite).execute(sql)
    }

    func edit(_ number: Int) async throws {
      var item = try #require(try await first.item(items[number - 1].id))
      item.title += ", edited"
      _ = try await first.update(item)
    }

    func titles(_ store: SQLiteRepository) async throws -> [String] {
      try await store.items(ItemQuery(sort: [.ascending(.title)])).map(\.title)
    }
  }

  static let damages = [
    #"doc = '{"f":'"#, "doc = ''", "doc = '7'", "doc = '[]'", #"doc = '{"f":7,"t":""}'"#,
    #"doc = replace(replace(doc, '"u":"', '"u":"x'), '"t":"', '"t":"x')"#,
    #"doc = replace(doc, '"title"', '"tag:"')"#,
    "item_id = x'00'",
  ]

  @Test(arguments: damages)
  func `a row that cannot be read is told by name, and all others come`(_ damage: String)
    async throws
  {
    let world = try await World()
    try world.damage("UPDATE items SET \(damage) WHERE seq = 3")
    let summary = try await world.sync(world.second)
    let name = damage.hasPrefix("item_id") ? nil : world.items[2].id
    #expect(summary.damaged == [DamagedRow(item: name, sequence: 3)])
    #expect(summary.pulled == 5)
    #expect(try await world.titles(world.second) == [1, 2, 4, 5, 6].map { "Item \($0)" })
    _ = try HubFile(world.path).repair()
    for store in [world.first, world.second, world.first] {
      #expect(try await world.sync(store).damaged.isEmpty)
    }
    #expect(try await world.titles(world.second) == (1...6).map { "Item \($0)" })
  }

  @Test func `a value of another type is no damage, as a later version may have written it`()
    async throws
  {
    let world = try await World()
    try world.damage(#"UPDATE items SET doc = replace(doc, '"Item 3"', '7')"#)
    let summary = try await world.sync(world.second)
    #expect(summary.pulled == 6)
    #expect(summary.damaged.isEmpty)
    #expect(try await world.second.items().count == 6)
  }

  @Test func `an edit of a damaged row waits until the hub is mended, and no other does`()
    async throws
  {
    let world = try await World()
    _ = try await world.sync(world.second)
    try world.damage("UPDATE items SET doc = '{' WHERE seq = 3")
    try await world.edit(3)
    try await world.edit(4)
    #expect(try await world.sync(world.first).conflicts == 1)
    #expect(try await world.first.syncStatus().conflicts.map(\.reason) == ["damaged"])
    _ = try await world.sync(world.second)
    #expect(try await world.titles(world.second)[3] == "Item 4, edited")
    _ = try HubFile(world.path).repair()
    for store in [world.first, world.second, world.first] {
      _ = try await world.sync(store)
      #expect(try await store.syncStatus().conflicts.isEmpty)
    }
    #expect(try await world.titles(world.second)[2] == "Item 3, edited")
    // The row is gone, so nothing shows that the edit was made from what the other store has.
    let kept = try await world.first.syncStatus().keptTexts
    #expect(kept.map(\.kept.text) == ["Item 3"])
  }

  @Test func `a row with a number below one is told by each sync, until somebody edits the item`()
    async throws
  {
    let world = try await World()
    try world.damage("UPDATE items SET seq = -3 WHERE seq = 3")
    let stray = DamagedRow(item: world.items[2].id, sequence: -3)
    for _ in 1...2 { #expect(try await world.sync(world.second).damaged == [stray]) }
    #expect(try await world.second.items().count == 5)
    try await world.edit(3)
    _ = try await world.sync(world.first)
    #expect(try await world.sync(world.second).damaged.isEmpty)
    #expect(try await world.titles(world.second)[2] == "Item 3, edited")
    #expect(try HubFile(world.path).check().isEmpty)
  }

  @Test func `rows above the head come with the next push, which takes none of their numbers`()
    async throws
  {
    let world = try await World()
    try world.damage("UPDATE items SET seq = seq + 7 WHERE seq > 4")
    let summary = try await world.sync(world.second)
    #expect(summary.damaged.map(\.sequence) == [12, 13])
    #expect(summary.damaged.map(\.item) == [world.items[4].id, world.items[5].id])
    for number in 1...9 { _ = try await world.first.add("More \(number)") }
    _ = try await world.sync(world.first)
    #expect(try await world.sync(world.second, verifies: true).verification?.isEqual == true)
    #expect(try await world.second.items().count == 15)
    #expect(try HubFile(world.path).check().isEmpty)
  }

  @Test func `what a network left out comes with the sync after a comparison`() async throws {
    let world = try await World()
    let omitted = world.items[2].id
    let summary = try await world.sync(world.second, verifies: true, leavingOut: omitted)
    #expect(summary.verification?.differences == 1)
    #expect(try await world.second.item(omitted) == nil)
    // What is unsent meanwhile stays so.
    var edited = try #require(try await world.second.item(world.items[0].id))
    edited.title = "Item 1, edited"
    _ = try await world.second.update(edited)
    let next = try await world.sync(world.second, verifies: true)
    #expect(next.verification?.isEqual == true)
    #expect(next.resets == 0)
    #expect(try await world.second.item(omitted)?.title == "Item 3")
    let last = try await world.sync(world.second)
    #expect(last.pulled == 0 && last.requests == 1)
    _ = try await world.sync(world.first)
    #expect(try await world.titles(world.first) == world.titles(world.second))
  }

  @Test func `so does a deletion that was left out`() async throws {
    let world = try await World()
    let omitted = world.items[2].id
    _ = try await world.sync(world.second)
    try await world.first.delete(omitted)
    _ = try await world.sync(world.first)
    let summary = try await world.sync(world.second, verifies: true, leavingOut: omitted)
    #expect(summary.verification?.differences == 1)
    #expect(try await world.second.item(omitted) != nil)
    #expect(try await world.sync(world.second, verifies: true).verification?.isEqual == true)
    #expect(try await world.second.item(omitted) == nil)
  }
}

/// Leaves an item out of every page.
private struct OmittingNetworkService: NetworkService {
  private let base: any NetworkService
  private let omitted: ItemID?

  init(_ base: any NetworkService, _ omitted: ItemID?) {
    self.base = base
    self.omitted = omitted
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    var response = try await base.send(request)
    guard let omitted, request.path.hasSuffix("/changes"), response.status == 200,
      var page = try? ChangesPage(bytes: response.body)
    else { return response }
    page.rows.removeAll { $0.id == omitted }
    response.body = page.bytes
    return response
  }
}
