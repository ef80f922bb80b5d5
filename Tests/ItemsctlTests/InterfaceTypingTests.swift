import Storage
import Testing

@testable import TerminalScreens
@testable import itemsctl

@MainActor
@Suite struct InterfaceTypingTests {
  @Test func `what is typed for a value is one text, whatever is in it`() async throws {
    let stage = try InterfaceStage(.empty)
    let item = try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    for (key, text) in [
      ("n", "it's fine, buy milk and -x eggs"), ("+", "two words"), ("M", "mum's house"),
      ("t", "in 2 weeks"),
    ] as [(Character, String)] {
      stage.press(.character(key))
      stage.type(text)
      stage.press(.enter)
      await stage.wait(for: "Changed 1 \"Milk\"")
    }
    let changed = try #require(try await stage.shell.repository.item(item.id))
    #expect(changed.title == "Milk" && changed.notes == "it's fine, buy milk and -x eggs")
    #expect(changed.tags == ["two words"] && changed.list == "mum's house" && changed.due != nil)
    stage.press(.character("t"), .enter)
    await stage.wait(for: "→ none")
  }

  @Test func `what cannot be understood can be typed on`() async throws {
    let stage = try InterfaceStage(.empty)
    try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    stage.press(.character("t"))
    stage.type("somewhen")
    stage.press(.enter)
    await stage.wait { $0.contains { $0.contains("somewhen' is") } && $0.last == "Due: somewhen" }
    stage.press(.control("u"))
    stage.type("fri")
    stage.press(.enter)
    await stage.wait(for: "due none → ")
  }

  @Test func `names are completed, lists and tags each`() async throws {
    let stage = try InterfaceStage()
    await stage.wait { $0.contains { $0.hasPrefix("  garden") } }
    stage.press(.character("M"))
    stage.type("ga")
    stage.press(.tab)
    await stage.wait { $0.last == "List: garden" }
    stage.press(.escape, .character("+"))
    stage.type("pho")
    stage.press(.tab)
    await stage.wait { $0.last == "Tag: phone" }
  }

  @Test func `lines that are put in at once are items, and quotes are letters`() async throws {
    let stage = try InterfaceStage(.empty)
    await stage.wait(for: "Nothing is open")
    stage.press(.character("a"), .paste("Buy nails\n\nDon't \"forget\" due:\"next friday\"\n-x\n"))
    await stage.wait(for: "Enter adds 3 items.")
    stage.press(.enter)
    await stage.wait(for: "Added 3 items")
    let items = try await stage.shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == ["Buy nails", "Don't \"forget\"", "-x"])
    #expect(items[1].due != nil)
  }

  @Test func `of several lines, those that were added are not added again`() async throws {
    let stage = try InterfaceStage(.empty)
    await stage.wait(for: "Nothing is open")
    stage.press(.character("a"), .paste("Nails\nGlue due:never-ever\nTape"), .enter)
    await stage.wait { $0.last == "Add: Glue due:never-ever ⏎ Tape" }
    #expect(stage.lines.contains { $0.hasPrefix("Added 1 item.") })
    #expect(try await stage.shell.repository.items().map(\.title) == ["Nails"])
  }

  @Test func `a text without room is refused, and not cut`() async throws {
    let stage = try InterfaceStage(.empty)
    await stage.wait(for: "Nothing is open")
    let long = String(repeating: "x", count: LineEditor.limit + 1)
    stage.press(.character("a"), .paste(long), .escape)
    stage.press(.paste("x"))
    await stage.wait(for: "no field here")
    #expect(try await stage.shell.repository.count(.all) == 0)
  }
}
