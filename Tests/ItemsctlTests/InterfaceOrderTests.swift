import ItemModels
import Storage
import Testing

@testable import TerminalScreens
@testable import itemsctl

/// The order by hand in the screens: a key shows it, others move items in it.
@MainActor
@Suite struct InterfaceOrderTests {
  private func stage(_ titles: String...) async throws -> InterfaceStage {
    let stage = try InterfaceStage(.empty)
    for title in titles { try await stage.shell.repository.add(title) }
    await stage.wait { _ in stage.listModel?.items.count == titles.count }
    return stage
  }

  private func showOrder(_ stage: InterfaceStage) async {
    stage.press(.character("o"))
    await stage.wait { $0.first?.contains(", by hand") == true }
    await stage.wait { _ in stage.listModel?.phase == .ready }
  }

  /// Waits until the list has these titles from the top to the bottom.
  private func wait(_ stage: InterfaceStage, for titles: String...) async {
    await stage.wait { _ in stage.listModel?.items.map(\.title) == titles }
  }

  @Test func `items move down and up, and undo takes a move back`() async throws {
    let stage = try await stage("Anna", "Bert", "Carla", "Doris")
    await showOrder(stage)
    stage.press(.character("J"))
    await stage.wait(for: "Placed 1 \"Anna\" after 2 \"Bert\"")
    await wait(stage, for: "Bert", "Anna", "Carla", "Doris")
    // The cursor goes with the item.
    await stage.wait(for: "─ 1, added")
    stage.press(.character("K"))
    await stage.wait(for: "Placed 1 \"Anna\" before 2 \"Bert\"")
    await wait(stage, for: "Anna", "Bert", "Carla", "Doris")
    stage.press(.character("u"))
    await wait(stage, for: "Bert", "Anna", "Carla", "Doris")
    stage.press(.character("u"))
    await wait(stage, for: "Anna", "Bert", "Carla", "Doris")
  }

  @Test func `keys that come before the list has followed add up`() async throws {
    let stage = try await stage("Anna", "Bert", "Carla", "Doris")
    await showOrder(stage)
    stage.press(.character("J"), .character("J"), .character("J"))
    await wait(stage, for: "Bert", "Carla", "Doris", "Anna")
    stage.press(.character("J"))
    await stage.wait(for: "Nothing of the same list stands below.")
    stage.press(.character("g"), .character("K"))
    await stage.wait(for: "Nothing of the same list stands above.")
    #expect(stage.listModel?.items.map(\.title) == ["Bert", "Carla", "Doris", "Anna"])
  }

  @Test func `in another order the keys move nothing, and say which one shows the order by hand`()
    async throws
  {
    let stage = try await stage("Anna", "Bert")
    stage.press(.character("J"))
    await stage.wait(for: "'o' shows it")
    #expect(try await stage.shell.repository.items().allSatisfy { $0.rank.isEmpty })
    await showOrder(stage)
    stage.press(.character("o"))
    await stage.wait { $0.first?.contains("by hand") == false && $0.last?.contains("view") == true }
    stage.press(.character("K"))
    await stage.wait(for: "'o' shows it")
  }

  @Test func `an item passes those of its own list alone`() async throws {
    let stage = try await stage("Anna", "Bert")
    let store = stage.shell.repository
    try await store.add(ItemDraft(title: "Home", list: "home"))
    try await store.add("Carla")
    await stage.wait(for: "Carla")
    await showOrder(stage)
    stage.press(.character("j"), .character("J"))
    await stage.wait(for: "Placed 2 \"Bert\" after 4 \"Carla\"")
    await wait(stage, for: "Anna", "Carla", "Bert", "Home")
    stage.press(.character("G"), .character("J"))
    await stage.wait(for: "Nothing of the same list stands below.")
  }

  @Test func `an item below another one moves among its siblings, and their parent with them`()
    async throws
  {
    let stage = try InterfaceStage(.empty)
    let store = stage.shell.repository
    let trip = try await store.add("Trip")
    for title in ["Room", "Train"] { try await store.add(ItemDraft(title: title, parent: trip.id)) }
    try await store.add("Bread")
    await stage.wait(for: "└ Train")
    await showOrder(stage)
    await wait(stage, for: "Trip", "Room", "Train", "Bread")
    stage.press(.character("j"), .character("J"))
    await wait(stage, for: "Trip", "Train", "Room", "Bread")
    stage.press(.character("J"))
    await stage.wait(for: "Nothing of the same list stands below.")
    stage.press(.character("g"), .character("J"))
    await wait(stage, for: "Bread", "Trip", "Train", "Room")
    await stage.wait(for: "└ Room")
  }

  @Test func `chosen items move as one, if they are beside each other`() async throws {
    let stage = try await stage("Anna", "Bert", "Carla", "Doris")
    try await stage.shell.repository.add(ItemDraft(title: "Home", list: "home"))
    await stage.wait(for: "Home")
    await showOrder(stage)
    stage.press(.character(" "), .character("j"), .character(" "), .character("J"))
    await stage.wait(for: "Placed 2 items after 4 \"Doris\"")
    await wait(stage, for: "Bert", "Doris", "Anna", "Carla", "Home")
    stage.press(.character("G"), .character(" "), .character("J"))
    await stage.wait(for: "in several lists")
  }

  @Test func `a view that is kept keeps the order by hand`() async throws {
    let stage = try await stage("Anna", "Bert")
    await showOrder(stage)
    stage.press(.character("f"))
    await stage.wait { $0.last == "Show: --sort hand" }
    stage.press(.enter)
    await stage.wait { $0.first?.contains("--sort hand, by hand") == true }
    stage.press(.character("J"))
    await stage.wait(for: "Placed 1 \"Anna\" after 2 \"Bert\"")
  }
}
