import CommandKit

// A terminal's screen, as far as our sequences go.

/// Obeys what is written to it, and knows what then stands where.
package struct DrawnScreen {
  /// Each place has its character; the second one of a wide character has none.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  /// What is written to a place that does not exist, or is no sequence of ours.
  package private(set) var mistakes: [String] = []

  package init(columns: Int, rows: Int) {
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows, without blanks at their ends.
  package var lines: [String] {
    cells.map { row in
      let end = row.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      return row[..<end].joined()
    }
  }

  package mutating func write(_ text: String) {
    for part in text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
      if part.offset == 0 { put(String(part.element)) } else { obey(String(part.element)) }
    }
  }

  private mutating func obey(_ sequence: String) {
    guard let end = sequence.firstIndex(where: { $0.isLetter }) else {
      mistakes.append(sequence)
      return
    }
    let parameters = sequence[..<end].split(separator: ";").map { Int($0) }
    switch sequence[end] {
    case "H":
      row = (parameters.first.flatMap(\.self) ?? 1) - 1
      column = (parameters.dropFirst().first.flatMap(\.self) ?? 1) - 1
      if !cells.indices.contains(row) || !cells[row].indices.contains(column) {
        mistakes.append(sequence)
      }
    case "J":
      for index in cells.indices { clear(index, from: 0) }
    case "K": clear(row, from: column)
    case "m", "h", "l": break
    default: mistakes.append(sequence)
    }
    put(String(sequence[sequence.index(after: end)...]))
  }

  private mutating func clear(_ row: Int, from start: Int) {
    guard cells.indices.contains(row) else { return }
    for index in start..<cells[row].count { cells[row][index] = " " }
  }

  private mutating func put(_ text: String) {
    for character in text {
      let width = character.displayWidth
      let isThere = cells.indices.contains(row) && column + width <= cells[row].count
      guard isThere, !character.isNewline, width > 0 || column > 0 else {
        mistakes.append(text)
        return
      }
      if width == 0 {
        cells[row][column - 1] += String(character)
      } else {
        cells[row][column] = String(character)
        for covered in column + 1..<column + width { cells[row][covered] = "" }
        column += width
      }
    }
  }
}
