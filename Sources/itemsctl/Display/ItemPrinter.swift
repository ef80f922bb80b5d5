import CommandKit
import ItemFormats
import Phrases
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
  /// Finds those items that are there by their ids, for forms that write an item by what others say.
  var findItems: (@Sendable (Set<ItemID>) async throws -> [Item])?
  /// Finds those of some items that wait for an open one, which tables mark.
  var findBlocked: (@Sendable ([Item]) async throws -> Set<ItemID>)?
  /// What the form could not say of the items.
  let losses = FormatLosses()
  /// Words to be set off in tables.
  var emphasis: SearchWords?
  /// Whether tables on a terminal say above items when they are due.
  var hasDueHeadings = false

  /// The form that is printed.
  var effectiveFormat: ItemFormat {
    format ?? (output.appearance.isTerminal ? .table : .tsv)
  }

  /// Prints pages as they come, and returns how many items there were.
  func print(
    _ pages: ItemPages,
    progress: Progress? = nil
  ) async throws -> Int {
    switch form(of: effectiveFormat) {
    case .rows: return try await printTable(pages)
    case .whole(let text):
      var items: [Item] = []
      for try await page in pages {
        items += page
        try progress?.advance(to: items.count)
      }
      try output.write(Array(text(items).utf8))
      return items.count
    case .stream(let encoding):
      var count = 0
      var known: Set<ItemID> = []
      for try await items in pages {
        if let related = encoding.related {
          let new = Set(items.flatMap(related.ids)).subtracting(known)
          if !new.isEmpty { related.take(try await findItems?(new) ?? items) }
          known.formUnion(new)
        }
        try output.write(bytes(of: items, encoding, isFirst: count == 0))
        count += items.count
        try progress?.advance(to: count)
      }
      try output.write(Array((count == 0 ? encoding.empty : encoding.tail).utf8))
      return count
    }
  }

  /// Prints the rows of a tree, and returns how many there were; in a table, each is indented by its level.
  func print(_ rows: [ItemTree.Row]) async throws -> Int {
    let items = rows.map(\.item)
    if try !write(items, in: form(of: effectiveFormat)), !items.isEmpty {
      let levels = Dictionary(rows.map { ($0.item.id, $0.level) }) { first, _ in first }
      let blocked = try await blocked(among: items)
      try print(items, in: makeTable(for: items, levels: levels, blocked: blocked))
    }
    return items.count
  }

  /// Prints items that are at hand as data, if a form for machines or certain fields were asked for.
  ///
  /// Returns false, having printed nothing, when words for people are wanted.
  func printData(_ items: [Item]) throws -> Bool {
    guard format != nil || fields != nil else { return false }
    if try write(items, in: form(of: effectiveFormat)) { return true }
    guard fields != nil else { return false }
    try print(items, in: makeTable(for: items))
    return true
  }

  /// Writes all items at once; false for rows of a table, which are not written.
  private func write(_ items: [Item], in form: Form) throws -> Bool {
    switch form {
    case .rows: return false
    case .whole(let text): try output.write(Array(text(items).utf8))
    case .stream(let encoding):
      encoding.related?.take(items)
      try output.write(bytes(of: items, encoding, isFirst: true))
      try output.write(Array((items.isEmpty ? encoding.empty : encoding.tail).utf8))
    }
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

  /// How items become text.
  private enum Form {
    /// Lines for people.
    case rows
    /// One behind the other, as they come.
    case stream(ItemEncoding)
    /// A text of all of them.
    case whole(([Item]) -> String)
  }

  private func form(of format: ItemFormat) -> Form {
    let isShown = output.appearance.isTerminal
    return switch format {
    case .table: .rows
    case .json: .stream(.json(fields, isShown: isShown))
    case .ndjson: .stream(.ndjson(fields, isShown: isShown))
    case .csv: .stream(.csv(fields ?? ItemField.all, isShown: isShown))
    case .tsv:
      .stream(.tsv(fields ?? (hasHeader ? ItemField.all : TSV.listed), hasHeader: hasHeader))
    case .todoTxt: .stream(.todoTxt(calendar, losses: losses).withLineFeeds)
    case .taskwarrior: .stream(.taskwarrior(in: calendar.zone, losses: losses).withLineFeeds)
    case .iCalendar: .stream(.iCalendar(calendar, isShown: isShown, losses: losses).withLineFeeds)
    case .markdown:
      .whole {
        MarkdownDocument(calendar: calendar).text(of: $0.map(\.withLineFeeds), losses: losses)
      }
    }
  }

  /// The columns are as wide as the first page needs, so that nothing waits for the last one.
  private func printTable(_ pages: ItemPages) async throws -> Int {
    var table: (any ItemRows)?
    var headings = DueHeading.Sequence(calendar)
    let hasHeadings = hasDueHeadings && output.appearance.isTerminal
    var count = 0
    for try await page in pages {
      let items = hasHeadings ? DueHeading.overdueFirst(page, in: calendar) : page
      let isFirst = table == nil
      let blocked = try await blocked(among: items)
      var rows = table ?? makeTable(for: items, blocked: blocked)
      rows.note(blocked: blocked)
      table = rows
      let above = hasHeadings ? headings.headings(of: items) : []
      try print(items, in: rows, withHeader: isFirst, headings: above)
      count += items.count
    }
    return count
  }

  private func print(
    _ items: [Item],
    in rows: any ItemRows,
    withHeader: Bool = true,
    headings: [DueHeading?] = []
  ) throws(CommandError) {
    if withHeader, let header = rows.header { try output.print(header) }
    for (index, item) in items.enumerated() {
      if !headings.isEmpty, let heading = headings[index] {
        if index > 0 || !withHeader { try output.print("") }
        try output.print(heading.rawValue.painted(.bold, if: output.appearance.usesColor))
      }
      for line in rows.lines(of: item) { try output.print(line) }
    }
  }

  /// Those that wait for an open item; nothing is asked where none waits at all.
  private func blocked(among items: [Item]) async throws -> Set<ItemID> {
    let waiting = items.filter { $0.status == .open && !$0.blockers.isEmpty }
    guard fields == nil, !waiting.isEmpty else { return [] }
    return try await findBlocked?(waiting) ?? []
  }

  private func makeTable(
    for items: [Item],
    levels: [ItemID: Int] = [:],
    blocked: Set<ItemID> = []
  ) -> any ItemRows {
    guard let fields else {
      return ItemTable(
        for: items,
        levels: levels,
        blocked: blocked,
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
  /// Notes which items of the next page wait for an open one.
  mutating func note(blocked ids: Set<ItemID>)
}

extension ItemTable: ItemRows {}
