import Storage

/// One random operation; its answer is lines of text that can be compared and read.
enum Operation: Sendable {
  /// One transaction of several edits and reads.
  case write([Edit], WriteEnd)
  /// A query from its beginning to its end, page by page, with edits before every further page.
  case walk(ItemQuery, pageSize: Int, between: [Edit])
  /// One page of a query, then one of another with the first one's cursor.
  case mixUp(ItemQuery, then: ItemQuery)
  /// The number of items that match a filter.
  case count(ItemFilter)
  /// Lookups by id and number.
  case lookUp(ItemID, number: Int)
}

/// How a write ends.
enum WriteEnd: Sendable {
  /// The first refused edit ends the write, and nothing is kept.
  case strict
  /// Refused edits are skipped.
  case lenient
  /// The body throws after its last edit.
  case abandoned
}

extension Operation {
  /// Performs the operation and returns its result.
  func run(on repository: any ItemRepository) async -> [String] {
    switch self {
    case .write(let edits, let end): await write(edits, end, on: repository)
    case .walk(let query, let size, let edits): await walk(query, size, edits, on: repository)
    case .mixUp(let first, let second): await mixUp(first, second, on: repository)
    case .count(let filter):
      await answer { () throws(StorageError) in ["\(try await repository.count(filter))"] }
    case .lookUp(let id, let number):
      await answer { () throws(StorageError) in
        let items = [try await repository.item(id), try await repository.item(number: number)]
        return items.map { $0.map(ItemLine.line) ?? "no item" }
      }
    }
  }

  /// The lines of a body, or the code of its error.
  private func answer(_ body: () async throws(StorageError) -> [String]) async -> [String] {
    do throws(StorageError) {
      return try await body()
    } catch {
      return ["error: \(error.code)"]
    }
  }

  private func write(
    _ edits: [Edit],
    _ end: WriteEnd,
    on repository: any ItemRepository
  ) async -> [String] {
    await answer { () throws(StorageError) in
      try await repository.write { transaction throws(StorageError) in
        var lines: [String] = []
        for edit in edits {
          do throws(StorageError) {
            lines += try edit.run(in: transaction)
          } catch {
            guard case .lenient = end else { throw error }
            lines.append("error: \(error.code)")
          }
        }
        if case .abandoned = end { throw StorageError(.aborted, "The test gives up.") }
        return lines
      }
    }
  }

  private func walk(
    _ query: ItemQuery,
    _ size: Int,
    _ edits: [Edit],
    on repository: any ItemRepository
  ) async -> [String] {
    await answer { () throws(StorageError) in
      var query = query
      query.limit = size
      var lines: [String] = []
      var remainingEdits = edits[...]
      repeat {
        let page = try await repository.page(query)
        lines += page.items.map(ItemLine.line)
        query.after = page.next
        if let edit = remainingEdits.popFirst() {
          _ = await write([edit], .lenient, on: repository)
        }
      } while query.after != nil
      return query.sort.contains { $0.key == .relevance } ? lines.sorted() : lines
    }
  }

  private func mixUp(
    _ first: ItemQuery,
    _ second: ItemQuery,
    on repository: any ItemRepository
  ) async -> [String] {
    await answer { () throws(StorageError) in
      var second = second
      second.after = try await repository.page(first).next
      let lines = try await repository.page(second).items.map(ItemLine.line)
      return second.sort.contains { $0.key == .relevance } ? lines.sorted() : lines
    }
  }
}
