import Foundation
import Storage
import Testing

@testable import TerminalScreens
@testable import itemsctl

@MainActor
@Suite struct InterfaceFuzzTests {
  /// `Scripts/fuzz-ui` presses more of them.
  @Test func `random keys and bytes break nothing`() async throws {
    let variables = ProcessInfo.processInfo.environment
    let count = variables["INTERFACE_KEYS"].flatMap { Int($0) } ?? 500
    let seed =
      variables["INTERFACE_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    let stage = try InterfaceStage()
    await stage.wait(for: "Bleed")
    let letters = Array("abdefghijklmnrstuvwxzADGLMRSTUVZ!*+.>,/:? \"'~日س")
    var reader = KeyReader()
    for step in 0..<count {
      if step % 4 == 0 {
        stage.press(reader.keys(in: Key.randomBytes(&random)) + reader.flush())
      } else {
        stage.press(Key.random(letters, &random))
      }
      if step % 7 == 0 {
        stage.size = ScreenSize(
          columns: Int.random(in: 1...140, using: &random),
          rows: Int.random(in: 1...40, using: &random)
        )
      }
      #expect(stage.canvas.rows.count == stage.size.rows, "seed \(seed)")
      if stage.navigator.screens.count > 20 || stage.navigator.screens.isEmpty { stage.begin() }
      await Task.yield()
    }
    #expect(try await stage.shell.repository.check().isEmpty, "seed \(seed)")
  }
}

extension Key {
  /// What a terminal might send, or a wire that is broken.
  fileprivate static func randomBytes(_ random: inout SeededGenerator) -> [UInt8] {
    let parts = [
      "\u{1B}", "\u{1B}[", "\u{1B}[<0;", ";1M", "\u{1B}[200~", "\u{1B}[201~", "5~", "\n",
    ]
    return (0..<Int.random(in: 1...4, using: &random)).flatMap { _ in
      Bool.random(using: &random)
        ? Array((parts.randomElement(using: &random) ?? "").utf8)
        : [UInt8.random(in: 0...255, using: &random)]
    }
  }

  /// Any key; letters most often.
  fileprivate static func random(_ letters: [Character], _ random: inout SeededGenerator) -> Key {
    let others: [Key] = [
      .escape, .enter, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .pageUp,
      .pageDown, .home, .end, .wheelUp, .wheelDown, .paste("two\nlines"), .control("s"),
      .control("t"), .control("p"), .control("r"),
      .click(
        row: Int.random(in: 0..<40, using: &random),
        column: Int.random(in: 0..<140, using: &random)
      ),
    ]
    let isLetter = Bool.random(using: &random)
    let letter = letters.randomElement(using: &random).map { Key.character($0) }
    return (isLetter ? letter : others.randomElement(using: &random)) ?? .escape
  }
}
