import Testing

@testable import Storage

@Suite struct `Query plans` {
  private func plan(_ query: ItemQuery, only values: DueValues? = nil) throws -> String {
    let connection = try Connection(.memory)
    try Migrator().migrate(connection)
    try AttributeFunction.register(on: connection)
    try DayOrderFunction.register(on: connection)
    let compiled = try CompiledQuery(query, only: values)
    let statement = try connection.prepare("EXPLAIN QUERY PLAN " + compiled.statement.sql)
    statement.bind(compiled.statement.values)
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(3)) }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: DueValues.allCases)
  func `the default list comes in an index's order`(values: DueValues) throws {
    let plan = try plan(ItemQuery(.status([.open]), limit: 20), only: values)
    #expect(plan.contains("USING INDEX items_by_due (<expr>"))
    #expect(!plan.contains("TEMP B-TREE"))
  }

  @Test(
    arguments: DueValues.allCases,
    [DayOrInstant.day(2026, 11, 30), .instant(Timestamp(millisecondsSince1970: 5))]
  )
  func `the next page of the default list starts within the index`(
    values: DueValues,
    last: DayOrInstant
  ) throws {
    let cursor = ItemCursor(
      sort: ItemQuery.defaultSort,
      values: [.integer(last.order(in: .utc)), .integer(0), .integer(7)],
      zone: .utc
    )
    let query = ItemQuery(.status([.open]), limit: 20, after: cursor, zone: .utc)
    let plan = try plan(query, only: values)
    #expect(plan.contains("USING INDEX items_by_due (<expr>>?"))
    #expect(!plan.contains("TEMP B-TREE"))
  }

  @Test func `what is due in a range is a stretch of the index`() throws {
    let week = DateRange(from: .today(adding: 0), until: .today(adding: 7))
    let query = ItemQuery(.and([.status([.open]), .due(week)]), limit: 20).resolved(
      at: Timestamp(millisecondsSince1970: 5)
    )
    for values in DueValues.allCases {
      let plan = try plan(query, only: values)
      #expect(plan.contains("USING INDEX items_by_due (<expr>>? AND <expr><?)"), "\(plan)")
    }
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
