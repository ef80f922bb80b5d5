import Storage

/// Prints the answer of a query.
struct ItemPrinter {
  let output: Output
  let calendar: LocalCalendar
  /// The form asked for; nil lets the place where output goes decide.
  let format: ItemFormat?
  /// The parts of items asked for; nil for those that the form usually has.
  var fields: [ItemField]?
  /// Whether values between tabs begin with the names of their columns.
  var hasHeader = false
  /// What the form could not say of the items.
  let losses = FormatLosses()
  /// Words to be set off in tables.
  var emphasis: SearchWords?

  /// The form that is printed.
  var effectiveFormat: ItemFormat {
    format ?? (output.appearance.isTerminal ? .table : .tsv)
  }

  /// Prints pages as they come, and returns how many items there were.
  func print(
    _ pages: ItemPages,
    progress: Progress? = nil
  ) async throws -> Int {
    guard let encoding = encoding(for: effectiveFormat) else { return try await printTable(pages) }
    var count = 0
    for try await items in pages {
      try output.write(bytes(of: items, encoding, isFirst: count == 0))
      count += items.count
      try progress?.advance(to: count)
    }
    try output.write(Array((count == 0 ? encoding.empty : encoding.tail).utf8))
    return count
  }

  /// Prints the rows of a tree, and returns how many there were; in a table, each is indented by its level.
  func print(_ rows: [ItemTree.Row]) throws -> Int {
    let items = rows.map(\.item)
    if let encoding = encoding(for: effectiveFormat) {
      try output.write(bytes(of: items, encoding, isFirst: true))
      try output.write(Array((items.isEmpty ? encoding.empty : encoding.tail).utf8))
    } else if !items.isEmpty {
      let levels = Dictionary(rows.map { ($0.item.id, $0.level) }) { first, _ in first }
      try print(items, in: makeTable(for: items, levels: levels))
    }
    return items.count
  }

  /// Prints items that are at hand as data, if a form for machines or certain fields were asked for.
  ///
  /// Returns false, having printed nothing, when words for people are wanted.
  func printData(_ items: [Item]) throws -> Bool {
    guard format != nil || fields != nil else { return false }
    guard let encoding = encoding(for: effectiveFormat) else {
      guard fields != nil else { return false }
      try print(items, in: makeTable(for: items))
      return true
    }
    try output.write(bytes(of: items, encoding, isFirst: true))
    try output.write(Array((items.isEmpty ? encoding.empty : encoding.tail).utf8))
    return true
  }

  private func bytes(
    of items: [Item],
    _ encoding: ItemEncoding,
    isFirst: Bool
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(items.count * 512)
    for (index, item) in items.enumerated() {
      bytes += (index == 0 && isFirst ? encoding.head : encoding.separator).utf8
      try encoding.append(item, &bytes)
    }
    return bytes
  }

  /// How items are written; nil for a table.
  private func encoding(for format: ItemFormat) -> ItemEncoding? {
    let isShown = output.appearance.isTerminal
    return switch format {
    case .table: nil
    case .json: .json(fields, isShown: isShown)
    case .ndjson: .ndjson(fields, isShown: isShown)
    case .csv: .csv(fields ?? ItemField.all, isShown: isShown)
    case .tsv: .tsv(fields ?? (hasHeader ? ItemField.all : TSV.listed), hasHeader: hasHeader)
    case .todoTxt: .todoTxt(calendar, losses: losses)
    case .taskwarrior: .taskwarrior(in: calendar.zone, losses: losses)
    }
  }

  /// The columns are as wide as the first page needs, so that nothing waits for the last one.
  private func printTable(_ pages: ItemPages) async throws -> Int {
    var table: (any ItemRows)?
    var count = 0
    for try await items in pages {
      let isFirst = table == nil
      let rows = table ?? makeTable(for: items)
      table = rows
      try print(items, in: rows, withHeader: isFirst)
      count += items.count
    }
    return count
  }

  private func print(
    _ items: [Item],
    in rows: any ItemRows,
    withHeader: Bool = true
  ) throws(CommandError) {
    if withHeader, let header = rows.header { try output.print(header) }
    for item in items { for line in rows.lines(of: item) { try output.print(line) } }
  }

  private func makeTable(for items: [Item], levels: [ItemID: Int] = [:]) -> any ItemRows {
    guard let fields else {
      return ItemTable(
        for: items,
        levels: levels,
        calendar: calendar,
        appearance: output.appearance,
        emphasis: emphasis
      )
    }
    return FieldTable(fields, for: items, calendar: calendar, appearance: output.appearance)
  }
}

/// Lines for people, some for each item.
protocol ItemRows {
  /// The names of the columns; nil where there are none.
  var header: String? { get }
  /// An item's lines.
  func lines(of item: Item) -> [String]
}

extension ItemTable: ItemRows {}
