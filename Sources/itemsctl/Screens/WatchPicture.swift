import CommandKit
import Phrases
import Storage
import TerminalScreens

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

  /// The most items that fit, header and footer left out.
  var rows: Int { max(1, size.rows - 2) }

  /// The number of items on the last page; one for cards, whose heights are not known.
  var rowsAtEnd: Int { columns < Appearance.minimumTableWidth ? 1 : rows }

  /// As many lines as the screen has, none wider than it.
  func lines(of reading: WatchReading) -> [String] {
    let (header, items) = body(reading)
    var lines = header + items.joined()
    lines = Array(lines.prefix(height))
    lines += Array(repeating: "", count: height - lines.count)
    return lines + [footer(reading, shown: shown(header, items))]
  }

  /// How many of the items are seen whole.
  func shown(of reading: WatchReading) -> Int {
    let (header, items) = body(reading)
    return shown(header, items)
  }

  private func shown(_ header: [String], _ items: [[String]]) -> Int {
    var used = header.count
    return items.prefix { lines in
      used += lines.count
      return used <= height
    }.count
  }

  /// The lines above the footer.
  private var height: Int { max(0, size.rows - 1) }
  /// The columns beside the marks.
  private var columns: Int { max(1, size.columns - WatchPicture.gutter) }
  private var symbols: ChartSymbols { usesBlocks ? .blocks : .ascii }

  /// What stands above the items, and the lines of each of them.
  private func body(_ reading: WatchReading) -> (header: [String], items: [[String]]) {
    guard !reading.items.isEmpty else { return (["", indent + "Nothing here."], []) }
    let table = ItemTable(
      for: reading.items,
      calendar: calendar,
      appearance: Appearance(isTerminal: true, width: columns, usesColor: usesColor)
    )
    let header = table.header.map { [indent + $0] } ?? []
    return (header, reading.items.map { lines(of: $0, table) })
  }

  private func lines(of item: Item, _ table: ItemTable) -> [String] {
    let lines = table.lines(of: item)
    guard changed.contains(item.id) else { return lines.map { indent + $0 } }
    let mark = (usesBlocks ? "▌" : ">").painted(.yellow, if: usesColor) + " "
    return lines.map { mark + (usesColor ? $0.painted(over: .bold) : $0) }
  }

  private var indent: String { String(repeating: " ", count: WatchPicture.gutter) }

  /// The number of items and the visible ones at the left, the keys at the right.
  private func footer(_ reading: WatchReading, shown: Int) -> String {
    let seen = reading.top + 1...max(reading.top + 1, reading.top + shown)
    let part =
      shown < reading.total || reading.top > 0
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
