import CommandKit

/// A picture of the screen: a grid of cells, each with a character and a style.
///
/// What is drawn outside of it is cut off. Characters that take two columns have the cell behind theirs as well; one that
/// takes none belongs to the character before it.
package struct Canvas: Hashable, Sendable {
  /// One place of the grid.
  package struct Cell: Hashable, Sendable {
    /// The character with all that is written over it; empty behind one that takes two columns.
    var text: String
    var style: CellStyle

    static let blank = Cell(text: " ", style: .plain)

    /// Whether the character before takes this place as well.
    var isCovered: Bool { text.isEmpty }
  }

  /// A part of the grid.
  package struct Area: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var rows: Int
    package var columns: Int

    package init(row: Int, column: Int, rows: Int, columns: Int) {
      self.row = row
      self.column = column
      self.rows = rows
      self.columns = columns
    }
  }

  /// A place of the grid.
  package struct Place: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package let size: ScreenSize
  /// The cells, row by row.
  package private(set) var rows: [[Cell]]
  /// Where the terminal's cursor is shown; nil for nowhere.
  package var cursor: Place?

  /// Makes an empty picture.
  package init(_ size: ScreenSize) {
    self.size = size
    let row = Array(repeating: Cell.blank, count: max(0, size.columns))
    rows = Array(repeating: row, count: max(0, size.rows))
  }

  /// The whole picture.
  package var area: Area { Area(row: 0, column: 0, rows: size.rows, columns: size.columns) }

  /// Draws a line of text from a place on.
  ///
  /// Control sequences for styles within the text are obeyed, over the style that is given; other control characters are
  /// shown as a question mark each.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - row: Where it stands.
  ///   - column: Where it begins.
  ///   - columns: The most columns that it may take; nil for all up to the edge.
  ///   - style: How it looks where the text says nothing else.
  /// - Returns: The columns that it took.
  @discardableResult
  package mutating func draw(
    _ text: some StringProtocol,
    row: Int,
    column: Int = 0,
    columns: Int? = nil,
    style: CellStyle = .plain
  ) -> Int {
    guard rows.indices.contains(row), column >= 0 else { return 0 }
    let end = min(size.columns, columns.map { column + max(0, $0) } ?? size.columns)
    var place = column
    var current = style
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        if let parameters = Canvas.parameters(of: &rest) {
          current = style
          current.take(parameters: parameters)
          if ["", "0"].contains(parameters) { current = style }
        }
        continue
      }
      let (shown, width) = Canvas.shown(character)
      if width == 0 {
        // Nothing stands before the first column.
        if place > column { append(shown, row: row, column: place - 1) }
        continue
      }
      guard place + width <= end else { break }
      set(Cell(text: shown, style: current), width: width, row: row, column: place)
      place += width
    }
    return place - column
  }

  /// Gives an area a style, and leaves its characters.
  package mutating func paint(_ area: Area, _ change: (inout CellStyle) -> Void) {
    for row in area.row..<max(area.row, area.row + area.rows) where rows.indices.contains(row) {
      let end = min(size.columns, area.column + area.columns)
      for column in max(0, area.column)..<max(0, area.column, end) {
        change(&rows[row][column].style)
      }
    }
  }

  /// Empties an area.
  package mutating func clear(_ area: Area) {
    for row in area.row..<max(area.row, area.row + area.rows) where rows.indices.contains(row) {
      let end = min(size.columns, area.column + area.columns)
      for column in max(0, area.column)..<max(0, area.column, end) {
        set(.blank, width: 1, row: row, column: column)
      }
    }
  }

  /// The characters of a row, without blanks at its end.
  package func text(ofRow row: Int) -> String {
    let end = rows[row].lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
    return rows[row][..<end].map(\.text).joined()
  }
}

extension Canvas {
  /// The parameters of a sequence for styles behind its ESC; nil for another one, of which ESC alone is taken away.
  private static func parameters(of rest: inout Substring) -> Substring? {
    guard rest.first == "[", let end = rest.firstIndex(of: "m") else { return nil }
    let parameters = rest[rest.index(after: rest.startIndex)..<end]
    guard parameters.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ";") }) else { return nil }
    rest = rest[rest.index(after: end)...]
    return parameters
  }

  /// What stands for a character, and its columns.
  private static func shown(_ character: Character) -> (text: String, width: Int) {
    let isControl = character.unicodeScalars.contains {
      $0.value < 0x20 || 0x7F...0x9F ~= $0.value
    }
    return isControl ? ("?", 1) : (String(character), character.displayWidth)
  }

  /// Writes a cell, and blanks what is left of a character that it covers half of.
  private mutating func set(_ cell: Cell, width: Int, row: Int, column: Int) {
    if rows[row][column].isCovered, column > 0 {
      var start = column - 1
      while start > 0, rows[row][start].isCovered { start -= 1 }
      for covered in start..<column { rows[row][covered].text = " " }
    }
    rows[row][column] = cell
    for covered in column + 1..<column + width {
      rows[row][covered] = Cell(text: "", style: cell.style)
    }
    var next = column + width
    while next < size.columns, rows[row][next].isCovered {
      rows[row][next].text = " "
      next += 1
    }
  }

  /// Writes something over the character before a place.
  private mutating func append(_ text: String, row: Int, column: Int) {
    var start = column
    while start > 0, rows[row][start].isCovered { start -= 1 }
    rows[row][start].text += text
  }
}
