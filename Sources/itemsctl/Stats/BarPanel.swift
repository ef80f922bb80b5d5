import CommandKit

/// A titled table of bars that share one scale.
struct BarPanel {
  /// A name, its number, and of what else there is under the name, drawn behind it.
  struct Row {
    var name: String
    var value: Int
    var rest = 0
    var paint: Paint?
  }

  let title: String
  var rows: [Row]
  /// What is said below, as that there is more.
  var note: String?

  private static let gap = 2

  /// The columns of names and of numbers, where panels stand side by side or in one file.
  struct Widths {
    var name: Int
    var number: Int

    /// What these panels need, names of at most a third of the line.
    init(fitting panels: [BarPanel], width: Int) {
      let rows = panels.flatMap(\.rows)
      let longest = rows.map(\.name.displayWidth).max() ?? 0
      name = min(longest, max(9, width / 3))
      number = rows.map { String($0.value).count }.max() ?? 1
    }
  }

  /// The lines, none wider than the width.
  func lines(width: Int, _ widths: Widths, _ symbols: ChartSymbols, usesColor: Bool) -> [String] {
    let room = max(4, width - widths.name - widths.number - 2 * BarPanel.gap)
    let most = rows.map { $0.value + $0.rest }.max() ?? 0
    let bars = rows.map { row in
      let name = row.name.truncated(toWidth: widths.name).padded(toWidth: widths.name)
      let number = String(row.value).padded(toWidth: widths.number, atStart: true)
      let bar = bar(row, of: most, room, symbols, usesColor: usesColor)
      let gap = String(repeating: " ", count: BarPanel.gap)
      return bar.isEmpty ? name + gap + number : name + gap + number + gap + bar
    }
    let head = title.truncated(toWidth: width).painted(.bold, if: usesColor)
    let notes = note.map { [$0.truncated(toWidth: width).painted(.faint, if: usesColor)] } ?? []
    return [head] + bars + notes
  }

  private func bar(
    _ row: Row,
    of most: Int,
    _ room: Int,
    _ symbols: ChartSymbols,
    usesColor: Bool
  ) -> String {
    guard row.rest > 0, most > 0 else {
      return symbols.bar(row.value, of: most, width: room).painted(row.paint, if: usesColor)
    }
    // Two parts meet at the edge of a cell: there is no character for a part of each.
    let total = max(row.value > 0 ? 2 : 1, ((row.value + row.rest) * room + most / 2) / most)
    let solid = min(total - 1, max(row.value > 0 ? 1 : 0, (row.value * room + most / 2) / most))
    let full = String(repeating: symbols.across.last ?? "#", count: solid)
    let shade = String(repeating: symbols.shade, count: total - solid)
    return full.painted(row.paint, if: usesColor) + shade.painted(.faint, if: usesColor)
  }
}
