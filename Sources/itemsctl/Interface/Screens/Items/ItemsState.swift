import ItemModels
import Storage

/// Where a person is in a list: the item under the cursor, and how far it was scrolled.
@MainActor
final class ItemsState {
  /// What can be shown, views first.
  var places: [Place]
  /// What is shown.
  var place: Place
  /// How many items fit each place, and the lists and tags; nil at first, since the items come before them.
  var counts: PlaceCountsModel?
  /// True if the pane about the item under the cursor is hidden.
  var hidesPane = false
  /// The item on which the cursor is to stand once the list has it.
  var awaited: ItemID?
  /// Whether keys are for the places at the left.
  var choosesPlace = false
  /// The item under the cursor.
  var cursor: ItemID?
  /// Where the item under the cursor stood, in case that it goes.
  var index = 0
  /// Whether the cursor stays where it is when its item goes elsewhere.
  var keepsPlace = false
  /// The first row that is seen.
  var top = 0
  /// What stands on which row of the screen, for clicks.
  var hits: [Int: ItemID] = [:]
  var placeHits: [Int: Place] = [:]
  /// The columns of the places, if they are seen.
  var placeColumns = 0
  /// The order of the place, while its items are shown in the order by hand; nil for the order of the place.
  var orderBefore: [ItemSort]?
  /// How many items a page has.
  var page = 1

  private struct TableKey: Equatable {
    var items: [Item]
    var places: [ItemID: OutlinePlace]
    var width: Int
  }

  private var table: (key: TableKey, table: ItemTable)?

  init(places: [Place], place: Place) { (self.places, self.place) = (places, place) }

  /// Behind the last item of any list: the cursor comes to the last one that is there.
  static let beyond = 1 << 40

  /// How many items the columns are made for: measuring all of a window would hold up a key.
  private static let measured = 100

  /// The columns that fit these items, by some of them; made anew only for others.
  func table(
    for items: [Item],
    _ places: [ItemID: OutlinePlace],
    width: Int,
    _ look: Look
  ) -> ItemTable {
    let key = TableKey(items: items, places: places, width: width)
    if let table, table.key == key { return table.table }
    let step = max(1, items.count / ItemsState.measured)
    let made = ItemTable(
      // With one that is not open, so that its mark has a column.
      for: stride(from: 0, to: items.count, by: step).map { items[$0] }
        + [items.first { $0.status != .open }].compactMap(\.self),
      levels: places.mapValues(\.level),
      marks: places.compactMapValues { $0.marks(usesBlocks: look.usesBlocks) },
      calendar: look.calendar,
      appearance: look.appearance(width: width)
    )
    table = (key, made)
    return made
  }

  /// Puts the cursor on an item of the list; where its item has gone, on the one that took its place.
  func settle(in items: [Item]) {
    if let id = awaited, items.contains(where: { $0.id == id }) {
      cursor = id
      awaited = nil
      keepsPlace = false
    }
    // Where it was, most often: a search would go through all of them for each picture.
    if let cursor, items.indices.contains(index), items[index].id == cursor { return }
    if let cursor, let found = items.firstIndex(where: { $0.id == cursor }) {
      if keepsPlace, found != index, items.indices.contains(index) {
        self.cursor = items[index].id
        keepsPlace = false
      } else {
        index = found
      }
    } else {
      index = max(0, min(index, items.count - 1))
      cursor = items.indices.contains(index) ? items[index].id : nil
    }
  }

  /// Moves the cursor by so many items.
  func move(_ distance: Int, in items: [Item]) {
    guard !items.isEmpty else { return }
    keepsPlace = false
    index = max(0, min(index + distance, items.count - 1))
    cursor = items[index].id
  }
}

extension OutlinePlace {
  /// The signs around a title: that items below are hidden, and how many steps are done; nil for none.
  fileprivate func marks(usesBlocks: Bool) -> ItemTable.Marks? {
    guard isFolded || steps > 0 else { return nil }
    let sign = usesBlocks ? "▸ " : "+ "
    let progress = steps > 0 ? " \(doneSteps)/\(steps)\(isCut ? "…" : "")" : ""
    return ItemTable.Marks(before: isFolded ? sign : "", behind: progress)
  }
}
