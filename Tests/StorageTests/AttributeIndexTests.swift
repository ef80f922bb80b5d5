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
    let compiled = try CompiledQuery(ItemQuery(filter, sort: sort), indexes: indexes)
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
      #expect(plan == "SCAN items USING INDEX items_by_due")
    }
    await store.close()
  }

  private func names() throws -> [String] {
    let statement = try Connection(.file(path)).prepare(
      "SELECT name FROM sqlite_schema WHERE name GLOB 'attribute *' ORDER BY name"
    )
    return try statement.all { $0.text(0) }
  }

  @Test func `a query for an indexed attribute uses the index`() async throws {
    let store = try open([AttributeIndex("url")])
    let expected = #"SEARCH items USING INDEX attribute ["url"] (<expr>=?)"#
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
    let expected = #"SEARCH items USING INDEX attribute ["it's","o'k"] (<expr>=?)"#
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
      for key in ["cle\u{301}", "a.b"] {
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
      performing: { _ = try open([AttributeIndex("fine"), AttributeIndex(key, kind: kind)]) }
    )
    #expect(error.code == .misuse)
    #expect(error.message.contains(message))
    #expect(try names() == [])
  }

  @Test func `too many indexes are refused`() throws {
    let indexes = (0...32).map { AttributeIndex("key\($0)") }
    let error = try #require(throws: StorageError.self, performing: { _ = try open(indexes) })
    #expect(error.code == .misuse)
  }
}
