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
      let page = try session.connection.withinBudget { () throws(StorageError) in
        try session.page(query)
      }
      #expect(page?.items.count == 200)
    }
  }

  @Test func `so do the pages of an answer that was sorted once`() throws {
    let session = try SQLiteSession.openInMemory(environment: .live)
    try session.write { transaction throws(StorageError) in
      for number in 0..<6_000 { _ = try transaction.add(ItemDraft(title: "Item \(number)")) }
    }
    var query = ItemQuery(sort: [.ascending(.title)], limit: 100)
    // The second page sorts the rest, which is not short.
    for _ in 0..<2 { query.after = try session.page(query).next }
    var count = 200
    while query.after != nil {
      let page = try session.connection.withinBudget { () throws(StorageError) in
        try session.page(query)
      }
      count += page?.items.count ?? 0
      query.after = page?.next
    }
    #expect(count == 6_000)
  }

  @Test func `a page that is long itself is given up`() throws {
    let session = try SQLiteSession.openInMemory(environment: .live)
    try session.write { transaction throws(StorageError) in
      for number in 0..<4_000 { _ = try transaction.add(ItemDraft(title: "Item \(number)")) }
    }
    let page = try session.connection.withinBudget { () throws(StorageError) in
      try session.page(ItemQuery(sort: [.ascending(.number)]))
    }
    #expect(page == nil)
  }
}
