import CSQLiteFloor
import FoundationEssentials
import Storage

/// The measurements of Storage, on stores that it makes in a folder of its own.
struct StorageBenchmarks {
  /// How many items the large store has.
  let count: Int
  let folder: String

  static let columns = """
    items.number, items.id, items.kind, items.title, items.notes, items.status, items.priority, \
    items.list, items.tags, items.start, items.due, items.repeat, items.occurrence, items.parent, \
    items.created_at, items.updated_at, items.completed_at, items.attributes, items.unknown
    """

  func run(
    where isWanted: @Sendable (String) -> Bool,
    report: @Sendable (Measurement) -> Void
  ) async throws {
    if isWanted("insert") {
      let name = "insert \(count) in one transaction"
      report(try await insert(name, rebuildingIndex: false))
    }
    if isWanted("load") {
      let name = "the same beside a load that rebuilds the index"
      report(try await insert(name, rebuildingIndex: true))
    }
    if isWanted("small") { report(try await smallTransactions(durability: .normal)) }
    if isWanted("full") { report(try await smallTransactions(durability: .full)) }
    if isWanted("open") { report(try await openFixture()) }
    let path = "\(folder)/large.sqlite"
    let repository = try SQLiteRepository(at: path)
    let ids = try await fill(repository)
    let floor = Floor(path: path, synchronous: "NORMAL")
    if isWanted("fetch") { report(try await fetch(repository, floor)) }
    if isWanted("lookup") { report(try await lookUp(repository, floor, ids)) }
    if isWanted("list") { report(try await defaultList(repository, floor)) }
    if isWanted("search") { report(try await search(repository, floor)) }
    await repository.close()
  }

  private func fill(_ repository: SQLiteRepository) async throws -> [ItemID] {
    let fixture = Fixture.large(count: count, seed: 1)
    return try await repository.write { transaction throws(StorageError) in
      var ids: [ItemID] = []
      for draft in fixture.drafts { ids.append(try transaction.add(draft).id) }
      return ids
    }
  }

  /// An empty store's file, made by the store itself, so that both sides have one schema.
  private func emptyStore(_ name: String) async throws -> String {
    let path = "\(folder)/\(name).sqlite"
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    await (try SQLiteRepository(at: path)).close()
    return path
  }

  /// Many items in one transaction; the floor indexes them row by row, or builds the index at its end.
  private func insert(_ name: String, rebuildingIndex: Bool) async throws -> Measurement {
    let drafts = Array(Fixture.large(count: count, seed: 1).drafts)
    let records = drafts.map { FloorRecord($0, id: $0.id ?? .random()) }
    return try await .take(
      name,
      operations: count,
      runs: 7,
      floor: {
        let floor = Floor(path: try await emptyStore("floor"), synchronous: "NORMAL")
        let inserts = floor.prepareInserts()
        floor.insert(records, with: inserts, rebuildingIndex: rebuildingIndex)
        inserts.finalize()
      },
      store: {
        let repository = try SQLiteRepository(
          at: try await emptyStore("store"),
          options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
        )
        try await repository.write { transaction throws(StorageError) in
          for draft in drafts { try transaction.add(draft) }
        }
        await repository.close()
      }
    )
  }

  /// The fixture of previews and tests, beside the same schema and rows.
  private func openFixture() async throws -> Measurement {
    let drafts = Array(Fixture.full.drafts)
    let records = drafts.map { FloorRecord($0, id: $0.id ?? .random()) }
    let path = try await emptyStore("schema")
    let schema = Floor(path: path, synchronous: "NORMAL").schema()
    return try await .take(
      "open in memory with the fixture `full`, 100 times",
      operations: 100,
      floor: {
        for _ in 0..<100 {
          let floor = Floor(path: ":memory:", synchronous: "OFF")
          schema.forEach(floor.execute)
          let inserts = floor.prepareInserts()
          floor.insert(records, with: inserts)
          inserts.finalize()
        }
      },
      store: {
        for _ in 0..<100 { await (try SQLiteRepository.inMemory(.full)).close() }
      }
    )
  }

  private func smallTransactions(
    durability: SQLiteOptions.Durability
  ) async throws -> Measurement {
    let drafts = Array(Fixture.large(count: 2_000, seed: 2).drafts)
    let records = drafts.map { FloorRecord($0, id: $0.id ?? .random()) }
    let name = durability == .full ? "FULL" : "NORMAL"
    return try await .take(
      "2,000 one-row transactions, \(name)",
      operations: 2_000,
      runs: 7,
      floor: {
        let floor = Floor(path: try await emptyStore("floor"), synchronous: name)
        let inserts = floor.prepareInserts()
        for record in records { floor.insert(CollectionOfOne(record), with: inserts) }
        inserts.finalize()
      },
      store: {
        let repository = try SQLiteRepository(
          at: try await emptyStore("store"),
          options: StoreOptions(sqlite: SQLiteOptions(durability: durability))
        )
        for draft in drafts { try await repository.add(draft) }
        await repository.close()
      }
    )
  }

  private func fetch(_ repository: SQLiteRepository, _ floor: Floor) async throws -> Measurement {
    let statement = floor.prepare(
      "SELECT \(Self.columns) FROM items WHERE is_deleted = 0 ORDER BY items.number"
    )
    defer { sqlite3_finalize(statement) }
    return try await .take(
      "fetch \(count) into structs",
      operations: count,
      runs: 21,
      floor: {
        var items: [FloorItem] = []
        while sqlite3_step(statement) == SQLITE_ROW { items.append(FloorItem(statement)) }
        sqlite3_reset(statement)
        precondition(items.count == count)
      },
      store: {
        let items = try await repository.items(ItemQuery(sort: [.ascending(.number)]))
        precondition(items.count == count)
      }
    )
  }

  private func lookUp(
    _ repository: SQLiteRepository,
    _ floor: Floor,
    _ ids: [ItemID]
  ) async throws -> Measurement {
    let statement = floor.prepare(
      "SELECT \(Self.columns) FROM items WHERE id = ?1 AND is_deleted = 0"
    )
    defer { sqlite3_finalize(statement) }
    let wanted = (0..<20_000).map { ids[$0 &* 7_919 % ids.count] }
    let blobs = wanted.map(FloorRecord.bytes(of:))
    return try await .take(
      "look up 20,000 by id, one await each",
      operations: 20_000,
      floor: {
        for blob in blobs {
          floor.bind(blob, statement, 1)
          precondition(sqlite3_step(statement) == SQLITE_ROW)
          _ = FloorItem(statement)
          sqlite3_reset(statement)
        }
      },
      store: {
        for id in wanted {
          let item = try await repository.item(id)
          precondition(item != nil)
        }
      }
    )
  }

  private func defaultList(
    _ repository: SQLiteRepository,
    _ floor: Floor
  ) async throws -> Measurement {
    // The index has instants before days, which begin at moments that depend on the zone: two stretches are merged.
    let statements = ["<", ">"].map { comparison in
      floor.prepare(
        """
        SELECT \(Self.columns) FROM items WHERE is_deleted = 0 AND status = 0
        AND ifnull(due, 9223372036854775807) \(comparison) 1152921504606846976
        ORDER BY ifnull(due, 9223372036854775807), priority DESC, items.number LIMIT 21
        """
      )
    }
    defer { for statement in statements { sqlite3_finalize(statement) } }
    let query = ItemQuery(.status([.open]), limit: 20)
    return try await .take(
      "first 20 open by due, 1,000 times",
      operations: 1_000,
      floor: {
        for _ in 0..<1_000 {
          // The first of each, then those of the first stretch, and of the second where it ends.
          var count = 0
          for statement in statements where sqlite3_step(statement) == SQLITE_ROW {
            _ = FloorItem(statement)
            count += 1
          }
          for statement in statements {
            while count < 21, sqlite3_step(statement) == SQLITE_ROW {
              _ = FloorItem(statement)
              count += 1
            }
            sqlite3_reset(statement)
          }
        }
      },
      store: {
        for _ in 0..<1_000 { _ = try await repository.items(query) }
      }
    )
  }

  private func search(_ repository: SQLiteRepository, _ floor: Floor) async throws -> Measurement {
    let statement = floor.prepare(
      """
      SELECT \(Self.columns), search.rank FROM items
      JOIN (SELECT rowid AS number, rank FROM item_search WHERE item_search MATCH ?1) AS search
      ON search.number = items.number
      WHERE is_deleted = 0
      AND items.number IN (SELECT rowid FROM item_search WHERE item_search MATCH ?1)
      ORDER BY search.rank, items.number LIMIT 21
      """
    )
    defer { sqlite3_finalize(statement) }
    let word =
      Fixture.large(count: 50, seed: 1).drafts.first { $0.title.utf8.count > 4 }?
      .title.split(separator: " ").last.map { $0.lowercased().filter(\.isLetter) } ?? "a"
    let query = ItemQuery(.text(word), sort: [.ascending(.relevance)], limit: 20)
    return try await .take(
      "search '\(word)', best 20, 10 times",
      operations: 10,
      floor: {
        for _ in 0..<10 {
          floor.bind("\"\(word)\"*", statement, 1)
          while sqlite3_step(statement) == SQLITE_ROW { _ = FloorItem(statement) }
          sqlite3_reset(statement)
        }
      },
      store: {
        for _ in 0..<10 { _ = try await repository.items(query) }
      }
    )
  }
}

extension ItemID {
  /// Any id.
  static func random() -> ItemID {
    var generator = SystemRandomNumberGenerator()
    return ItemID(milliseconds: 1_700_000_000_000, random: &generator)
  }
}
