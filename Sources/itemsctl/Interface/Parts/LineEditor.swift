import ArgumentParsing
import CommandKit
import TerminalScreens

/// A text as it is typed: letters, and a cursor between them.
struct LineEditor: Hashable, Sendable {
  private var characters: [Character]
  /// How many letters stand before the cursor.
  private(set) var cursor: Int
  /// Whether the text may have more than one line.
  let hasLines: Bool

  /// The most letters; a text for which there is no room is not put in.
  static let limit = 65_536

  init(_ text: String = "", hasLines: Bool = false) {
    characters = Array(text)
    cursor = characters.count
    self.hasLines = hasLines
  }

  /// The text so far.
  var text: String {
    get { String(characters) }
    set { self = LineEditor(newValue, hasLines: hasLines) }
  }

  /// Does what a key asks for; false for one that types nothing.
  mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert([character])
    case .paste(let text):
      let new = Array(plain(text))
      // Nothing is cut off without a word: what has no room is not taken.
      guard characters.count + new.count <= LineEditor.limit else { return false }
      insert(new)
    case .enter where hasLines: insert(["\n"])
    case .backspace, .control("h"):
      if cursor > 0 { remove(cursor - 1..<cursor) }
    case .delete, .control("d"):
      if cursor < characters.count { remove(cursor..<cursor + 1) }
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = lineStart
    case .end, .control("e"): cursor = lineEnd
    case .control("u"): remove(lineStart..<cursor)
    case .control("k"): remove(cursor..<lineEnd)
    case .control("w"): remove(wordStart..<cursor)
    case .up where hasLines && lineStart > 0: moveLine(-1)
    case .down where hasLines && lineEnd < characters.count: moveLine(1)
    default: return false
    }
    return true
  }

  private func plain(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.joined(separator: hasLines ? "\n" : " ")
  }

  private mutating func insert(_ new: [Character]) {
    let new = new.prefix(max(0, LineEditor.limit - characters.count))
    characters.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var lineStart: Int {
    characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

  private var wordStart: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }

  private mutating func moveLine(_ step: Int) {
    let column = cursor - lineStart
    cursor = step < 0 ? lineStart - 1 : lineEnd + 1
    cursor = min(lineStart + column, lineEnd)
  }
}

extension LineEditor {
  /// The lines of the text, and where in them the cursor is.
  private var lines: (lines: [[Character]], row: Int, column: Int) {
    let lines = characters.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    let row = characters[..<cursor].count { $0 == "\n" }
    return (lines, row, cursor - lineStart)
  }

  /// Draws the text, so that the cursor is seen.
  ///
  /// - Parameters:
  ///   - canvas: The picture.
  ///   - area: Where it stands.
  ///   - isActive: Whether it is typed into, and the terminal's cursor stands in it.
  ///   - style: How it looks.
  func draw(
    in canvas: inout Canvas,
    _ area: Canvas.Area,
    isActive: Bool,
    style: CellStyle = .plain
  ) {
    guard area.rows > 0, area.columns > 0 else { return }
    let (lines, row, column) = lines
    let top = isActive ? max(0, row - area.rows + 1) : 0
    for (offset, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      let isCursorLine = isActive && top + offset == row
      // A column is left for the cursor behind the last letter.
      let start = isCursorLine ? LineEditor.start(of: line, column, area.columns - 1) : 0
      let text = String(line[start...]).visible
      canvas.draw(
        isCursorLine ? text : text.truncated(toWidth: area.columns),
        row: area.row + offset,
        column: area.column,
        columns: area.columns,
        style: style
      )
      guard isCursorLine else { continue }
      let before = String(line[start..<column]).visible.displayWidth
      canvas.cursor = Canvas.Place(
        row: area.row + offset,
        column: area.column + min(before, area.columns - 1)
      )
    }
  }

  /// The first letter that is shown, so that the cursor is within the room.
  private static func start(of line: [Character], _ column: Int, _ room: Int) -> Int {
    var (start, used) = (column, 0)
    while start > 0 {
      used += String(line[start - 1]).visible.displayWidth
      if used > room { break }
      start -= 1
    }
    return start
  }
}
