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

  @Test(arguments: ["notes", "attribute", "unknown"])
  func `sync reads no more large items at once than fit in memory`(_ place: String) throws {
    let session = try SQLiteSession.openInMemory(environment: .live)
    let text = String(repeating: "x", count: 260_000)
    try session.write { transaction throws(StorageError) in
      for number in 0..<20 {
        var draft = ItemDraft(title: "Item \(number)")
        if place == "notes" { draft.notes = text }
        for part in 1...5 where place == "attribute" {
          draft.attributes["part \(part)"] = .string(String(text.prefix(52_000)))
        }
        let item = try transaction.add(draft)
        guard place == "unknown", var replica = try transaction.replica(item.id) else { continue }
        let stamp = replica.registers[0].stamp
        replica.registers.append(
          Register(Field(name: "zzz"), .string(text), stamp: stamp, isDirty: true)
        )
        try transaction.put(replica)
      }
      for page in [
        try transaction.unsynced(after: 0, limit: .max),
        try transaction.replicas(after: 8, limit: .max),
      ] {
        #expect(page.count == 5)
      }
    }
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
