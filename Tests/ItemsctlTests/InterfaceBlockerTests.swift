import ItemModels
import Storage
import Testing

@testable import TerminalScreens
@testable import itemsctl

/// Items that wait for others, in the form and on the screen of an item: they are named by numbers.
@MainActor
@Suite struct InterfaceBlockerTests {
  /// The form of Paint, which waits for Sand.
  private func form() async throws -> (stage: InterfaceStage, paint: Item, sand: Item) {
    let stage = try InterfaceStage(.empty)
    let store = stage.shell.repository
    let sand = try await store.add("Sand")
    var draft = ItemDraft(title: "Paint")
    draft.blockers = [sand.id]
    let paint = try await store.add(draft)
    await stage.wait(for: "Paint")
    return (stage, paint, sand)
  }

  private func edit(_ number: Int, on stage: InterfaceStage) async throws {
    while (stage.navigator.screens.first as? ItemsScreen)?.current?.number != number {
      stage.press(.character("j"))
    }
    stage.press(.character("e"))
    await stage.wait(for: "▌ title")
    let form = try #require(stage.navigator.top as? FormScreen)
    while form.state.fields[form.state.active].part != .blockers { stage.press(.tab) }
  }

  @Test func `the form shows numbers, and takes those that are typed`() async throws {
    let (stage, paint, sand) = try await form()
    let store = stage.shell.repository
    let brush = try await store.add("Brush")
    await stage.wait(for: "Brush")
    try await edit(2, on: stage)
    await stage.wait { $0.contains("▌ blocked-by 1") }
    stage.type(",3")
    stage.press(.control("s"))
    await stage.wait(for: "Saved.")
    #expect(try await store.item(paint.id)?.blockers == [sand.id, brush.id])
  }

  @Test func `a number that no item has is told while it is typed, and nothing is saved`()
    async throws
  {
    let (stage, paint, sand) = try await form()
    try await edit(2, on: stage)
    stage.type(",99")
    await stage.wait(for: "'99'")
    stage.press(.control("s"))
    await stage.wait(for: "'99'")
    #expect(stage.navigator.top is FormScreen)
    #expect(try await stage.shell.repository.item(paint.id)?.blockers == [sand.id])
  }

  @Test func `items that would wait for each other are named, and can be corrected`() async throws {
    let (stage, _, sand) = try await form()
    try await edit(1, on: stage)
    stage.type("2")
    stage.press(.control("s"))
    await stage.wait(for: "These items would wait for each other: 1 \"Sand\" for 2 \"Paint\"")
    #expect(!stage.lines.contains { $0.contains("\(sand.id)") })
    #expect(try await stage.shell.repository.item(sand.id)?.blockers == [])
    stage.press(.backspace)
    await stage.wait { !$0.contains { $0.contains("wait for each other") } }
  }

  @Test func `the screen of an item names the others`() async throws {
    let (stage, paint, sand) = try await form()
    try await stage.shell.repository.add(ItemDraft(title: "Stir", parent: paint.id))
    await stage.wait(for: "└ Stir")
    stage.press(.character("G"), .enter)
    await stage.wait(for: "parent     2 \"Paint\"")
    stage.press(.escape, .character("k"), .enter)
    await stage.wait(for: "1 \"Sand\"")
    await stage.wait(for: "3 \"Stir\"")
    #expect(!stage.lines.contains { $0.contains("\(sand.id)") })
  }
}
