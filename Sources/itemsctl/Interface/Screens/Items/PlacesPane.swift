import CommandKit
import ItemModels
import Storage
import TerminalScreens

/// The places at the left: views, then the lists and the tags with something open, each with how many items it shows.
@MainActor
struct PlacesPane {
  let state: ItemsState

  /// The views, and the lists and tags with something open.
  var places: [Place] {
    state.places + openLists.map { Place.list($0.name) } + openTags.map { Place.tag($0.name) }
  }

  private var openLists: [ItemSummary.Group] {
    (state.counts?.summary?.lists ?? []).filter { $0.counts.open > 0 }
  }

  private var openTags: [ItemSummary.Group] {
    (state.counts?.summary?.tags ?? []).filter { $0.counts.open > 0 }
  }

  private var counts: [Place: Int] {
    var counts = state.counts?.counts ?? [:]
    for list in openLists { counts[.list(list.name)] = list.counts.open }
    for tag in openTags { counts[.tag(tag.name)] = tag.counts.open }
    return counts
  }

  // MARK: - Drawing

  /// The columns that they take of a screen.
  static func columns(of area: Canvas.Area) -> Int {
    min(24, max(16, area.columns / 6), area.columns)
  }

  func draw(in canvas: inout Canvas, _ area: Canvas.Area, _ look: Look) {
    let counts = counts
    let rows = rows(of: places, atMost: area.rows)
    let chosen = rows.firstIndex(of: state.place) ?? 0
    let top = max(0, min(chosen - area.rows / 2, rows.count - area.rows))
    for (offset, place) in rows.dropFirst(top).prefix(area.rows).enumerated() {
      guard let place else { continue }
      draw(place, counts[place], in: &canvas, row: area.row + offset, area, look)
      state.placeHits[area.row + offset] = place
    }
  }

  /// The places with an empty row between views, lists and tags, where all have room.
  private func rows(of places: [Place], atMost rows: Int) -> [Place?] {
    let (views, lists) = (state.places.count, openLists.count)
    guard places.count + 2 <= rows else { return places }
    let groups = [
      places[..<views], places[views..<views + lists], places[(views + lists)...],
    ]
    return Array(
      groups.filter { !$0.isEmpty }.map { $0.map(Optional.some) }.joined(separator: [nil])
    )
  }

  private func draw(
    _ place: Place,
    _ count: Int?,
    in canvas: inout Canvas,
    row: Int,
    _ area: Canvas.Area,
    _ look: Look
  ) {
    let isChosen = place == state.place
    let count = count.map { " \($0)" } ?? ""
    let room = area.columns - 2 - count.count
    canvas.draw(isChosen ? look.pointer : " ", row: row, column: 0, style: look.color(.cyan))
    canvas.draw(
      place.name.visible.truncated(toWidth: room),
      row: row,
      column: 2,
      columns: room,
      style: isChosen ? .bold : .plain
    )
    canvas.draw(count, row: row, column: area.columns - count.count, style: look.faint)
    if isChosen, state.choosesPlace {
      let line = Canvas.Area(row: row, column: 0, rows: 1, columns: area.columns)
      canvas.paint(line) { $0 = .reversed }
    }
  }
}
