// A list as it stands on the screen: lines of a table, and a footer.

import Storage

/// Lays a list out for a screen.
struct WatchPicture {
  var size: ScreenSize
  var calendar: LocalCalendar
  var usesColor: Bool
  var usesBlocks: Bool
  /// The items that have just changed.
  var changed: Set<ItemID> = []
  /// What the items are called, as in `12 open`.
  var noun: String

  /// The columns before each item, for the mark of a change.
  private static let gutter = 2

  /// How many items fit, header and footer left out; of cards, at least.
  var rows: Int { max(1, size.rows - 2) }

  /// As many lines as the screen has, none wider than it.
  func lines(of reading: WatchReading) -> [String] {
    var lines = body(reading)
    lines = Array(lines.prefix(max(0, size.rows - 1)))
    lines += Array(repeating: "", count: max(0, size.rows - 1 - lines.count))
    return lines + [footer(reading)]
  }

  private var symbols: ChartSymbols { usesBlocks ? .blocks : .ascii }

  private func body(_ reading: WatchReading) -> [String] {
    guard !reading.items.isEmpty else { return ["", indent + "Nothing here."] }
    let table = ItemTable(
      for: reading.items,
      calendar: calendar,
      appearance: Appearance(
        isTerminal: true,
        width: max(1, size.columns - WatchPicture.gutter),
        usesColor: usesColor
      )
    )
    let header = table.header.map { [indent + $0] } ?? []
    return header + reading.items.flatMap { lines(of: $0, table) }
  }

  private func lines(of item: Item, _ table: ItemTable) -> [String] {
    let lines = table.lines(of: item)
    guard changed.contains(item.id) else { return lines.map { indent + $0 } }
    let mark = (usesBlocks ? "▌" : ">").painted(.yellow, if: usesColor) + " "
    return lines.map { mark + (usesColor ? $0.painted(over: .bold) : $0) }
  }

  private var indent: String { String(repeating: " ", count: WatchPicture.gutter) }

  /// How many there are and which of them are seen at the left, the keys at the right.
  private func footer(_ reading: WatchReading) -> String {
    let seen = reading.top + 1...max(reading.top + 1, reading.top + reading.items.count)
    let part =
      reading.items.count < reading.total || reading.top > 0
      ? "\(seen.lowerBound)\(symbols.dash)\(min(seen.upperBound, reading.total)) of " : ""
    let left = "\(part)\(reading.total) \(noun)"
    let keys = [
      "\(left)  \(symbols.dot)  arrows scroll  \(symbols.dot)  q quits",
      "\(left) \(symbols.dot) q quits",
    ]
    let text = keys.first { $0.displayWidth <= size.columns } ?? left
    return text.truncated(toWidth: size.columns).painted(.faint, if: usesColor)
  }
}

extension String {
  /// The text in one more colour, which those within it do not end.
  fileprivate func painted(over paint: Paint) -> String {
    let start = "\u{1B}[\(paint.rawValue)m"
    return start + replacing("\u{1B}[0m", with: "\u{1B}[0m" + start) + "\u{1B}[0m"
  }
}
