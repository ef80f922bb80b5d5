import Foundation
import ItemModels
import Registry
import Storage
import Testing

@testable import TerminalScreens
@testable import itemsctl

@MainActor
@Suite struct InterfaceScreenTests {
  @Test func `each key stands in help, and help leaves as it came`() async throws {
    let stage = try InterfaceStage()
    stage.size.rows = 80
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
    let canvas = try await preview.play(stage.navigator, look: look, limit: nil)
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
    // With the figures of the lists at the left, which come after the items: so the order is always the same.
    await stage.wait { $0.contains { $0.hasPrefix("  garden") } }
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
}
