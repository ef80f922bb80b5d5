import Testing

@testable import Storage

@Suite struct `Query plans` {
  private func plan(_ query: ItemQuery) throws -> String {
    let connection = try Connection(.memory)
    try Migrator().migrate(connection)
    try AttributeFunction.register(on: connection)
    let compiled = try CompiledQuery(query)
    let statement = try connection.prepare("EXPLAIN QUERY PLAN " + compiled.statement.sql)
    statement.bind(compiled.statement.values)
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(3)) }
    return lines.joined(separator: "\n")
  }

  @Test func `the default list comes in an index's order`() throws {
    let plan = try plan(ItemQuery(.status([.open]), limit: 20))
    #expect(plan.contains("USING INDEX items_by_due"))
    #expect(!plan.contains("TEMP B-TREE"))
  }

  @Test func `the next page of the default list starts within the index`() throws {
    let cursor = ItemCursor(
      sort: ItemQuery.defaultSort,
      values: [.integer(0), .integer(0), .integer(7)]
    )
    let plan = try plan(ItemQuery(.status([.open]), limit: 20, after: cursor))
    #expect(plan.contains("USING INDEX items_by_due (<expr>>?)"))
    #expect(!plan.contains("TEMP B-TREE"))
  }

  @Test func `the latest edits come in an index's order`() throws {
    let plan = try plan(
      ItemQuery(sort: [.descending(.updated), .descending(.number)], limit: 20)
    )
    #expect(plan.contains("USING INDEX items_by_update"))
    #expect(!plan.contains("TEMP B-TREE"))
  }

  @Test func `a tag is looked up`() throws {
    let plan = try plan(ItemQuery(.tags(.all, ["shop"])))
    #expect(plan.contains("SEARCH item_tags USING PRIMARY KEY (tag=?)"))
  }
}
