// Items on standard output, in the form that was asked for.

import Storage

/// Prints the answer of a query.
struct ItemPrinter {
  let output: Output
  let calendar: LocalCalendar
  /// The form asked for; nil lets the place where output goes decide.
  let format: OutputFormat?

  /// The form that is printed.
  var effectiveFormat: OutputFormat {
    format ?? (output.appearance.isTerminal ? .table : .tsv)
  }

  /// Prints pages as they come, and returns how many items there were.
  func print(_ pages: ItemPages) async throws -> Int {
    switch effectiveFormat {
    case .table: try await printTable(pages)
    case .tsv: try await printLines(pages) { item in Array(TSV.line(of: item).utf8) }
    case .ndjson: try await printLines(pages) { item in try JSONOutput.line(of: item) }
    case .json: try await printDocument(pages)
    }
  }

  /// Prints items that are at hand as data, if a form for machines was asked for.
  ///
  /// Returns false, having printed nothing, when words for people are wanted.
  func printData(_ items: [Item]) throws -> Bool {
    switch format {
    case .json:
      var document = JSONOutput.Document()
      for item in items { try output.write(document.next(item)) }
      try output.write(document.end())
    case .ndjson:
      for item in items { try output.write(JSONOutput.line(of: item) + [0x0A]) }
    case .tsv:
      for item in items { try output.print(TSV.line(of: item)) }
    case .table, nil:
      return false
    }
    return true
  }

  private func printLines(
    _ pages: ItemPages,
    _ line: (Item) throws -> [UInt8]
  ) async throws -> Int {
    var count = 0
    for try await items in pages {
      for item in items { try output.write(try line(item) + [0x0A]) }
      count += items.count
    }
    return count
  }

  private func printDocument(_ pages: ItemPages) async throws -> Int {
    var document = JSONOutput.Document()
    var count = 0
    for try await items in pages {
      for item in items { try output.write(try document.next(item)) }
      count += items.count
    }
    try output.write(document.end())
    return count
  }

  /// The columns are as wide as the first page needs, so that nothing waits for the last one.
  private func printTable(_ pages: ItemPages) async throws -> Int {
    var table: ItemTable?
    var count = 0
    for try await items in pages {
      if table == nil {
        let new = ItemTable(for: items, calendar: calendar, appearance: output.appearance)
        if let header = new.header { try output.print(header) }
        table = new
      }
      if let table {
        for item in items { for line in table.lines(of: item) { try output.print(line) } }
      }
      count += items.count
    }
    return count
  }
}
