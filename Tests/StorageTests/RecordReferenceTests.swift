import StorageTesting
import Testing

@testable import Storage

private struct Author: ItemRecord, Equatable {
  static let kind = "author"
  var title: String
}

private struct Book: ItemRecord, Equatable {
  static let kind = "book"
  var title: String
  var author: Reference<Author>
  var translator: Reference<Author>?
  var sequels: [Reference<Book>] = []
}

@Suite struct `Records that mention others` {
  @Test(arguments: RepositoryContract.Backend.all)
  func `are found by what they mention`(backend: RepositoryContract.Backend) async throws {
    let check = ContractCheck("records") { repository in
      let authors = repository.records(of: Author.self)
      let books = repository.records(of: Book.self)
      let le = try await authors.add(Author(title: "Le Guin"))
      let lem = try await authors.add(Author(title: "Lem"))
      let second = try await books.add(Book(title: "The Tombs", author: le.reference))
      let first = try await books.add(
        Book(title: "Earthsea", author: le.reference, sequels: [second.reference])
      )
      try await books.add(
        Book(title: "Solaris", author: lem.reference, translator: le.reference)
      )
      #expect(first.item.attributes["author"] == .string(le.id.description))
      let hers = try await books.referring(
        to: le.reference,
        by: \.author,
        sort: .ascending(\.title)
      )
      #expect(hers.map(\.title) == ["Earthsea", "The Tombs"])
      let translated = try await books.referring(to: le.reference, by: \.translator)
      #expect(translated.map(\.title) == ["Solaris"])
      #expect(
        try await books.query(\.author == lem.reference || \.translator == nil).count == 3
      )
      let before = try await books.query(.contains(second.reference, in: \.sequels))
      #expect(before.map(\.id) == [first.id])
      #expect(try await authors.record(first.author)?.title == "Le Guin")
      let all = try await authors.records(try await books.query().map(\.author))
      #expect(all.mapValues(\.title) == [le.id: "Le Guin", lem.id: "Lem"])
      try await repository.delete(lem.id)
      #expect(try await authors.record(lem.reference) == nil)
      #expect(try await authors.records([le.reference, lem.reference]).count == 1)
      let found = try await books.write { records in
        try records.transaction.records(of: Author.self).record(le.reference)
      }
      #expect(found?.title == "Le Guin")
    }
    try await check.run(on: backend)
  }

  @Test func `an index of the mention can be declared, and its key is found`() throws {
    #expect(try AttributeIndex(\Book.author) == AttributeIndex("author", of: Book.self))
    #expect(try AttributeIndex(\Book.translator) == AttributeIndex("translator", of: Book.self))
  }
}
