import Testing

@testable import Storage

@Suite struct LongWalkTests {
  @Test func `a short page stays short, however many came before it`() throws {
    let session = try SQLiteSession.openInMemory(environment: .live)
    try session.write { transaction throws(StorageError) in
      for number in 0..<200 { _ = try transaction.add(ItemDraft(title: "Item \(number)")) }
    }
    let query = ItemQuery(sort: [.ascending(.number)])
    for _ in 0..<40 {
      let page = try session.connection.shortly { () throws(StorageError) in
        try session.page(query)
      }
      #expect(page?.items.count == 200)
    }
  }

  @Test func `a page that is long itself is given up`() throws {
    let session = try SQLiteSession.openInMemory(environment: .live)
    try session.write { transaction throws(StorageError) in
      for number in 0..<4_000 { _ = try transaction.add(ItemDraft(title: "Item \(number)")) }
    }
    let page = try session.connection.shortly { () throws(StorageError) in
      try session.page(ItemQuery(sort: [.ascending(.number)]))
    }
    #expect(page == nil)
  }
}
