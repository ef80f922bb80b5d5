import ItemModels
import Storage
import Testing

@testable import TerminalScreens
@testable import itemsctl

@MainActor
@Suite struct InterfaceTreeTests {
  /// A store with a trip of two steps, and bread.
  private func stage() async throws -> InterfaceStage {
    let stage = try InterfaceStage(.empty)
    let store = stage.shell.repository
    let trip = try await store.add(ItemDraft(title: "Trip", list: "travel"))
    try await store.add(ItemDraft(title: "Book a room", list: "travel", parent: trip.id))
    try await store.add(ItemDraft(title: "Train", status: .done, parent: trip.id))
    try await store.add("Bread")
    await stage.wait(for: "Bread")
    await stage.wait(for: "Trip 1/2")
    return stage
  }

  @Test(arguments: [(80, 24), (120, 40), (45, 15)])
  func `a project shows its progress, and its items below it until it is folded`(
    columns: Int,
    rows: Int
  ) async throws {
    let stage = try await stage()
    stage.size = ScreenSize(columns: columns, rows: rows)
    #expect(stage.lines.contains { $0.contains("Trip 1/2") })
    #expect(stage.lines.contains { $0.contains("└ Book a room") })
    stage.press(.character("z"))
    #expect(stage.lines.contains { $0.contains("▸ Trip 1/2") })
    #expect(!stage.lines.contains { $0.contains("Book a room") })
    stage.press(.character("z"))
    #expect(stage.lines.contains { $0.contains("└ Book a room") })
    stage.press(.character("G"), .character("z"))
    await stage.wait(for: "Nothing is below this item")
  }

  @Test func `the tree and the list by dates change places`() async throws {
    let stage = try await stage()
    stage.press(.character("T"))
    await stage.wait { !$0.contains { $0.contains("└") } && $0.contains { $0.contains("Book") } }
    stage.press(.character("T"))
    await stage.wait(for: "└ Book a room")
  }

  @Test func `an item is added below the one under the cursor, in its list`() async throws {
    let stage = try await stage()
    stage.press(.character("A"))
    await stage.wait { $0.last?.hasPrefix("Add under 1:") == true }
    stage.type("Pack +bag")
    stage.press(.enter)
    await stage.wait(for: "Added 5 \"Pack\"")
    await stage.wait { $0.contains { $0.contains("└ Pack") } }
    await stage.wait(for: "─ 5, added")
    let added = try #require(try await stage.shell.repository.item(number: 5))
    let trip = try #require(try await stage.shell.repository.item(number: 1))
    #expect(added.parent == trip.id && added.list == "travel" && added.tags == ["bag"])
  }

  @Test func `an item moves under another one by its words or its number, and to the top`()
    async throws
  {
    let stage = try await stage()
    let store = stage.shell.repository
    let trip = try #require(try await store.item(number: 1))
    stage.press(.character("G"), .character("m"))
    await stage.wait(for: "empty moves it to the top level")
    stage.type("trip")
    await stage.wait(for: "Would change 4 \"Bread\": parent none → 1 \"Trip\"")
    stage.press(.enter)
    await stage.wait { $0.contains { $0.contains("└ Bread") } }
    #expect(try await store.item(number: 4)?.parent == trip.id)
    await stage.wait(for: "─ 4, added")
    stage.press(.character("m"), .enter)
    await stage.wait(for: "→ none")
    #expect(try await store.item(number: 4)?.parent == nil)
    await stage.wait { !$0.contains { $0.contains("└ Bread") } }
  }

  @Test func `no item moves under itself or under what is below it`() async throws {
    let stage = try await stage()
    stage.press(.character("m"))
    for number in ["1", "2"] {
      stage.type(number)
      await stage.wait { $0.contains("The item would stand under itself.") }
      stage.press(.enter)
      let prompt = try #require(stage.navigator.top as? PromptScreen)
      while prompt.state.isEntering { await Task.yield() }
      #expect(stage.lines.contains("The item would stand under itself."))
      stage.press(.control("u"))
    }
    stage.type("nothing like it")
    await stage.wait { $0.contains("No open item has these words.") }
    #expect(try await stage.shell.repository.item(number: 1)?.parent == nil)
  }

  @Test func `a screen that grows again is filled from its end`() async throws {
    let stage = try InterfaceStage(.empty)
    for number in 1...40 { try await stage.shell.repository.add("Item \(number).") }
    await stage.wait(for: "Item 30.")
    await stage.wait { _ in stage.listModel?.items.count == 40 }
    for (columns, rows) in [(80, 24), (120, 40), (45, 15)] {
      stage.size = ScreenSize(columns: columns, rows: rows)
      stage.press(.character("G"))
      await stage.wait { $0.contains { $0.contains("Item 40.") } }
      let shown = stage.lines.count { $0.contains("Item ") }
      stage.size = ScreenSize(columns: columns, rows: 8)
      #expect(stage.lines.count { $0.contains("Item ") } < shown)
      stage.size = ScreenSize(columns: columns, rows: rows)
      #expect(stage.lines.count { $0.contains("Item ") } == shown)
    }
  }
}
