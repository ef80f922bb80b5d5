import Storage
import Testing

@testable import TerminalScreens
@testable import itemsctl

@Suite struct LineEditorTests {
  private func typed(_ keys: [Key], into text: String = "", hasLines: Bool = false) -> LineEditor {
    var editor = LineEditor(text, hasLines: hasLines)
    for key in keys { _ = editor.take(key) }
    return editor
  }

  @Test(
    arguments: [
      ([Key.character("a"), .character("b"), .left, .character("c")], "", "acb"),
      ([.backspace], "é", ""), ([.home, .delete], "ab", "b"),
      ([.left, .control("k")], "abc", "ab"),
      ([.control("w")], "one two ", "one "), ([.left, .control("u")], "abc", "c"),
      ([.paste("a\nb")], "x", "xa b"), ([.home, .backspace, .end, .delete], "a", "a"),
    ] as [([Key], String, String)]
  )
  func `keys change the text as in a shell`(keys: [Key], before: String, after: String) {
    #expect(typed(keys, into: before).text == after)
  }

  @Test func `a text of lines is moved in line by line`() {
    let keys: [Key] = [.up, .character("x"), .down, .down, .enter, .character("y")]
    #expect(typed(keys, into: "long line\nab", hasLines: true).text == "lox" + "ng line\nab\ny")
    #expect(!typed([], into: "a").hasLines)
    var line = LineEditor("a")
    #expect(!line.take(.enter) && !line.take(.up) && line.text == "a")
  }

  @Test func `the cursor is always seen`() {
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    let keys: [Key] = [
      .character("a"), .character("日"), .character("س"), .left, .right, .home, .end, .backspace,
      .delete, .enter, .up, .down, .paste("b\nc"), .control("w"), .control("k"),
    ]
    for hasLines in [true, false] {
      var editor = LineEditor(hasLines: hasLines)
      for _ in 0..<2_000 {
        if let key = keys.randomElement(using: &random) { _ = editor.take(key) }
        var canvas = Canvas(ScreenSize(columns: 8, rows: 4))
        editor.draw(
          in: &canvas,
          Canvas.Area(row: 1, column: 2, rows: hasLines ? 2 : 1, columns: 5),
          isActive: true
        )
        let place = canvas.cursor ?? Canvas.Place(row: -1, column: -1)
        #expect((1...2).contains(place.row) && (2...6).contains(place.column), "seed \(seed)")
      }
    }
  }
}
