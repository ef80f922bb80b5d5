import Storage

/// The items from some place on, and what all items were like, to tell later what changed.
struct WatchReading: Sendable {
  /// How many items there are.
  var total = 0
  /// How many of them stand before those that are shown.
  var top = 0
  /// Enough items from there on to fill the screen.
  var items: [Item] = []
  /// What each item was like, for so many as are followed.
  var marks: [ItemID: ItemMark] = [:]

  /// The most items that are followed; in longer lists, those behind are not set off when they change.
  static let maxMarks = 10_000

  /// Reads so many items behind the first ones, or the last ones where there are no more than these.
  static func read(
    _ query: ItemQuery,
    from repository: any ItemRepository,
    top: Int,
    rows: Int,
    rowsAtEnd: Int
  ) async throws -> WatchReading {
    var reading = WatchReading()
    reading.total = try await repository.count(query.filter)
    reading.top = max(0, min(top, reading.total - rowsAtEnd))
    let end = reading.top + rows
    var index = 0
    for try await page in repository.pages(of: query) {
      for item in page {
        if index < maxMarks { reading.marks[item.id] = ItemMark(item) }
        if reading.top..<end ~= index { reading.items.append(item) }
        index += 1
      }
      if index >= max(end, maxMarks) { break }
    }
    // Items may have gone between counting and reading.
    reading.total = max(reading.total, index)
    return reading
  }

  /// The items that were not there before, or otherwise; none where all are followed for the first time.
  func changes(since old: WatchReading) -> Set<ItemID> {
    Set(marks.compactMap { id, mark in old.marks[id] == mark ? nil : id })
  }
}

/// What an item was like, in a few bytes.
struct ItemMark: Hashable, Sendable {
  private let digest: Int

  init(_ item: Item) {
    var hasher = Hasher()
    var writer = JSONWriter()
    // Only a number that is not finite cannot be written, and no item holds one.
    try? ItemJSON.write(item, to: &writer, style: .explicitNulls)
    hasher.combine(writer.bytes)
    digest = hasher.finalize()
  }
}
