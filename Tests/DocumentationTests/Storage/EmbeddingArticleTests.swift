import Foundation
import Storage
import Testing

// The blocks of the article "Embedding".

struct Bookmark: ItemRecord {
  static let kind = "bookmark"
  var title: String
  var url: URL
  var tags: Set<String> = []
  var visits = 0
}

struct Contact: ItemRecord {
  static let kind = "contact"
  static let parts: [String: ItemPart] = ["name": .title, "groups": .tags]
  var name: String
  var groups: Set<String>
  var mail: String
}

@Suite struct EmbeddingArticleTests {
  @Test func `attributes are values of any type`() async throws {
    let store = try SQLiteRepository.inMemory()
    let shop = try #require(URL(string: "https://example.com/oil"))
    var item = try await store.add("Teak oil")
    try item.setAttribute("litres", to: 2.5)
    try item.setAttribute("shop", to: shop)
    item = try await store.update(item)

    let litres = try item.attribute(Double.self, "litres")
    let address = try item.attribute(URL.self, "shop")
    let tins = try await store.items(ItemQuery(.attribute("litres", is: 2.5)))
    #expect(litres == 2.5 && address == shop && tins == [item])
    try item.setAttribute("shop", to: nil as URL?)
    #expect(item.attributes["shop"] == nil)
    let oil = item
    let error = #expect(throws: StorageError.self) { try oil.attribute(Bool.self, "litres") }
    #expect(error?.code == .attributeMismatch)
  }

  @Test func `records are items of one kind`() async throws {
    let store = try SQLiteRepository.inMemory()
    let url = try #require(URL(string: "https://swift.org"))
    let bookmarks = store.records(of: Bookmark.self)
    var swift = try await bookmarks.add(Bookmark(title: "Swift", url: url, tags: ["language"]))
    swift.visits += 1
    swift = try await bookmarks.update(swift)
    let found = try await bookmarks.query(\.visits > 0 && .text("lang"))
    #expect(found.map(\.visits) == [1] && found.map(\.item.kind) == ["bookmark"])
    try await bookmarks.update(swift.id) { $0.visits += 1 }
    #expect(try await bookmarks.record(swift.id)?.visits == 2)
    try await bookmarks.write { records in
      for var stored in try records.query(.contains("language", in: \.tags)) {
        stored.tags.insert("reading")
        try records.update(stored)
      }
    }
    #expect(try await store.count(.tags(.all, ["reading"])) == 1)
    try await store.add("No bookmark")
    #expect(try await store.items(ItemQuery(.kind(Item.defaultKind))).count == 1)
    #expect(try await bookmarks.count() == 1)
  }

  @Test func `a type may have names of its own`() async throws {
    let store = try SQLiteRepository.inMemory()
    let contact = Contact(name: "Ann", groups: ["crew"], mail: "ann@example.com")
    let item = try await store.records(of: Contact.self).add(contact).item
    #expect(item.title == "Ann" && item.tags == ["crew"] && Set(item.attributes.keys) == ["mail"])
  }

  @Test func `attributes are indexed as declared`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    let indexes = [AttributeIndex("url", of: Bookmark.self), AttributeIndex("litres")]
    let options = StoreOptions(sqlite: SQLiteOptions(attributeIndexes: indexes))
    let store = try SQLiteRepository(at: path, options: options)
    try await store.add(ItemDraft(title: "Oil", attributes: ["litres": 2]))
    #expect(try await store.count(.attribute("litres", is: 2)) == 1)
    await store.close()
    let refused = StoreOptions(sqlite: SQLiteOptions(attributeIndexes: [AttributeIndex("a\"b")]))
    let error = #expect(throws: StorageError.self) {
      try SQLiteRepository(at: path, options: refused)
    }
    #expect(error?.code == .misuse)
  }
}
