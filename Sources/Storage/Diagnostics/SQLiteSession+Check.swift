extension SQLiteSession {
  /// What is wrong with the pages, the rows, and the tables that depend on them.
  func findings() throws(StorageError) -> [StoreFinding] {
    let pages = try connection.pageFindings()
    // With damaged pages, other findings mean nothing.
    guard pages.isEmpty else { return pages }
    return try connection.transaction(.read) { () throws(StorageError) in
      try referenceFindings() + rowFindings() + circleFindings() + blockerFindings()
        + conflictFindings()
    }
  }

  private func referenceFindings() throws(StorageError) -> [StoreFinding] {
    let statement = try connection.prepare("PRAGMA foreign_key_check")
    return try statement.all { ($0.text(0), $0.text(2)) }.prefix(StoreFinding.maxCount).map {
      StoreFinding(
        .reference,
        "A row of the table \($0.0) refers to one of \($0.1) that is not there."
      )
    }
  }

  private func circleFindings() throws(StorageError) -> [StoreFinding] {
    var numbers: [Int] = []
    var findings: [StoreFinding] = []
    for circle in try circles() {
      let items = try circle.map { id throws(StorageError) in try item(id)?.number ?? 0 }
      guard let last = items.last else { continue }
      numbers.append(last)
      let names = items.sorted().map(String.init).joined(separator: ", ")
      let message =
        items.count == 1
        ? "Item \(last) stands under itself and counts as standing at the top. Move it to the top."
        : "The items \(names) stand under each other in a circle, which devices made that moved them "
          + "apart. Item \(last) counts as standing at the top. Move one of them to the top."
      findings.append(StoreFinding(.tree, number: last, message))
    }
    if try storedCircles() != numbers.sorted() {
      findings.append(
        StoreFinding(
          .tree,
          "The list of circles is not in step with the items: some stand at the wrong place. "
            + "It can be rebuilt from the items: repair the store."
        )
      )
    }
    return Array(findings.prefix(StoreFinding.maxCount))
  }

  private func blockerFindings() throws(StorageError) -> [StoreFinding] {
    let cycles = try blockerCycles().prefix(StoreFinding.maxCount)
    return try cycles.map { cycle throws(StorageError) in
      var numbers: [Int] = []
      for id in cycle.items { numbers.append(try item(id)?.number ?? 0) }
      let names = numbers.map(String.init).joined(separator: ", ")
      let message =
        numbers.count == 1
        ? "Item \(names) waits for itself. Remove that blocker."
        : "The items \(names) wait for each other in a circle, each for the next, which devices "
          + "made that edited them apart. Remove one of their blockers."
      return StoreFinding(.blockers, number: numbers.first, message)
    }
  }

  private func conflictFindings() throws(StorageError) -> [StoreFinding] {
    do throws(StorageError) {
      _ = try SQLiteTransaction(self).conflicts()
      return []
    } catch {
      guard error.code == .damaged else { throw error }
      return [StoreFinding(.conflicts, error.message)]
    }
  }

  private func rowFindings() throws(StorageError) -> [StoreFinding] {
    do throws(StorageError) {
      try loadCounters()
    } catch {
      guard error.code == .damaged else { throw error }
      return [StoreFinding(.counters, error.message)]
    }
    var walk = RowWalk(session: self)
    return try walk.run()
  }
}

// MARK: - The search index

extension SQLiteSession {
  /// A finding if the index does not match the items.
  ///
  /// The check needs permission to write, although it changes nothing; a store that may only be
  /// read is copied for it. See <https://www.sqlite.org/fts5.html#the_integrity_check_command>.
  func searchIndexFindings() throws(StorageError) -> [StoreFinding] {
    guard connection.isReadOnly else { return try Self.searchIndexFindings(connection) }
    // Too many or too few entries are enough for the finding.
    let findings = try sizeOfSearchIndexFindings()
    guard findings.isEmpty else { return findings }
    let copy = try Connection(.temporary)
    try connection.copy(to: copy)
    return try Self.searchIndexFindings(copy)
  }

  private static func searchIndexFindings(
    _ connection: Connection
  ) throws(StorageError) -> [StoreFinding] {
    do throws(StorageError) {
      try connection.transaction(.write) { () throws(StorageError) in
        try connection.execute(
          "INSERT INTO item_search (item_search, rank) VALUES ('integrity-check', 1)",
          doing: "Checking"
        )
      }
      return []
    } catch {
      guard error.code == .damaged else { throw error }
      return [searchIndexFinding]
    }
  }

  /// The check that needs no writing: whether the index has as many entries as there are items.
  private func sizeOfSearchIndexFindings() throws(StorageError) -> [StoreFinding] {
    let difference = try connection.integer(
      "SELECT (SELECT count(*) FROM item_search_docsize) - (SELECT count(*) FROM item_texts)"
    )
    return difference == 0 ? [] : [Self.searchIndexFinding]
  }

  private static let searchIndexFinding = StoreFinding(
    .searchIndex,
    "The search index is not in step with the items: some words find too little or too much. "
      + "It can be rebuilt from the items: repair the store."
  )
}

extension Connection {
  /// What is wrong with the pages of the file.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_quick_check>.
  package func pageFindings() throws(StorageError) -> [StoreFinding] {
    do throws(StorageError) {
      let statement = try prepare("PRAGMA quick_check(\(StoreFinding.maxCount))")
      return try statement.all { $0.text(0) }.filter { $0 != "ok" }.map {
        StoreFinding(.file, "\(location): \($0).")
      }
    } catch {
      guard error.code == .damaged || error.code == .notAStore else { throw error }
      return [StoreFinding(.file, error.message)]
    }
  }
}
