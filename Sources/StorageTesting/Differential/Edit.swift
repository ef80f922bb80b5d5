import Storage

/// A change or a read within a write.
enum Edit: Sendable {
  case add(ItemDraft)
  case update(ItemID, [Change])
  case delete(ItemID)
  case restore(ItemID)
  case purge(ItemID)
  case complete(ItemID, at: Double, LocalZone)
  case skip(ItemID, at: Double, LocalZone)
  case place(ItemID, ItemPosition, ItemFilter)
  case count(ItemFilter)
  case page(ItemQuery)
}

extension Edit {
  /// Performs the step and returns its result.
  func run(in transaction: any ItemTransaction) throws(StorageError) -> [String] {
    switch self {
    case .add(let draft): return [ItemLine.line(try transaction.add(draft))]
    case .update(let id, let changes):
      guard var item = try transaction.item(id) else {
        return [ItemLine.line(try transaction.update(Edit.stranger(id)))]
      }
      for change in changes { change.apply(to: &item) }
      return [ItemLine.line(try transaction.update(item))]
    case .delete(let id):
      try transaction.delete(id)
      return ["deleted"]
    case .restore(let id): return [ItemLine.line(try transaction.restore(id))]
    case .purge(let id):
      try transaction.purge(id)
      return ["purged"]
    case .complete(let id, let date, let zone):
      let done = try transaction.complete(id, at: ItemLine.date(date), in: zone)
      return ([done.item] + [done.record].compactMap { $0 }).map(ItemLine.line)
    case .skip(let id, let date, let zone):
      return [ItemLine.line(try transaction.skip(id, at: ItemLine.date(date), in: zone))]
    case .place(let id, let position, let filter):
      return try transaction.place(id, position, among: filter).map(ItemLine.line)
    case .count(let filter):
      return ["\(try transaction.count(filter))"]
    case .page(let query):
      return try transaction.page(query).items.map(ItemLine.line)
    }
  }

  /// An item that was never read from the store.
  private static func stranger(_ id: ItemID) -> Item {
    var item = Item(id: id, number: 1)
    item.title = "stranger"
    return item
  }
}

/// One property set to a value.
enum Change: Sendable {
  case title(String)
  case kind(String)
  case notes(String)
  case status(Status)
  case priority(Priority)
  case list(String)
  case rank(String)
  case tags(Set<String>)
  case start(DayOrInstant?)
  case due(DayOrInstant?)
  case rule(Repeat?)
  case occurrence(NominalDate?)
  case parent(ItemID?)
  case blockers(Set<ItemID>)
  case created(Double)
  case updated(Double)
  case completed(Double?)
  case attribute(String, JSONValue?)

  func apply(to item: inout Item) {
    switch self {
    case .title(let title): item.title = title
    case .kind(let kind): item.kind = kind
    case .notes(let notes): item.notes = notes
    case .status(let status): item.status = status
    case .priority(let priority): item.priority = priority
    case .list(let list): item.list = list
    case .rank(let rank): item.rank = rank
    case .tags(let tags): item.tags = tags
    case .start(let start): item.start = start
    case .due(let due): item.due = due
    case .rule(let rule): item.repeat = rule
    case .occurrence(let date): item.occurrence = date
    case .parent(let parent): item.parent = parent
    case .blockers(let ids): item.blockers = ids
    case .created(let date): item.createdAt = ItemLine.date(date)
    case .updated(let date): item.updatedAt = ItemLine.date(date)
    case .completed(let date): item.completedAt = date.map(ItemLine.date)
    case .attribute(let key, let value): item.attributes[key] = value
    }
  }
}
