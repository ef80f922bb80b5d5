import ItemModels
import Storage
import Sync
import Testing

@testable import TerminalScreens
@testable import itemsctl

/// What the screens say of the store around the items: what waits, what is deleted, what was done, how it is set.
@MainActor
@Suite struct InterfaceStateTests {
  private nonisolated static let sizes = [(80, 24), (120, 40), (45, 15)]

  private func preview(_ name: String) throws -> InterfacePreview {
    try #require(InterfacePreview.all.first { $0.name == name })
  }

  @Test(arguments: sizes)
  func `the first line has what is to be decided, and the item a mark`(columns: Int, rows: Int)
    async throws
  {
    let stage = try await InterfaceStage(preview("list-conflicted"))
    stage.size = ScreenSize(columns: columns, rows: rows)
    await stage.wait { $0[0].contains("1 to decide") }
    #expect(
      stage.lines.contains { $0.hasPrefix(columns < 90 ? " ≠1  Paint" : " ") && $0.contains("≠") }
    )
    #expect(!stage.lines[0].contains("to send"))
    try await stage.shell.repository.add("Milk")
    await stage.wait { $0[0].contains("1 to send") }
  }

  @Test func `a store without a hub has nothing to send`() async throws {
    let stage = try InterfaceStage()
    await stage.wait { $0.contains { $0.contains("garden") } }
    await stage.wait(for: ", added ")
    #expect(!stage.lines[0].contains("to send") && !stage.lines.contains { $0.contains("≠") })
  }

  @Test func `views have counts, and deleted items are restored from theirs`() async throws {
    let stage = try InterfaceStage(.empty)
    for title in ["Milk", "Bread"] { try await stage.shell.repository.add(title) }
    await stage.wait { $0.contains { $0.hasPrefix("▌ Open           2") } }
    stage.press(.character("R"))
    await stage.wait(for: "Only a deleted item")
    stage.press(.character("D"))
    await stage.wait { $0.contains { $0.hasPrefix("  deleted        1") } }
    stage.navigator.onPlace(.deleted)
    await stage.wait { lines in
      lines[0].hasPrefix(" deleted") && lines.contains { $0.contains("Milk") }
        && !lines.contains { $0.contains("Bread") }
    }
    await stage.wait(for: "─ 1, added")
    stage.press(.character("R"))
    await stage.wait(for: "Nothing is deleted.")
    #expect(try await stage.shell.repository.count(.all) == 2)
  }

  @Test func `the pane names what an item waits for, and counts what is not on the screen`()
    async throws
  {
    let stage = try InterfaceStage(.empty)
    let done = try await stage.shell.repository.add(ItemDraft(title: "Call", status: .done))
    let milk = try await stage.shell.repository.add("Milk")
    var draft = ItemDraft(title: "Bake", priority: .high)
    draft.blockers = [milk.id, done.id]
    try await stage.shell.repository.add(draft)
    await stage.wait(for: "Bake")
    stage.press(.home)
    await stage.wait(for: "blocked-by 2 \"Milk\", and 1 more")
  }

  @Test func `tags stand at the left, and show what has them`() async throws {
    let stage = try InterfaceStage(.empty)
    try await stage.shell.repository.add(ItemDraft(title: "Milk", tags: ["two words"]))
    try await stage.shell.repository.add("Bread")
    await stage.wait { $0.contains { $0.hasPrefix("  +two words") } }
    stage.navigator.onPlace(.tag("two words"))
    await stage.wait { $0[0].hasPrefix(" +two words") && !$0.contains { $0.contains("Bread") } }
    await stage.wait(for: "Milk")
  }

  @Test(arguments: sizes)
  func `every bottom line ends with help and the way out`(columns: Int, rows: Int) async throws {
    let stage = try InterfaceStage()
    await stage.wait(for: "Bleed")
    stage.size = ScreenSize(columns: columns, rows: rows)
    #expect(stage.lines.last?.hasSuffix("? help  q quit") == true)
    stage.press(.character("L"))
    #expect(stage.lines.last?.hasSuffix("? help  Esc back") == true)
    stage.press(.escape, .character(","))
    #expect(stage.lines.last?.hasSuffix("? help  Esc back") == true)
    stage.press(.escape, .character("/"))
    #expect(stage.lines.last?.hasSuffix("Esc back") == true)
  }

  @Test(arguments: sizes)
  func `the pane has the notes first, does not repeat the row, and can be hidden`(
    columns: Int,
    rows: Int
  ) async throws {
    let stage = try InterfaceStage(.empty)
    let draft = ItemDraft(title: "Milk", notes: "Two litres", start: nil)
    let item = try await stage.shell.repository.add(draft)
    await stage.wait(for: "Two litres")
    stage.size = ScreenSize(columns: columns, rows: rows)
    let lines = stage.lines
    #expect(lines.count { $0.contains("Milk") } == 1)
    #expect(!lines.contains { $0.contains(item.id.description) || $0.contains("kind") })
    let rule = lines.firstIndex { $0.contains("─ 1, added") }
    #expect((rule != nil) == (rows >= 20))
    if let rule { #expect(lines[rule + 1].contains("Two litres")) }
    stage.press(.character("i"))
    #expect(!stage.lines.contains { $0.contains("─ 1, added") })
  }

  @Test(arguments: sizes)
  func `a mistake in a prompt is its sentence alone, and whole`(columns: Int, rows: Int)
    async throws
  {
    let stage = try InterfaceStage(.empty)
    try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    stage.size = ScreenSize(columns: columns, rows: rows)
    stage.press(.character("t"))
    stage.type("nxt")
    await stage.wait { $0.contains("'nxt' is not a date.") }
    stage.press(.enter)
    let prompt = try #require(stage.navigator.top as? PromptScreen)
    while prompt.state.isEntering { await Task.yield() }
    #expect(stage.lines.contains("'nxt' is not a date."))
    prompt.state.remark = (1...12).map { "word\($0)" }.joined(separator: " ")
    #expect(stage.lines.contains { $0.contains("word12") })
  }

  @Test func `steps are undone to one of them, when asked twice, and redone`() async throws {
    let stage = try InterfaceStage(.empty)
    let store = stage.shell.repository
    for title in ["Milk", "Bread", "Tea"] { try await store.add(title) }
    await stage.wait(for: "Tea")
    stage.press(.character("L"))
    await stage.wait(for: "added 2 \"Bread\"")
    stage.press(.character("j"), .character("t"))
    await stage.wait(for: "'t' again undoes 2 steps.")
    #expect(try await store.count(.all) == 3)
    stage.press(.character("t"))
    await stage.wait(for: "undone: added 2")
    #expect(try await store.items().map(\.title) == ["Milk"])
    // From what a step changed, it is the same way back.
    stage.press(.character("g"), .enter)
    await stage.wait(for: "t redo to here")
    stage.press(.character("t"))
    await stage.wait(for: "'t' again redoes 2 steps.")
    stage.press(.character("t"))
    await stage.wait { _ in stage.navigator.message?.contains("Redone") == true }
    #expect(try await store.count(.all) == 3)
  }

  @Test(arguments: sizes)
  func `a setting is changed and unset where it stands`(columns: Int, rows: Int) async throws {
    let home = try Workplace()
    let stage = try InterfaceStage(configuration: home.path)
    stage.size = ScreenSize(columns: columns, rows: rows)
    await stage.wait(for: "Bleed")
    stage.press(.character(","), .character("j"), .character("j"))
    #expect(stage.lines.contains { $0.hasPrefix("  sort") && $0.contains("not set") })
    stage.press(.enter)
    stage.type("nothing")
    stage.press(.enter)
    let prompt = try #require(stage.navigator.top as? PromptScreen)
    while prompt.state.isEntering { await Task.yield() }
    #expect(stage.navigator.top is PromptScreen && !prompt.state.remark.contains("Error"))
    stage.press(.control("u"))
    stage.type("-number")
    stage.press(.enter)
    await stage.wait { $0.contains { $0.hasPrefix("  sort") && $0.contains("-number") } }
    #expect(await stage.shell("config", "get", "sort").output == "-number\n")
    #expect(stage.listModel?.query.sort.first == .descending(.number))
    stage.press(.character("D"))
    await stage.wait { $0.contains { $0.hasPrefix("  sort") && $0.contains("not set") } }
  }

  @Test(arguments: sizes)
  func `the last line of a text to decide on is seen`(columns: Int, rows: Int) async throws {
    let stage = try await InterfaceStage(preview("decide"))
    let store = stage.shell.repository
    var item = try #require(try await store.items().first)
    item.notes = (1...80).map { "line \($0)." }.joined(separator: "\n")
    try await store.update(item)
    await stage.wait(toDecideOn: item.notes)
    stage.press(.enter)
    stage.size = ScreenSize(columns: columns, rows: rows)
    await stage.wait(for: "more line")
    // Step by step to the end: no line is ever under the note.
    var seen: Set<Int> = []
    for _ in 0..<90 {
      let text = stage.lines.joined(separator: "\n") + "\n"
      for number in 1...80 where text.contains("line \(number).") { seen.insert(number) }
      stage.press(.down)
    }
    #expect(seen.count == 80)
    #expect(!stage.lines.contains { $0.contains("more line") })
  }
}
