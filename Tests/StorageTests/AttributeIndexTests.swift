import Foundation
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `Attribute indexes` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("items.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ indexes: [AttributeIndex]?) throws -> SQLiteRepository {
    try SQLiteRepository(
      at: path,
      options: StoreOptions(sqlite: SQLiteOptions(attributeIndexes: indexes))
    )
  }

  /// How SQLite would answer a filter in the store of that path.
  private func plan(_ filter: ItemFilter, sort: [ItemSort] = [.ascending(.number)]) throws -> String
  {
    let connection = try Connection(.file(path))
    try AttributeFunction.register(on: connection)
    let indexes = try AttributeIndexes(of: connection)
    let query = ItemQuery(filter, sort: sort)
    let isInDueOrder = sort == ItemQuery.defaultSort
    let compiled = try CompiledQuery(
      query,
      indexes: indexes,
      only: isInDueOrder ? .days : nil
    )
    let statement = try connection.prepare("EXPLAIN QUERY PLAN " + compiled.statement.sql)
    statement.bind(compiled.statement.values)
    return try statement.all { $0.text(3) }.joined(separator: "\n")
  }

  /// How SQLite would count what a filter holds for.
  private func countPlan(_ filter: ItemFilter) throws -> String {
    let connection = try Connection(.file(path))
    try AttributeFunction.register(on: connection)
    let condition = try filter.condition(AttributeIndexes(of: connection))
    let statement = try connection.prepare(
      "EXPLAIN QUERY PLAN SELECT count(*) FROM items WHERE is_deleted = 0 AND " + condition.sql
    )
    statement.bind(condition.values)
    return try statement.all { $0.text(3) }.joined(separator: "\n")
  }

  @Test func `a count of what has an attribute looks at nothing else`() async throws {
    let store = try open([AttributeIndex("url"), AttributeIndex("isbn", kind: "book")])
    let index = #"SCAN items USING INDEX attribute ["url"]"#
    for match in [ItemFilter.AttributeMatch.exists, .contains("x")] {
      #expect(try countPlan(.attribute("url", match)) == index)
      #expect(try countPlan(.and([.status([.open]), .attribute("url", match)])) == index)
      #expect(try !countPlan(.attribute("other", match)).contains("attribute ["))
      #expect(try !countPlan(.attribute("isbn", match)).contains("attribute ["))
      let book = ItemFilter.and([.kind("book"), .attribute("isbn", match)])
      #expect(try countPlan(book) == #"SCAN items USING INDEX attribute ["isbn","book"]"#)
    }
    await store.close()
  }

  @Test func `a list of what has an attribute keeps to its own order`() async throws {
    let store = try open([AttributeIndex("url")])
    for match in [ItemFilter.AttributeMatch.exists, .contains("x")] {
      let filter = ItemFilter.and([.status([.open]), .attribute("url", match)])
      let plan = try plan(filter, sort: ItemQuery.defaultSort)
      #expect(plan == "SEARCH items USING INDEX items_by_due (<expr>>?)")
    }
    await store.close()
  }

  @Test func `comparisons, ranges, prefixes and lists of values use the index`() async throws {
    let store = try open([AttributeIndex("n"), AttributeIndex(["o", "a.b"], kind: "k")])
    let index = #"SEARCH items USING INDEX attribute ["n"] (<expr>=? AND <expr>"#
    let expected: [(ItemFilter.AttributeMatch, String)] = [
      (.compared(.below, 3), "<?)"), (.compared(.atLeast, "x"), ">?)"),
      (.compared(.equal, 3), "=?)"), (.between(1, 2), ">? AND <expr><?)"),
      (.hasPrefix("x"), ">? AND <expr><?)"), (.oneOf([1, 2.5]), "=?)"),
    ]
    for (match, end) in expected {
      #expect(try plan(.attribute("n", match)).hasPrefix(index + end), "\(match)")
      #expect(try countPlan(.attribute("n", match)).hasPrefix(index + end), "\(match)")
    }
    let day = CalendarDay(year: 2027, month: 1, day: 15)
    for (range, end) in [(DateRange.on(day), ">? AND <expr><?)"), (.from(day), ">?)")] {
      let within = ItemFilter.attribute("n", .within(range)).resolved(at: Date(), in: .utc)
      #expect(try plan(within).hasPrefix(index + end))
    }
    let both = ItemFilter.and([
      .attribute("n", .compared(.atLeast, 10)), .attribute("n", .compared(.below, 30)),
    ])
    #expect(try plan(both).hasPrefix(index + ">? AND <expr><?)"))
    let nested = ItemFilter.attribute(["o", "a.b"], .compared(.above, 1))
    #expect(
      try plan(.and([.kind("k"), nested])).hasPrefix(
        #"SEARCH items USING INDEX attribute [["o","a.b"],"k"] (<expr>=? AND <expr>>?)"#
      )
    )
    #expect(
      try plan(.and([.kind("k"), .or([nested, .attribute("n", .equals(1))])]))
        .contains(#"USING INDEX attribute [["o","a.b"],"k"]"#)
    )
    #expect(try plan(nested) == "SCAN items")
    await store.close()
  }

  @Test(arguments: [false, true])
  func `a page in the order of an index reads along it`(isDescending: Bool) async throws {
    let store = try open([AttributeIndex("n")])
    let session = try SQLiteSession.open(
      path,
      as: .reader,
      options: StoreOptions(),
      environment: .live
    )
    let sort = [ItemSort(.attribute("n"), descending: isDescending)]
    let cursor = ItemCursor(sort: sort + [.ascending(.number)], values: [.integer(1), .integer(5)])
    // Where the numbers run against the index, the last value of the page is looked for first.
    for (filter, after, count) in [
      (ItemFilter.all, nil, isDescending ? 10 : 5),
      (.attribute("n", .between(1, 2)), nil, isDescending ? 2 : 1),
      (.attribute("n", .between(1, 2)), cursor, isDescending ? 3 : 2),
    ] as [(ItemFilter, ItemCursor?, Int)] {
      let query = ItemQuery(filter, sort: sort, limit: 20, after: after)
      var steps: [String] = []
      func explain(_ select: SQLFragment) throws(StorageError) {
        let statement = try session.connection.prepare("EXPLAIN QUERY PLAN " + select.sql)
        statement.bind(select.values)
        steps.append(try statement.all { $0.text(3) }.joined(separator: "\n"))
      }
      let reading = AttributeWalk.Reading(
        items: { select throws(StorageError) in
          try explain(select)
          return []
        },
        value: { select throws(StorageError) in
          try explain(select)
          return nil
        }
      )
      var walk = try #require(try AttributeWalk(query, on: session, reading: reading))
      #expect(try !walk.advance())
      // At the end come the items without the attribute.
      if filter == .all { #expect(steps.popLast() == "SCAN items") }
      #expect(steps.count == count)
      for step in steps {
        #expect(step.hasPrefix(#"SEARCH items USING INDEX attribute ["n"] (<expr>=?"#), "\(step)")
        #expect(!step.contains("TEMP B-TREE"), "\(step)")
      }
    }
    // Words and tags are looked up first: what they find is sorted.
    let words = ItemQuery(.text("a"), sort: sort, limit: 20)
    #expect(try AttributeWalk(words, on: session) == nil)
    #expect(
      try AttributeWalk(ItemQuery(sort: [.ascending(.attribute("m"))], limit: 2), on: session)
        == nil
    )
    await store.close()
  }

  @Test func `an index of another form is replaced`() async throws {
    await (try open([AttributeIndex("n")])).close()
    let connection = try Connection(.file(path))
    try connection.execute(
      #"""
      DROP INDEX "attribute [""n""]";
      CREATE INDEX "attribute [""n""]" ON items (attributes -> '$."n"')
        WHERE is_deleted = 0 AND (attributes -> '$."n"') IS NOT NULL
      """#
    )
    #expect(try AttributeIndexes(of: connection) == .none)
    let store = try open([AttributeIndex("n")])
    #expect(try plan(.attribute("n", .equals(1))).contains("<expr>=? AND <expr>=?"))
    let version = try connection.integer("PRAGMA schema_version")
    await store.close()
    await (try open([AttributeIndex("n")])).close()
    #expect(try connection.integer("PRAGMA schema_version") == version)
  }

  @Test func `another program's SQLite writes to an indexed store, and finds no fault`()
    async throws
  {
    let store = try open([AttributeIndex("n"), AttributeIndex(["o", "p"])])
    for value in Self.odd {
      try await store.add(ItemDraft(title: "x", attributes: ["n": value, "o": ["p": value]]))
    }
    await store.close()
    let other = try ForeignConnection(path)
    try other.execute("UPDATE items SET attributes = json_set(attributes, '$.m', 1)")
    try other.execute("DELETE FROM items WHERE number % 3 = 0")
    try other.execute(
      "INSERT INTO items SELECT number + 100, randomblob(16), kind, title, notes, status, "
        + "priority, list, tags, due, created_at, updated_at, completed_at, "
        + #"json_object('n', json('{"a" : [ "x y", 1 ]}'), 'o', json('{"p":"\u0000\u00e9\\u0000"}')), "#
        + "0, sequence, dirty, stamp, stamps, deletion, unknown, bases, "
        + "start, repeat, occurrence, parent, blocked_by, rank FROM items WHERE number < 4"
    )
    #expect(try other.text("PRAGMA integrity_check") == "ok")
    let ours = try Connection(.file(path))
    #expect(try ours.prepare("PRAGMA integrity_check").all { $0.text(0) } == ["ok"])
    try ours.execute("UPDATE items SET attributes = NULL WHERE number > 100")
    #expect(try other.text("PRAGMA integrity_check") == "ok")
  }

  /// What the indexed expressions could give differently in another program.
  private static let odd: [JSONValue] = [
    0, 1, 1.0, -0.0, 1e300, 1e-7, 0.1, 268.046481, .integer(.max), .integer(.min), true, false, "",
    "1", "a\u{0}b", "\u{0}", "\u{1}\u{2}", "\\u0000", "\\", "é", "\"\\/\n\t", "😀", [],
    [1, "x y", .null],
    .object([:]), .object(["b": 1, "a": "\u{1}"]), 9_007_199_254_740_993,
  ]

  private func names() throws -> [String] {
    let statement = try Connection(.file(path)).prepare(
      "SELECT name FROM sqlite_schema WHERE name GLOB 'attribute *' ORDER BY name"
    )
    return try statement.all { $0.text(0) }
  }

  @Test func `a query for an indexed attribute uses the index`() async throws {
    let store = try open([AttributeIndex("url")])
    let expected = #"SEARCH items USING INDEX attribute ["url"] (<expr>=? AND <expr>=?)"#
    let equals = ItemFilter.attribute("url", .equals("x"))
    #expect(try plan(equals) == expected)
    #expect(try plan(.and([.status([.open]), .kind("k"), equals])) == expected)
    #expect(
      try plan(.and([.status([.open]), equals]), sort: ItemQuery.defaultSort).hasPrefix(expected)
    )
    #expect(try plan(.or([equals, .attribute("url", .equals(1))])).contains(expected))
    #expect(try plan(.attribute("other", .equals("x"))) == "SCAN items")
    await store.close()
  }

  @Test func `an index of one kind serves queries for that kind`() async throws {
    let store = try open([AttributeIndex("it's", kind: "o'k")])
    let equals = ItemFilter.attribute("it's", .equals("x"))
    let expected = #"SEARCH items USING INDEX attribute ["it's","o'k"] (<expr>=? AND <expr>=?)"#
    #expect(try plan(.and([.kind("o'k"), equals])) == expected)
    #expect(try plan(equals) == "SCAN items")
    #expect(try plan(.and([.kind("other"), equals])) == "SCAN items")
    let item = try await store.add(ItemDraft(kind: "o'k", title: "x", attributes: ["it's": "x"]))
    #expect(try await store.items(ItemQuery(.and([.kind("o'k"), equals]))) == [item])
    await store.close()
  }

  @Test func `indexes are made and dropped as declared, and left alone otherwise`() async throws {
    await (try open(nil)).close()
    #expect(try names() == [])
    await (try open([AttributeIndex("b"), AttributeIndex("a", kind: "k")])).close()
    let both = [#"attribute ["a","k"]"#, #"attribute ["b"]"#]
    #expect(try names() == both)
    await (try open(nil)).close()
    #expect(try names() == both)
    let reader = StoreOptions(access: .readOnly, sqlite: SQLiteOptions(attributeIndexes: []))
    await (try SQLiteRepository(at: path, options: reader)).close()
    #expect(try names() == both)
    await (try open([AttributeIndex("b"), AttributeIndex("b")])).close()
    #expect(try names() == [#"attribute ["b"]"#])
    await (try open([])).close()
    #expect(try names() == [])
  }

  @Test func `an index answers as a look at every item does`() async throws {
    let plain = try SQLiteRepository.inMemory()
    let store = try open([AttributeIndex("cl\u{e9}"), AttributeIndex("a.b", kind: "note")])
    let values: [JSONValue] = [
      0, 1, 1.0, -0.0, 1e300, .integer(.max), true, "", "1", "a\u{0}b", "é", "e\u{301}", "\"\\/\n",
      [], [1, "x"], .object([:]), .object(["b": 1, "a": "\u{1}"]),
    ]
    for repository in [plain, store] {
      try await repository.write { transaction throws(StorageError) in
        for (index, value) in values.enumerated() {
          for key in ["cl\u{e9}", "a.b"] {
            try transaction.add(
              ItemDraft(
                kind: index % 2 == 0 ? "note" : "item",
                title: "\(index)",
                attributes: [key: value]
              )
            )
          }
        }
        try transaction.add(ItemDraft(title: "without"))
      }
      var item = try #require(try await repository.item(number: 1))
      item.attributes = [:]
      try await repository.update(item)
      let deleted = try #require(try await repository.item(number: 4))
      try await repository.delete(deleted.id)
    }
    for value in values + ["none"] {
      for key in ["cle\u{301}", "a.b"] as [AttributePath] {
        let equals = ItemFilter.attribute(key, .equals(value))
        for filter in [
          equals, .and([.kind("note"), equals]), .not(equals), .attribute(key, .exists),
          .or([equals, .kind("note")]), .not(.attribute(key, .exists)),
          .attribute(key, .contains("x")), .attribute(key, .contains("")),
          .not(.attribute(key, .contains("1"))), .and([equals, .attribute(key, .contains("1"))]),
        ] {
          let expected = try await plain.items(ItemQuery(filter)).map(\.number)
          #expect(try await store.items(ItemQuery(filter)).map(\.number) == expected, "\(filter)")
          #expect(try await store.count(filter) == expected.count, "\(filter)")
        }
      }
    }
    await store.close()
  }

  @Test(
    arguments: [
      ("", nil, "its key is empty"),
      ("a\"b", nil, "its key holds a quotation mark"),
      ("a\\b", nil, "its key holds a quotation mark or a backslash"),
      ("a\u{0}", nil, "its key holds a control character"),
      ("a", "", "its kind is empty"),
      ("a", "b\n", "its kind holds a control character"),
      (String(repeating: "x", count: 257), nil, "its key has more than 256 bytes"),
    ] as [(String, String?, String)]
  )
  func `a name that cannot be indexed is refused`(
    key: String,
    kind: String?,
    message: String
  ) throws {
    let error = try #require(
      throws: StorageError.self,
      performing: {
        _ = try open([AttributeIndex("fine"), AttributeIndex(AttributePath(key), kind: kind)])
      }
    )
    #expect(error.code == .misuse)
    #expect(error.message.contains(message))
    #expect(try names() == [])
  }

  @Test func `too many indexes are refused`() throws {
    let indexes = (0...32).map { AttributeIndex(AttributePath("key\($0)")) }
    let error = try #require(throws: StorageError.self, performing: { _ = try open(indexes) })
    #expect(error.code == .misuse)
  }
}
