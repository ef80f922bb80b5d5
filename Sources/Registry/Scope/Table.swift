internal import Synchronization

/// The overrides and the cached values of a container, a singleton scope, an override or a resolution, by declaration.
///
/// One lock guards all of them. Nothing of the program's runs under it but the `==` and the hash of parameters.
final class Table: Sendable {
  private static let last = Atomic<UInt64>(0)

  /// Identifies the table, also after its end, when another one may have its address.
  let number = last.add(1, ordering: .relaxed).newValue
  private let slots = Locked<[Declaration: Slot]>([:])

  deinit {
    // Without handlers there is no order to keep.
    if hasRelease { changeAll { _, slot in _ = slot.clear() } }
  }

  /// True if a handler waits for the release of a value.
  var hasRelease: Bool { slots.withLock { $0.values.contains(where: \.hasRelease) } }

  /// The overrides and the values of a declaration.
  func slot(_ declaration: Declaration) -> Slot? {
    slots.withLock { $0[declaration] }
  }

  /// The overrides of a declaration and the value that is kept for it.
  ///
  /// It reads in place: a copy of the slot would count more references than the read takes.
  @inline(__always)
  func held(_ declaration: Declaration, _ variant: Variant? = nil) -> Held {
    slots.withLock { slots in
      guard let slot = slots[declaration] else { return Held() }
      return Held(overrides: slot.overrides, entry: slot[variant].entry)
    }
  }

  var all: [Declaration: Slot] { slots.withLock { $0 } }

  /// Changes what is kept for a declaration.
  ///
  /// The body returns what it removes, so that the caller drops it after the lock: the `deinit` of a value may resolve.
  @discardableResult
  func change<Result: Sendable>(
    _ declaration: Declaration,
    _ body: (inout Slot) -> Result
  ) -> Result {
    slots.withLock { body(&$0[declaration, default: Slot()]) }
  }

  /// Removes one declaration's values.
  func clear(_ declaration: Declaration) {
    change(declaration) { $0.clear() }
  }

  /// Changes everything and releases the removed values in reverse order of creation.
  func changeAll(_ body: (Declaration, inout Slot) -> Void) {
    var entries = removeEntries(body)
    while entries.popLast() != nil {}
  }

  /// Changes everything and returns the earlier values in order of creation.
  func removeEntries(_ body: (Declaration, inout Slot) -> Void) -> [AnyEntry] {
    let old = slots.withLock { slots in
      let old = slots
      for declaration in old.keys { body(declaration, &slots[declaration, default: Slot()]) }
      return old
    }
    return old.values.flatMap(\.entries).inOrderOfCreation
  }

  /// Replaces everything, and releases the earlier values in reverse order of creation.
  func replaceAll(with new: [Declaration: Slot]) {
    // The earlier table is gone before its values are, which go one by one.
    var entries = exchange(new).values.flatMap(\.entries).inOrderOfCreation
    while entries.popLast() != nil {}
  }

  private func exchange(_ new: [Declaration: Slot]) -> [Declaration: Slot] {
    slots.withLock { slots in
      defer { slots = new }
      return slots
    }
  }
}

/// The overrides of a declaration and one value that is kept for it.
struct Held: Sendable {
  var overrides: SettingsBox?
  var entry: AnyEntry?
}

/// One declaration's overrides and cached values.
struct Slot: Sendable {
  var overrides: SettingsBox?
  /// The value of most declarations.
  private var primary = Cell.empty
  /// The values for parameters and contexts; nil, which needs no reference count, for most declarations.
  private var others: [Variant: Cell]?

  @inline(__always)
  subscript(variant: Variant?) -> Cell {
    guard let variant else { return primary }
    return others?[variant] ?? .empty
  }

  /// A cell that was removed from a slot, with its key, which may hold a parameter, whose `deinit` may resolve.
  struct Removed: Sendable {
    var key: Variant?
    var cell = Cell.empty
  }

  /// Sets a cell and returns its earlier contents.
  mutating func replace(_ variant: Variant?, with cell: Cell) -> Removed {
    guard let variant else {
      defer { primary = cell }
      return Removed(cell: primary)
    }
    var removed = Removed()
    if let index = others?.index(forKey: variant), let old = others?.remove(at: index) {
      removed = Removed(key: old.key, cell: old.value)
    }
    if case .empty = cell { return removed }
    if others == nil { others = [:] }
    others?[variant] = cell
    return removed
  }

  /// Every cached value.
  var entries: [AnyEntry] {
    ([primary] + (others ?? [:]).values).compactMap(\.entry)
  }

  /// True if a handler waits for the release of a value.
  var hasRelease: Bool {
    primary.entry?.release != nil || others?.values.contains { $0.entry?.release != nil } == true
  }

  /// Empties every cell and returns the earlier slot; the value of a creation in progress will not be cached.
  mutating func clear() -> Slot {
    defer { (primary, others) = (.empty, nil) }
    return self
  }

  /// Empties the cells that meet the condition.
  mutating func clear(where isCleared: (Cell) -> Bool) {
    if isCleared(primary) { primary = .empty }
    others = others?.filter { !isCleared($0.value) }
  }

  /// The slot without creations in progress, which belong to those that run them.
  var withoutCreations: Slot {
    var copy = self
    if copy.primary.entry == nil { copy.primary = .empty }
    copy.others = others?.filter { $0.value.entry != nil }
    return copy
  }
}

/// Tables in place of those of containers and singleton scopes: of an override, or of the graph scope of one resolution.
final class Tables: Sendable {
  private struct Place: Sendable {
    let number: UInt64
    let table: Table
  }

  private let places = Locked<[Place]>([])

  deinit {
    let tables = places.withLock { $0.map(\.table) }.filter(\.hasRelease)
    guard tables.count > 1 else { return }
    var entries = tables.flatMap { $0.removeEntries { _, slot in _ = slot.clear() } }
      .inOrderOfCreation
    while entries.popLast() != nil {}
  }

  /// The table in place of this one.
  func table(for table: Table) -> Table {
    places.withLock { places in
      // There are as many as a resolution has containers.
      if let known = places.first(where: { $0.number == table.number }) { return known.table }
      let new = Table()
      places.append(Place(number: table.number, table: new))
      return new
    }
  }

  /// Changes everything in the table that is in place of this one, if there is one.
  func changeAll(in table: Table, _ body: (Declaration, inout Slot) -> Void) {
    let place = places.withLock { $0.first { $0.number == table.number } }
    place?.table.changeAll(body)
  }

  /// Removes one declaration's values from every table.
  func clear(_ declaration: Declaration) {
    for place in places.withLock({ $0 }) { place.table.clear(declaration) }
  }
}
