import DrawnScreens
import Storage
import Testing

@testable import TerminalScreens

@Suite struct CanvasTests {
  private let size = ScreenSize(columns: 10, rows: 3)

  private func canvas(_ lines: String...) -> Canvas {
    var canvas = Canvas(size)
    for (row, line) in lines.enumerated() { canvas.draw(line, row: row) }
    return canvas
  }

  @Test func `text stands where it is drawn, and what has no room is cut off`() {
    var canvas = Canvas(size)
    #expect(canvas.draw("abc", row: 1, column: 8) == 2)
    #expect(canvas.draw("abc", row: 0, column: 2, columns: 2) == 2)
    #expect(canvas.draw("abc", row: 3) == 0 && canvas.draw("abc", row: 0, column: 10) == 0)
    #expect(canvas.text(ofRow: 0) == "  ab" && canvas.text(ofRow: 1) == "        ab")
  }

  @Test func `a wide character takes two places or none`() {
    var canvas = Canvas(size)
    canvas.draw("日本語日本語", row: 0)
    #expect(canvas.text(ofRow: 0) == "日本語日本")
    #expect(canvas.draw("語", row: 1, column: 9) == 0)
    // What is drawn over one half takes the other away.
    canvas.draw("x", row: 0, column: 1)
    canvas.draw("y", row: 0, column: 2)
    #expect(canvas.text(ofRow: 0) == " xy 語日本")
  }

  @Test func `marks belong to the letter before them`() {
    var canvas = Canvas(size)
    canvas.draw("a\u{200E}b", row: 0)
    #expect(canvas.rows[0][0].text == "a\u{200E}" && canvas.rows[0][1].text == "b")
    canvas.draw("e\u{301}", row: 1)
    #expect(canvas.rows[1][0].text == "e\u{301}" && canvas.rows[1][1] == .blank)
  }

  @Test func `styles of a text are obeyed, and nothing else that controls a terminal`() {
    var canvas = Canvas(size)
    canvas.draw("\u{1B}[1;31ma\u{1B}[0mb\u{1B}[2Jc\u{7}", row: 0, style: .faint)
    #expect(canvas.rows[0][0].style == CellStyle(color: .red, isBold: true, isFaint: true))
    #expect(canvas.rows[0][1].style == .faint)
    #expect(canvas.text(ofRow: 0) == "ab[2Jc?")
  }

  @Test func `only cells that are others are written, in one update`() {
    var painter = CanvasPainter()
    _ = painter.update(to: canvas("one", "two", "three"))
    let change = painter.update(to: canvas("one", "tao", "three"))
    #expect(change == "\u{1B}[?2026h\u{1B}[2;2Ha\u{1B}[?2026l")
    #expect(
      painter.update(to: canvas("one", "t", "three"))
        == "\u{1B}[?2026h\u{1B}[2;2H\u{1B}[K\u{1B}[?2026l"
    )
    #expect(painter.update(to: canvas("one", "t", "three")).isEmpty)
    // A line as wide as the screen leaves nothing to erase behind it.
    #expect(!painter.update(to: canvas("one", "0123456789", "three")).contains("\u{1B}[K"))
    painter.forget()
    #expect(painter.update(to: canvas("one", "2", "three")).contains("three"))
  }

  @Test func `a row with words from right to left is written as a whole`() {
    var painter = CanvasPainter()
    _ = painter.update(to: canvas("ab سلام"))
    #expect(painter.update(to: canvas("ac سلام")).contains("\u{1B}[1;1Hac سلام"))
  }

  @Test func `the cursor is shown where it is wanted`() {
    var painter = CanvasPainter()
    _ = painter.update(to: canvas("ab"))
    var typed = canvas("ab")
    typed.cursor = Canvas.Place(row: 0, column: 2)
    #expect(painter.update(to: typed) == "\u{1B}[?2026h\u{1B}[1;3H\u{1B}[?25h\u{1B}[?2026l")
    #expect(painter.update(to: canvas("ab")) == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[?2026l")
  }

  @Test func `a screen that is drawn over is as if it were drawn at once`() {
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    var painter = CanvasPainter()
    var screen = DrawnScreen(columns: size.columns, rows: size.rows)
    let letters = ["a", "b", " ", "日", "é", "س", "🎂", "e\u{301}"]
    for _ in 0..<2_000 {
      var canvas = Canvas(size)
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        let count = Int.random(in: 0..<8, using: &random)
        let text = (0..<count).map { _ in letters.randomElement(using: &random) ?? "a" }.joined()
        canvas.draw(
          text,
          row: Int.random(in: 0..<3, using: &random),
          column: Int.random(in: 0..<10, using: &random),
          style: Bool.random(using: &random) ? .bold : .plain
        )
      }
      screen.write(painter.update(to: canvas))
      let drawn = canvas.rows.indices.map { canvas.text(ofRow: $0) }
      #expect(screen.lines == drawn && screen.mistakes.isEmpty, "seed \(seed)")
      guard screen.lines == drawn else { return }
    }
  }
}
