import Foundation
import StorageTesting
import Testing

@testable import Storage

private struct Page: ItemRecord, Equatable {
  static let kind = "page"
  var title: String
  var url: URL?
  var tags: Set<String> = []
  var visits = 0
}

@Suite struct `Records saved by a key of their own` {
  private static func url(_ number: Int) -> URL? { URL(string: "https://example.org/\(number)") }

  private func withPages(
    _ backend: RepositoryContract.Backend,
    _ body: @escaping @Sendable (ItemRecords<Page>) async throws -> Void
  ) async throws {
    let check = ContractCheck("records") { try await body($0.records(of: Page.self)) }
    try await check.run(on: backend)
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `known ones are saved over, others added`(
    backend: RepositoryContract.Backend
  ) async throws {
    try await withPages(backend) { pages in
      let first = try await pages.add(Page(title: "a", url: Self.url(1), tags: ["x"], visits: 3))
      var item = first.item
      item.attributes["colour"] = "red"
      _ = try await pages.repository.update(item)
      let saved = try await pages.upsert(
        [Page(title: "A", url: Self.url(1)), Page(title: "b", url: Self.url(2))],
        by: \.url
      )
      #expect(saved.map(\.title) == ["A", "b"] && saved.map(\.item.number) == [1, 2])
      #expect(saved[0].tags == [] && saved[0].visits == 0)
      #expect(saved[0].item.attributes["colour"] == "red")
      #expect(try await pages.count() == 2)
      let merged = try await pages.upsert(
        [Page(title: "AA", url: Self.url(1), tags: ["y"])],
        by: \.url
      ) { stored, given in
        stored.title += given.title
        stored.tags.formUnion(given.tags)
      }
      #expect(merged.map(\.title) == ["AAA"] && merged[0].tags == ["y"])
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `one key twice is one record, and no key is another each time`(
    backend: RepositoryContract.Backend
  ) async throws {
    try await withPages(backend) { pages in
      let older = try await pages.add(contentsOf: [
        Page(title: "first", url: Self.url(1)), Page(title: "second", url: Self.url(1)),
      ])
      let saved = try await pages.upsert(
        [
          Page(title: "a", url: Self.url(1)), Page(title: "n"), Page(title: "n"),
          Page(title: "b", url: Self.url(1)),
        ],
        by: \.url
      )
      #expect(saved[0].id == older[0].id && saved[3].id == older[0].id)
      #expect(try await pages.record(older[0].id)?.title == "b")
      #expect(try await pages.record(older[1].id)?.title == "second")
      #expect(try await pages.count(\.url == nil) == 2)
      #expect(try await pages.upsert([], by: \.url).isEmpty)
      let byTitle = try await pages.upsert([Page(title: "second", visits: 7)], by: \.title)
      #expect(byTitle.map(\.id) == [older[1].id] && byTitle.map(\.url) == [nil])
    }
  }

  @Test func `many are saved in one step of undo, and looked up in chunks`() async throws {
    let store = try SQLiteRepository.inMemory()
    let pages = store.records(of: Page.self)
    try await pages.add(contentsOf: (0..<700).map { Page(title: "old", url: Self.url($0)) })
    let given = (0..<1_400).map { Page(title: "new \($0)", url: Self.url($0 % 1_300)) }
    let saved = try await pages.upsert(given, by: \.url)
    #expect(saved.count == 1_400)
    #expect(try await pages.count() == 1_300)
    #expect(try await pages.count(\.title == "old") == 0)
    #expect(try await pages.first(\.url == Self.url(5))?.title == "new 1305")
    try await store.undo()
    #expect(try await pages.count(\.title == "old") == 700)
    #expect(try await pages.count() == 700)
  }
}
