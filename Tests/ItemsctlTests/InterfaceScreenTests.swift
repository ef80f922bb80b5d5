import Foundation
import ItemModels
import Registry
import Storage
import Testing

@testable import itemsctl

@MainActor
@Suite(.timeLimit(.minutes(1))) struct InterfaceScreenTests {
  @Test func `each key stands in help, and help leaves as it came`() async throws {
    let stage = try InterfaceStage()
    stage.size.rows = 60
    await stage.wait(for: "Bleed")
    let labels = try #require(stage.navigator.top).bindings.map(\.label)
    stage.press(.character("?"))
    for label in labels {
      #expect(stage.lines.contains { $0.hasPrefix("  \(label)  ") }, "\(label)")
    }
    stage.press(.character("q"))
    #expect(stage.navigator.screens.count == 1)
  }

  @Test func `no two keys of a screen are the same`() async throws {
    let stage = try InterfaceStage()
    for keys: [Key] in [[], [.enter], [.character("e")], [.escape, .escape, .character("s")]] {
      for key in keys { stage.press(key) }
      let bound = try #require(stage.navigator.top).bindings.flatMap(\.keys)
      #expect(Set(bound).count == bound.count, "\(bound)")
    }
  }

  @Test(arguments: [(1, 1), (12, 3), (40, 12), (52, 10), (80, 24), (100, 2), (300, 80)])
  func `every size is filled, and no row is wider than it`(columns: Int, rows: Int) async throws {
    let stage = try InterfaceStage()
    await stage.wait(for: "Bleed")
    stage.size = ScreenSize(columns: columns, rows: rows)
    for keys: [Key] in [[], [.character("a")], [.escape, .enter], [.escape, .character("/")]] {
      for key in keys { stage.press(key) }
      let canvas = stage.canvas
      #expect(canvas.rows.count == rows && canvas.rows.allSatisfy { $0.count == columns })
    }
  }

  @Test(arguments: InterfacePreview.all.map(\.name))
  func `each preview comes to what it shows, on any size`(name: String) async throws {
    let preview = try #require(InterfacePreview.all.first { $0.name == name })
    // What a sync says in tests, where each hub is in memory, is another story.
    guard name != "sync-offline" else { return }
    let stage = try await InterfaceStage(preview)
    let look = Look(calendar: InterfacePreview.calendar, usesColor: true, usesBlocks: true)
    let canvas = try await preview.play(stage.navigator, look: look)
    #expect(canvas.size == preview.size)
    for size in [ScreenSize(columns: 20, rows: 5), ScreenSize(columns: 250, rows: 70)] {
      let picture = InterfacePicture(navigator: stage.navigator, look: look).canvas(size)
      #expect(picture.rows.count == size.rows)
    }
    let svg = CanvasDrawing(canvas: canvas, title: preview.meaning).svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }

  @Test func `the page about the screens draws what is resolved from what`() async throws {
    let container = Container()
    container.manager.recordsGraph = true
    let stage = try InterfaceStage(in: container)
    await stage.wait(for: "Bleed")
    stage.press(.enter, .escape, .character("/"), .escape, .character("s"))
    await stage.wait { $0[0].contains("› Sync") }
    stage.press(.escape, .character("L"))
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/itemsctl/Interface/README.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let graph = "```mermaid\n\(container.graph().mermaid)```\n"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil, !text.hasSuffix(graph) {
      let start = try #require(text.firstRange(of: "```mermaid")).lowerBound
      try (text[..<start] + graph).write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(text.hasSuffix(graph), "UPDATE_GOLDEN=1 writes it anew")
    }
  }

  /// `Scripts/fuzz-ui` asks for more of them.
  @Test(.timeLimit(.minutes(60))) func `random keys and bytes break nothing`() async throws {
    let variables = ProcessInfo.processInfo.environment
    let count = variables["INTERFACE_KEYS"].flatMap { Int($0) } ?? 500
    let seed =
      variables["INTERFACE_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    let stage = try InterfaceStage()
    await stage.wait(for: "Bleed")
    let letters = Array("abdefghjklmnrstuvwxDGLSUV!*+.>,/:? \"'~日س")
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
