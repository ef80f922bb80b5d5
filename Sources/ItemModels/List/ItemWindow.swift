import Storage

/// What a list has in memory: some pages of a query's result, one behind the other.
///
/// Each page begins at a cursor, which stays valid while items come and go. The cursors of the pages before are kept, so
/// that the window can move back; those behind it are made anew as it moves on.
struct ItemWindow: Sendable, Equatable {
  var query: ItemQuery
  /// True if items stand below those that they are parts of.
  var isTree = false
  /// Where each page begins that was reached, up to the one behind the window.
  private(set) var starts: [ItemCursor?] = [nil]
  /// The first page in the window.
  private(set) var first = 0

  /// The items of a page, and the pages of a window.
  static let pageSize = 100
  static let pageCount = 3
  /// The pages that are read at once on the way to a place further on.
  static let pagesPerStep = 40

  /// The rows that a tree is to have, and the items that are read for them at most: those below others are rows elsewhere.
  private static let treeRows = 200
  private static let treeItems = 2_100

  init(_ query: ItemQuery, isTree: Bool = false) {
    self.query = query
    self.isTree = isTree
  }

  /// What a window shows.
  struct Contents: Sendable {
    /// The window, with the cursors that were met.
    let window: ItemWindow
    let items: [Item]
    let sections: [ItemSection]
    /// Where the items of a tree stand; empty for a list without levels.
    let places: [ItemID: OutlinePlace]
    /// How many items the query finds, those outside of the window included; nil before they are counted.
    private(set) var total: Int?
    let hasLater: Bool
    var hasEarlier: Bool { window.first > 0 }

    /// The same with the items counted, which takes longer than to read those of a window.
    func counted(by repository: any ItemRepository) async throws(StorageError) -> Contents {
      guard total == nil else { return self }
      var counted = self
      counted.total = try await repository.count(window.query.filter)
      return counted
    }
  }

  /// The window a page further on; nil where nothing was met there.
  var later: ItemWindow? {
    guard starts.count > first + 1 else { return nil }
    var window = self
    window.first += 1
    return window
  }

  /// The window a page back; nil at the beginning.
  var earlier: ItemWindow? {
    guard first > 0 else { return nil }
    var window = self
    window.first -= 1
    return window
  }

  /// The window at the beginning.
  var beginning: ItemWindow { ItemWindow(query, isTree: isTree) }

  /// Reads what the window shows now.
  func contents(
    of repository: any ItemRepository,
    now: @Sendable () -> Timestamp
  ) async throws(StorageError) -> Contents {
    var window = self
    window.starts.removeSubrange((first + 1)...)
    // One query, since an order that no index has is made anew by each.
    var query = window.query(ofPage: first)
    query.limit = ItemWindow.pageSize * ItemWindow.pageCount
    let read = try await repository.page(query)
    let (items, next) = (read.items, read.next)
    window.appendStarts(behindFirstPageOf: items, query)
    // Where no place is known behind an item, such as in the order of relevance, the window moves as a whole.
    if let next,
      window.starts.count == first + ItemWindow.pageCount || window.starts.count == first + 1
    {
      window.starts.append(next)
    }
    if items.isEmpty, let earlier {
      return try await earlier.contents(of: repository, now: now)
    }
    if showsTree { return try await window.tree(of: read, query, repository, now: now()) }
    let sections = ItemSection.sections(of: items, query, now: now())
    return Contents(
      window: window,
      items: sections.flatMap(\.items),
      sections: sections,
      places: [:],
      total: next == nil && first == 0 ? items.count : nil,
      hasLater: next != nil
    )
  }

  /// Deleted items have nothing below them, and what a search finds stands in the order of relevance.
  private var showsTree: Bool { isTree && query.scope == .live && query.hasPlaces }

  /// The tree of the window; if most items stand below others, the window reads more of them.
  private func tree(
    of page: ItemPage,
    _ query: ItemQuery,
    _ repository: any ItemRepository,
    now: Timestamp
  ) async throws(StorageError) -> Contents {
    var (items, next, query) = (page.items, page.next, query)
    while true {
      let outline = try await ItemOutline(items, of: self.query, in: repository, now: now)
      var places: [ItemID: OutlinePlace] = [:]
      var sections = ItemSection.sections(of: outline.roots, query, now: now).map { section in
        let rows = section.items.flatMap(outline.rows)
        for row in rows { places[row.item.id] = row.place }
        return ItemSection(kind: section.kind, items: rows.map(\.item))
      }
      let isFilled = places.count >= ItemWindow.treeRows || items.count >= ItemWindow.treeItems
      guard let cursor = next, !isFilled else {
        // A window in which all stand elsewhere would be empty.
        if sections.isEmpty { sections = ItemSection.sections(of: items, query, now: now) }
        return Contents(
          window: self,
          items: sections.flatMap(\.items),
          sections: sections,
          places: places,
          total: next == nil && first == 0 ? items.count : nil,
          hasLater: next != nil
        )
      }
      query.after = cursor
      let more = try await repository.page(query)
      items += more.items
      next = more.next
    }
  }

  private func query(ofPage page: Int) -> ItemQuery {
    var query = query
    query.limit = ItemWindow.pageSize
    query.after = starts[page]
    return query
  }

  /// Notes where each page begins but the first, where the order lets places be known.
  private mutating func appendStarts(behindFirstPageOf items: [Item], _ query: ItemQuery) {
    for end in stride(from: ItemWindow.pageSize, to: items.count, by: ItemWindow.pageSize) {
      guard let start = query.cursor(behind: items[end - 1]) else { break }
      starts.append(start)
    }
  }

  /// The window that ends with the last item, or in which an item stands; nil if it is not there.
  ///
  /// Reads every page before it, many of them at once: after each write to the store, an order that no index has is made
  /// again by the next query. In the order of relevance, where no place is known but the one behind all that was read, it is
  /// one page at a time.
  func moved(
    to target: ItemID?,
    in repository: any ItemRepository
  ) async throws(StorageError) -> ItemWindow? {
    var window = beginning
    var target = target
    if let id = target, showsTree { target = try await root(of: id, in: repository) }
    while !Task.isCancelled {
      let page = window.starts.count - 1
      var query = window.query(ofPage: page)
      if query.hasPlaces { query.limit = ItemWindow.pageSize * ItemWindow.pagesPerStep }
      let read = try await repository.page(query)
      window.appendStarts(behindFirstPageOf: read.items, query)
      if let target, let index = read.items.firstIndex(where: { $0.id == target }) {
        window.first = max(0, page + index / ItemWindow.pageSize - 1)
        return window
      }
      guard let next = read.next else {
        window.first = max(0, window.starts.count - ItemWindow.pageCount)
        return target == nil ? window : nil
      }
      window.starts.append(next)
    }
    return nil
  }
}

extension ItemWindow {
  /// The item at whose place in the list another one is shown: itself, or one above it that the list has.
  private func root(
    of id: ItemID,
    in repository: any ItemRepository
  ) async throws(StorageError) -> ItemID {
    var (root, seen) = (id, Set([id]))
    while let parent = try await repository.item(root)?.parent, seen.insert(parent).inserted {
      let isListed = try await repository.count(.and([query.filter, .ids([parent])])) > 0
      guard isListed else { break }
      root = parent
    }
    return root
  }
}

extension ItemQuery {
  /// Whether the place behind each item is known; not in an order that depends on more than the item.
  fileprivate var hasPlaces: Bool { !sort.contains { [.relevance, .urgency].contains($0.key) } }

  /// The place behind an item; nil for an order that depends on more than the item, such as that of relevance.
  fileprivate func cursor(behind item: Item) -> ItemCursor? {
    var keys = sort
    if keys.last?.key != .number { keys.append(.ascending(.number)) }
    let values = keys.compactMap { $0.value(of: item, in: zone) }
    return values.count == keys.count
      ? ItemCursor(sort: keys, values: values, zone: orderZone) : nil
  }
}
