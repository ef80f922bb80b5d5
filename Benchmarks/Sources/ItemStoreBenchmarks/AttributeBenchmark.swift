import CSQLiteFloor
import Foundation
import Storage

/// Pages of records in a range of an indexed attribute and in its order, among a million.
struct AttributeBenchmark {
  let count: Int
  let folder: String

  /// The ratio is that to reading as many rows by their number, the least that a page can take.
  func run(_ report: @Sendable (Measurement) -> Void) async throws {
    let path = "\(folder)/attributes.sqlite"
    let repository = try SQLiteRepository(
      at: path,
      options: StoreOptions(
        history: .off,
        sqlite: SQLiteOptions(
          durability: .normal,
          attributeIndexes: [AttributeIndex("minutes", kind: "recipe")]
        )
      )
    )
    try await fill(repository)
    let floor = Floor(path: path, synchronous: "NORMAL")
    let filter = ItemFilter.and([
      .kind("recipe"), .attribute("minutes", .between(20, 40)),
    ])
    // What reading items with attributes takes without any index.
    let plain = ItemQuery(sort: [.ascending(.number)], limit: 20)
    report(try await page(plain, "a page of 20 by their numbers", repository, floor))
    for descending in [false, true] {
      let sort = [ItemSort(.attribute("minutes"), descending: descending)]
      let first = ItemQuery(filter, sort: sort, limit: 20)
      // In the middle of the range, and of the items that are equal there.
      var later = first
      later.after = ItemCursor(
        sort: sort + [.ascending(.number)],
        values: [.integer(30), .integer(Int64(count / 2))]
      )
      for (name, query) in [("first page", first), ("a page in the middle", later)] {
        let direction = descending ? "falling" : "rising"
        report(try await page(query, "\(name) of 20 in a range, \(direction)", repository, floor))
      }
    }
    await repository.close()
  }

  private func page(
    _ query: ItemQuery,
    _ name: String,
    _ repository: SQLiteRepository,
    _ floor: Floor
  ) async throws -> Measurement {
    let pages = 200
    let statement = floor.prepare(
      "SELECT \(StorageBenchmarks.columns) FROM items WHERE number > ?1 LIMIT 21"
    )
    defer { sqlite3_finalize(statement) }
    let found = try await repository.items(query).count
    precondition(found == min(20, count))
    return try await .take(
      "\(name), among \(count), \(pages) times",
      operations: pages,
      floor: {
        for number in 0..<pages {
          sqlite3_bind_int64(statement, 1, Int64(number * count / pages / 2))
          while sqlite3_step(statement) == SQLITE_ROW { _ = FloorItem(statement) }
          sqlite3_reset(statement)
        }
      },
      store: {
        for _ in 0..<pages { _ = try await repository.items(query) }
      }
    )
  }

  private func fill(_ repository: SQLiteRepository) async throws {
    let batch = 10_000
    for start in stride(from: 0, to: count, by: batch) {
      try await repository.write { transaction in
        for number in start..<min(start + batch, count) {
          let minutes = JSONValue.integer(Int64(number &* 7_919 % 240))
          let attributes = ["minutes": minutes, "rating": .integer(Int64(number % 5))]
          try transaction.add(
            ItemDraft(kind: "recipe", title: "Recipe \(number)", attributes: attributes)
          )
        }
      }
    }
  }
}
