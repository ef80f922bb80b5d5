/// A request for items: which ones, in which order, how many, and from which place on.
///
/// Every backend returns the same result for a query, order included.
public struct ItemQuery: Sendable, Equatable {
  /// Which items.
  public var filter: ItemFilter
  /// The order: by the first key, equal items by the next, finally by number.
  public var sort: [ItemSort]
  /// The most items to return, or nil for all.
  public var limit: Int?
  /// Where to continue: the ``ItemPage/next`` of the page before, with the same filter and sort.
  public var after: ItemCursor?
  /// Whether the query finds live items or deleted ones.
  public var scope: ItemScope
  /// The zone of the caller: it decides which moments belong to which day, in conditions and in the order.
  public var zone: LocalZone
  /// The moment for which an order by urgency is resolved; nil before, and for any other order.
  var moment: Timestamp?

  /// Makes a query; without arguments it asks for every live item in the default order.
  public init(
    _ filter: ItemFilter = .all,
    sort: [ItemSort] = ItemQuery.defaultSort,
    limit: Int? = nil,
    after: ItemCursor? = nil,
    scope: ItemScope = .live,
    zone: LocalZone = .current
  ) {
    self.filter = filter
    self.sort = sort
    self.limit = limit
    self.after = after
    self.scope = scope
    self.zone = zone
  }

  /// By due date, then the most important first, then the oldest.
  public static let defaultSort: [ItemSort] = [
    .ascending(.due), .descending(.priority), .ascending(.number),
  ]

  /// The order of what to do next: by ``ItemSort/Key/urgency``, then by due date, priority and age.
  public static let nextSort: [ItemSort] = [
    .ascending(.urgency), .ascending(.due), .descending(.priority), .ascending(.created),
  ]
}

extension ItemQuery {
  /// The zone on which the order depends; nil if it has no days.
  public var orderZone: LocalZone? { sort.contains(where: \.key.hasDays) ? zone : nil }
}

/// One page of a query's items, with the cursor of the next page.
public struct ItemPage: Sendable, Equatable {
  /// The items, in the query's order.
  public var items: [Item]
  /// The value of ``ItemQuery/after`` for the items after these; nil if there are none.
  public var next: ItemCursor?

  /// Makes a page; for authors of backends.
  public init(items: [Item], next: ItemCursor?) {
    self.items = items
    self.next = next
  }
}
