import Storage

/// Sort keys and cursors; a cursor is the place of the item before it.
enum ReferenceOrder {
  /// Replaces a missing date; sorts last in both directions.
  private static let nothing = ItemCursor.Value.text("")

  static func check(_ query: ItemQuery) throws(StorageError) {
    if let limit = query.limit, limit < 0 {
      throw StorageError(.invalidQuery, "A query cannot have a negative limit.")
    }
    if query.sort.contains(where: { $0.key == .relevance }), texts(query.filter).isEmpty {
      throw StorageError(.invalidQuery, "Ordering by relevance needs a text to be relevant to.")
    }
    if let cursor = query.after, cursor.zone != query.orderZone?.identifier {
      throw StorageError(.invalidQuery, "The cursor comes from a query in another zone.")
    }
    if let cursor = query.after, cursor.sort != total(query.sort) {
      throw StorageError(.invalidQuery, "The cursor comes from a query with another order.")
    }
  }

  /// The order up to the number; later keys have no effect.
  private static func total(_ sort: [ItemSort]) -> [ItemSort] {
    let keys = sort.prefix { $0.key != .number }
    return keys + [sort.first { $0.key == .number } ?? .ascending(.number)]
  }

  private static func texts(_ filter: ItemFilter) -> [String] {
    switch filter {
    case .text(let text): [text]
    case .and(let filters): filters.flatMap { texts($0) }
    default: []
    }
  }

  static func place(of item: Item, in query: ItemQuery, _ view: ReferenceView) -> ItemCursor {
    let sort = total(query.sort)
    let values = sort.map { sort -> ItemCursor.Value in
      switch sort.key {
      case .relevance: relevance(of: item, to: query.filter)
      case .urgency: .integer(ReferenceUrgency.group(of: item, view))
      default: value(sort.key, of: item, in: query.zone)
      }
    }
    let isUrgent = sort.contains { $0.key == .urgency }
    return ItemCursor(
      sort: sort,
      values: values,
      zone: query.orderZone,
      moment: isUrgent ? view.now : nil
    )
  }

  /// The share of the item's words that were asked for, negative so that the best come first.
  private static func relevance(of item: Item, to filter: ItemFilter) -> ItemCursor.Value {
    let wanted = texts(filter).flatMap { ReferenceText.words($0) }
    let words = ([item.title, item.notes] + item.tags).flatMap { ReferenceText.words($0) }
    let found = words.count { word in wanted.contains { word.hasPrefix($0) } }
    return .real(-Double(found) / Double(max(words.count, 1)))
  }

  private static func value(
    _ key: ItemSort.Key,
    of item: Item,
    in zone: LocalZone
  ) -> ItemCursor.Value {
    let view = ReferenceView(now: item.createdAt, zone: zone, items: [])
    switch key {
    case .due: return item.due.map(view.place) ?? nothing
    case .start: return item.start.map(view.place) ?? nothing
    case .field(let part): return ReferenceFilter.value(of: part, item) ?? nothing
    case .attribute(let path): return ReferenceAttribute.sortValue(at: path, item)
    case .relevance, .urgency: preconditionFailure("it depends on the query")
    }
  }

  /// Whether the first place comes before the second; both belong to the same order.
  static func precedes(_ left: ItemCursor, _ right: ItemCursor) -> Bool {
    for (index, sort) in left.sort.enumerated() {
      let (one, other) = (left.values[index], right.values[index])
      if case .attribute = sort.key {
        let isDescending = sort.isDescending
        if ReferenceAttribute.precedes(one, other, isDescending: isDescending) { return true }
        if ReferenceAttribute.precedes(other, one, isDescending: isDescending) { return false }
        continue
      }
      if one == other { continue }
      if sort.canBeMissing, one == nothing || other == nothing { return other == nothing }
      return sort.isDescending ? isLess(other, one) : isLess(one, other)
    }
    return false
  }

  static func isLess(_ left: ItemCursor.Value, _ right: ItemCursor.Value) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    default: preconditionFailure("values of one sort key are of one type")
    }
  }
}

extension ItemSort {
  /// Whether an item can be without a value of the key.
  fileprivate var canBeMissing: Bool { [.due, .start, .rank, .field(.completedAt)].contains(key) }
}
