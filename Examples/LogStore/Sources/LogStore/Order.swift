import Foundation
import Storage

/// Sorts items and cursors; a cursor is the place of the item before it.
struct Order {
  private let sort: [ItemSort]
  private let wanted: [String]
  /// Where days begin, if the order has any.
  private let zone: LocalZone?

  /// Throws `invalidQuery` where the query contradicts itself.
  init(of query: ItemQuery) throws(StorageError) {
    let keys = query.sort.prefix { $0.key != .number }
    sort = keys + [query.sort.first { $0.key == .number } ?? .ascending(.number)]
    zone = query.orderZone
    let texts = Order.texts(query.filter)
    wanted = texts.flatMap { Words.of($0) }
    if let limit = query.limit, limit < 0 {
      throw StorageError(.invalidQuery, "The limit \(limit) is below zero.")
    }
    if sort.contains(where: { $0.key == .relevance }), texts.isEmpty {
      throw StorageError(.invalidQuery, "Ordering by relevance needs a text to search for.")
    }
    if let cursor = query.after, cursor.sort != sort {
      throw StorageError(.invalidQuery, "The cursor comes from a query with another order.")
    }
    if let cursor = query.after, cursor.zone != zone?.identifier {
      throw StorageError(.invalidQuery, "The cursor comes from a query in another time zone.")
    }
  }

  private static func texts(_ filter: ItemFilter) -> [String] {
    switch filter {
    case .text(let text): [text]
    case .and(let filters): filters.flatMap { texts($0) }
    default: []
    }
  }

  func place(of item: Item) -> ItemCursor {
    let values = sort.map { $0.value(of: item, in: zone ?? .utc) ?? .real(-share(of: item)) }
    return ItemCursor(sort: sort, values: values, zone: zone)
  }

  /// The share of the item's words that were asked for.
  private func share(of item: Item) -> Double {
    let words = Words.of(item)
    let found = words.count { word in wanted.contains { [word].contains(beginning: $0) } }
    return Double(found) / Double(max(words.count, 1))
  }

  /// Whether one place comes before another.
  func precedes(_ left: ItemCursor, _ right: ItemCursor) -> Bool {
    for (key, (one, other)) in zip(sort, zip(left.values, right.values)) {
      if key.precedes(one, other) { return true }
      if key.precedes(other, one) { return false }
    }
    return false
  }
}
