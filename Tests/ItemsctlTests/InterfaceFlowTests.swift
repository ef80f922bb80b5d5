import ItemModels
import Storage
import Sync
import Testing

@testable import TerminalScreens
@testable import itemsctl

@MainActor
@Suite struct InterfaceFlowTests {
  private func preview(_ name: String) throws -> InterfacePreview {
    try #require(InterfacePreview.all.first { $0.name == name })
  }

  @Test func `the list shows views, lists, items and the one under the cursor`() async throws {
    let stage = try InterfaceStage()
    await stage.wait { lines in
      ["▌ Open", "today", "garden", "No date", ", added "].allSatisfy { part in
        lines.contains { $0.contains(part) }
      }
    }
    #expect(stage.lines[0].hasPrefix(" Open"))
  }

  @Test func `an item is added as it is understood, and the cursor stands on it`() async throws {
    let stage = try InterfaceStage(.empty)
    await stage.wait(for: "Nothing is open")
    stage.press(.character("a"))
    stage.type("Call mum tomorrow at 5pm +phone")
    await stage.wait(for: "Would add \"Call mum\", due tomorrow 17:00, +phone")
    stage.press(.enter)
    await stage.wait(for: "Added 1 \"Call mum\"")
    await stage.wait { $0.contains { $0.contains("tomorrow 17:00") && $0.contains("Call mum") } }
    #expect(try await stage.shell.repository.item(number: 1)?.tags == ["phone"])
  }

  @Test func `chosen items are done together, and undo brings them back`() async throws {
    let stage = try InterfaceStage(.empty)
    for title in ["a", "b", "c"] { try await stage.shell.repository.add(title) }
    await stage.wait(for: "3  c ")
    stage.press(.character(" "), .character("j"), .character(" "), .character("d"))
    await stage.wait(for: "Done 2 items")
    let open = ItemFilter.status([.open])
    #expect(try await stage.shell.repository.count(open) == 1)
    stage.press(.character("u"))
    await stage.wait(for: "Undone")
    #expect(try await stage.shell.repository.count(open) == 3)
  }

  @Test func `a search finds as one types, and opens what it finds`() async throws {
    let stage = try InterfaceStage()
    stage.press(.character("/"))
    stage.type("passp")
    await stage.wait(for: "Renew the passport")
    stage.press(.enter)
    await stage.wait { $0[0].contains("Search › Item 2") }
    stage.press(.escape, .escape)
    #expect(stage.navigator.screens.count == 1)
  }

  @Test func `what a search finds is shown in the list, and changed there together`() async throws {
    let stage = try InterfaceStage(.empty)
    let store = stage.shell.repository
    for title in ["Oat \"milk\"", "Milk the oats", "Bread"] { try await store.add(title) }
    try await store.add(ItemDraft(title: "Old milk", status: .done))
    stage.press(.character("/"), .tab)
    #expect(stage.navigator.top?.name == "Search")
    stage.type("milk oa")
    await stage.wait(for: "Milk the oats")
    stage.press(.tab)
    await stage.wait { $0[0].hasPrefix(" /milk oa") && !$0.contains { $0.contains("Bread") } }
    await stage.wait(for: "Milk the oats")
    stage.press(.character("*"), .character("D"))
    await stage.wait(for: "Deleted 2 items")
    #expect(try await store.items().map(\.title).sorted() == ["Bread", "Old milk"])
    stage.press(.character("/"))
    stage.type("old \"milk")
    await stage.wait(for: "Old milk")
    stage.press(.tab)
    await stage.wait { $0[0].hasPrefix(" /old \"milk") && $0.contains { $0.contains("Old milk") } }
  }

  @Test func `the form stores what is typed beside what others change`() async throws {
    let stage = try InterfaceStage(.empty)
    let item = try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    stage.press(.character("e"))
    await stage.wait(for: "^S save")
    await stage.wait(for: "priority")
    stage.type(", oat")
    var other = item
    other.priority = .high
    try await stage.shell.repository.update(other)
    await stage.wait { $0.contains { $0.hasPrefix("  priority   high") } }
    stage.press(.control("s"))
    await stage.wait(for: "Saved.")
    let saved = try #require(try await stage.shell.repository.item(item.id))
    #expect(saved.title == "Milk, oat" && saved.priority == .high)
  }

  @Test func `what was changed on both sides waits for a decision`() async throws {
    let stage = try InterfaceStage(.empty)
    let item = try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    stage.press(.character("e"))
    await stage.wait(for: "priority")
    stage.type("!")
    var other = item
    other.title = "Oat milk"
    try await stage.shell.repository.update(other)
    await stage.wait(for: "changed elsewhere to 'Oat milk'")
    stage.press(.control("s"))
    await stage.wait(for: "Choose which version to keep")
    stage.press(.control("t"), .control("s"))
    await stage.wait(for: "Saved.")
    #expect(try await stage.shell.repository.item(item.id)?.title == "Oat milk")
  }

  @Test func `a mistake in the form is told at once, and nothing is stored`() async throws {
    let stage = try InterfaceStage(.empty)
    let item = try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    stage.press(.character("e"))
    await stage.wait(for: "priority")
    stage.press(.tab)
    stage.type("someday soon")
    await stage.wait(for: "due: 'someday soon' is invalid")
    stage.press(.control("s"), .escape)
    await stage.wait(for: "Esc again drops")
    stage.press(.escape)
    #expect(stage.navigator.screens.count == 1)
    #expect(try await stage.shell.repository.item(item.id) == item)
  }

  @Test func `a command line does what the command does`() async throws {
    let stage = try InterfaceStage(.empty)
    try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    stage.press(.character("t"))
    stage.type("tomorrow")
    stage.press(.enter)
    await stage.wait(for: "Changed 1 \"Milk\": due none → tomorrow")
    stage.press(.character(":"))
    stage.type("edit 1 title:\"unfinished")
    stage.press(.enter)
    await stage.wait(for: "That command cannot be read")
    stage.press(.escape, .character(":"))
    stage.type("show 1")
    stage.press(.enter)
    await stage.wait { $0[0].contains("› show 1") }
    stage.press(.character("q"), .character(":"), .up)
    await stage.wait(for: ":show 1")
  }

  @Test func `a command that asks is done when its line is entered again`() async throws {
    let stage = try InterfaceStage(.empty)
    for title in ["Milk", "Eggs"] { try await stage.shell.repository.add(ItemDraft(title: title)) }
    await stage.wait(for: "Milk")
    stage.press(.character(":"))
    stage.type("delete mil")
    stage.press(.enter)
    await stage.wait(for: "Delete 1 \"Milk\"")
    #expect(try await stage.shell.repository.count(.all) == 2)
    // Another line is another question.
    stage.press(.backspace, .backspace, .backspace)
    stage.type("egg")
    stage.press(.enter)
    await stage.wait(for: "Enter again says yes.")
    #expect(try await stage.shell.repository.count(.all) == 2)
    stage.press(.enter)
    await stage.wait(for: "Deleted 2 \"Eggs\"")
    #expect(try await stage.shell.repository.items().map(\.title) == ["Milk"])
  }

  @Test func `who presses twice does it once, and leaves one screen`() async throws {
    let stage = try InterfaceStage(.empty)
    await stage.wait(for: "Nothing is open")
    stage.press(.character("a"))
    stage.type("Milk")
    stage.press(.enter, .enter, .escape, .enter)
    await stage.wait(for: "Added 1 \"Milk\"")
    #expect(stage.navigator.screens.count == 1 && !stage.navigator.hasEnded)
    await stage.wait(for: "─ 1, added")
    stage.press(.character("e"))
    await stage.wait { $0[0].contains("Edit 1") }
    stage.type("!")
    stage.press(.control("s"), .control("s"), .escape, .escape)
    await stage.wait(for: "Milk!")
    #expect(stage.navigator.screens.count == 1 && !stage.navigator.hasEnded)
    #expect(try await stage.shell.repository.items().map(\.title) == ["Milk!"])
  }

  @Test func `undo asks before it goes behind the beginning`() async throws {
    let stage = try InterfaceStage(.empty, secondsLater: 60)
    try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    stage.press(.character("u"))
    await stage.wait(for: "Done before 'ui' started: added 1 \"Milk\"")
    #expect(try await stage.shell.repository.count(.all) == 1)
    stage.press(.character("u"))
    await stage.wait(for: "Undone: added 1")
  }

  @Test func `a view is a command, and quitting one as well`() async throws {
    let stage = try InterfaceStage()
    await stage.wait(for: "Bleed")
    stage.press(.character(":"))
    stage.type("list garden or list:work")
    stage.press(.enter)
    await stage.wait { $0[0].hasPrefix(" garden or list:work") }
    stage.press(.character(":"))
    stage.type("q")
    stage.press(.enter)
    await stage.wait { _ in stage.navigator.hasEnded }
  }

  @Test(arguments: [
    (DeepLink.history, "History"), (.statistics, "Statistics"), (.sync, "Sync"),
    (.settings, "Settings"), (.search("milk"), "Search"),
  ]) func `a link leads to its screen, and from there back to the list`(
    link: DeepLink,
    name: String
  ) async throws {
    let stage = try InterfaceStage(at: link)
    await stage.wait { $0[0].contains("› \(name)") }
    stage.press(.escape)
    #expect(stage.navigator.screens.count == 1)
  }

  @Test func `a view that is chosen at the left is shown`() async throws {
    let stage = try InterfaceStage()
    await stage.wait { $0.contains { $0.hasPrefix("  garden") } }
    let screen = try #require(stage.navigator.top as? ItemsScreen)
    let distance = try #require(screen.places.firstIndex(of: .list("garden")))
    stage.press([.tab] + Array(repeating: .character("j"), count: distance))
    await stage.wait { $0[0].hasPrefix(" garden") && !$0.contains { $0.contains("Bleed") } }
    stage.press(.enter)
    await stage.wait(for: "Water the tomatoes")
  }

  @Test func `clicks choose and open`() async throws {
    let stage = try InterfaceStage()
    await stage.wait(for: "Rye bread")
    let row = try #require(stage.lines.firstIndex { $0.contains("Call Grandma") })
    stage.press(.click(row: row, column: 40))
    await stage.wait(for: "─ 6, added")
    stage.press(.click(row: row, column: 40))
    await stage.wait { $0[0].contains("› Item 6") }
  }

  @Test func `a store that is closed says so, and nothing hangs`() async throws {
    let repository = try SQLiteRepository.inMemory(.full)
    let stage = try InterfaceStage(repository: repository)
    await stage.wait(for: "Bleed")
    await repository.close()
    await stage.wait(for: "closed")
  }

  @Test func `the history opens a step, field by field`() async throws {
    let stage = try InterfaceStage(.empty)
    let store = stage.shell.repository
    var item = try await store.add("Milk")
    (item.title, item.notes) = ("Oat milk", "two litres")
    try await store.update(item)
    try await store.add("Bread")
    await stage.wait(for: "Bread")
    stage.press(.character("L"))
    await stage.wait(for: "added 2 \"Bread\"")
    await stage.wait(for: "changed 1 \"Oat milk\": title")
    stage.press(.character("j"), .enter)
    await stage.wait { $0[0].contains("› Step 2") }
    #expect(stage.lines.contains { $0.contains("title \"Milk\" → \"Oat milk\"") })
    #expect(stage.lines.contains { $0.contains("+ two litres") })
    #expect(!stage.lines.contains { $0.contains("Bread") })
    stage.press(.escape)
    #expect(stage.navigator.top?.name == "History")
  }

  @Test func `one text is decided on as it is shown, and undo brings it back`() async throws {
    let stage = try await InterfaceStage(preview("decide"))
    let store = stage.shell.repository
    let id = try #require(try await store.items().first).id
    try await store.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(id) else { return }
      let stamp = Stamp(milliseconds: 1, node: 1)
      let kept = KeptText(field: .fixed(.title), stamp: stamp, text: "Paint the old boat")
      item.registers.append(
        Register(kept.register, .string(kept.text), stamp: stamp, isDirty: true)
      )
      try transaction.put(ReplicaItem(id: id, sequence: item.sequence, registers: item.registers))
    }
    await stage.wait(for: "kept \"Paint the old boat\"")
    stage.press(.enter)
    await stage.wait(for: "two texts as title")
    #expect(!stage.lines.contains { $0.contains("coats") })
    stage.press(.character("m"))
    await stage.wait(for: "Dropped the kept text")
    #expect(try await store.item(id)?.keptTexts.map(\.field) == [.fixed(.notes)])
    #expect(try await (store as? any UndoableRepository)?.undo()?.applied == 1)
    #expect(try await store.item(id)?.keptTexts.count == 2)
  }

  @Test func `long texts are scrolled through before they are decided on`() async throws {
    let stage = try await InterfaceStage(preview("decide"))
    let store = stage.shell.repository
    var item = try #require(try await store.items().first)
    item.notes = (1...80).map { "line \($0)" }.joined(separator: "\n")
    try await store.update(item)
    await stage.wait(toDecideOn: item.notes)
    stage.press(.enter)
    await stage.wait(for: "more lines")
    #expect(!stage.lines.contains { $0.contains("line 80") })
    stage.press(.end)
    await stage.wait(for: "line 80")
  }

  @Test func `many items are scrolled to their end and back`() async throws {
    let stage = try InterfaceStage(.large(count: 3_000))
    await stage.wait(for: ", added ")
    stage.press(.character("G"))
    await stage.wait { _ in stage.listModel?.hasLater == false }
    let last = try #require(stage.listModel?.items.last)
    await stage.wait(for: "─ \(last.number), added")
    stage.press(.character("g"))
    await stage.wait { _ in stage.listModel?.hasEarlier == false }
  }
}
