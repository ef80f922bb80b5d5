// Where items stand: the checks of an edit, and the table of circles.
//
// `item_circles` has the number of the item of each circle that counts as standing at the top; see
// ItemTree. It follows from the items, and is there so that no query must look for circles.

extension SQLiteSession {
  /// Throws `.invalidItem` if the item would stand under itself or too deep.
  func checkParent(of item: Item) throws(StorageError) {
    guard item.parent != nil else { return }
    try item.checkParent { id throws(StorageError) in try parent(of: id) }
  }

  /// Throws `.invalidItem` if an item that is moved, or what stands under it, would stand under itself or too deep.
  func checkMove(of item: Item) throws(StorageError) {
    guard item.parent != nil else { return }
    try item.checkParent { id throws(StorageError) in
      try parent(of: id)
    } childrenOf: { id throws(StorageError) in
      try hasChild(id)
        ? page(ItemQuery(.field(.parent, .oneOf([.string(id.description)])))).items : []
    }
  }

  /// Brings the table of circles in step with an item that came, went, or got another parent.
  func noteParent(from old: ItemRow?, to new: ItemRow?) throws(StorageError) {
    parents.change(of: new?.item.id ?? old?.item.id, to: new?.item.parent)
    let was = old.flatMap { $0.marks.isAlive ? $0.item.parent : nil }
    let parent = new.flatMap { $0.marks.isAlive ? $0.item.parent : nil }
    guard was != parent else { return }
    if was != nil { try checkCircles() }
    // An item that nobody stands under closes no circle.
    guard parent != nil, let id = new?.item.id, try hasChild(id) else { return }
    guard let last = try circle(through: id)?.max() else { return }
    let statement = try connection.cached(
      "INSERT OR IGNORE INTO item_circles SELECT number FROM items WHERE id = ?1"
    )
    statement.bind(last, at: 1)
    try statement.run()
  }

  /// The ids of each circle of live items.
  func circles() throws(StorageError) -> [[ItemID]] {
    let rows = try connection.prepare(
      "SELECT id, parent FROM items WHERE parent IS NOT NULL AND is_deleted = 0"
    ).all { (id: $0.itemID(0), parent: $0.itemID(1)) }
    let items = rows.compactMap { row in
      row.id.map { id in
        var item = Item.blank
        (item.id, item.parent) = (id, row.parent)
        return item
      }
    }
    return ItemTree(items).circles
  }

  /// The numbers of the table of circles.
  func storedCircles() throws(StorageError) -> [Int] {
    try connection.cached("SELECT number FROM item_circles ORDER BY number").all {
      Int($0.integer(0))
    }
  }

  /// Writes the table of circles again from the items.
  func rebuildCircles() throws(StorageError) {
    try connection.execute("DELETE FROM item_circles", doing: "Repairing")
    for circle in try circles() {
      guard let last = circle.last, let number = try item(last)?.number else { continue }
      try connection.execute("INSERT INTO item_circles VALUES (\(number))", doing: "Repairing")
    }
  }

  /// Takes those out of the table that are in no circle any more.
  private func checkCircles() throws(StorageError) {
    for number in try storedCircles() {
      if let id = try item(number: number)?.id, try circle(through: id)?.max() == id { continue }
      let statement = try connection.cached("DELETE FROM item_circles WHERE number = ?1")
      statement.bind(number, at: 1)
      try statement.run()
    }
  }

  /// The items of the circle in which an item stands; nil if there is none.
  private func circle(through id: ItemID) throws(StorageError) -> Set<ItemID>? {
    var circle: Set = [id]
    var next = try liveParent(of: id)
    while let above = next, above != id {
      // A circle further up, to which this item does not belong.
      guard circle.insert(above).inserted else { return nil }
      next = try liveParent(of: above)
    }
    return next == nil ? nil : circle
  }

  private func hasChild(_ id: ItemID) throws(StorageError) -> Bool {
    let statement = try connection.cached("SELECT 1 FROM items WHERE parent = ?1 LIMIT 1")
    statement.bind(id, at: 1)
    return try statement.only { $0.integer(0) } != nil
  }

  private func parent(of id: ItemID) throws(StorageError) -> ItemID? {
    if let known = parents[id] { return known }
    let parent = try parent(
      of: id,
      "SELECT parent FROM items WHERE id = ?1 AND parent IS NOT NULL"
    )
    parents.note(id, parent)
    return parent
  }

  private func liveParent(of id: ItemID) throws(StorageError) -> ItemID? {
    try parent(
      of: id,
      "SELECT parent FROM items WHERE id = ?1 AND parent IS NOT NULL AND is_deleted = 0"
    )
  }

  private func parent(of id: ItemID, _ sql: String) throws(StorageError) -> ItemID? {
    let statement = try connection.cached(sql)
    statement.bind(id, at: 1)
    return try statement.only { $0.itemID(0) }.flatMap(\.self)
  }
}

/// The parents of items that a transaction looked at or wrote.
///
/// A tree that is added item by item asks for the same few parents again and again; each question is a search
/// in two indexes.
struct KnownParents {
  private var parents: [ItemID: ItemID?] = [:]

  /// So many that a tree of the usual size fits, and that forgetting them all costs little.
  private static let limit = 4_096

  /// The parent, or that there is none; nil if that is not known here.
  subscript(id: ItemID) -> ItemID?? { parents[id] }

  mutating func note(_ id: ItemID, _ parent: ItemID?) {
    if parents.count >= Self.limit { parents.removeAll(keepingCapacity: true) }
    parents.updateValue(parent, forKey: id)
  }

  /// Notes a parent that was written; of items without one only where one was known.
  mutating func change(of id: ItemID?, to parent: ItemID?) {
    guard let id, parent != nil || parents[id] != nil else { return }
    note(id, parent)
  }

  mutating func forget() {
    if !parents.isEmpty { parents = [:] }
  }
}
