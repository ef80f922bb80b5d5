import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import TerminalScreens
@testable import itemsctl

@MainActor
@Suite struct InterfaceViewTests {
  @Test func `a filter is typed, counted, shown, kept as a view and removed`() async throws {
    let home = try Workplace()
    let stage = try InterfaceStage(configuration: home.path)
    await stage.wait(for: "Bleed")
    stage.press(.character("f"))
    stage.type("text:tea or list:garden")
    await stage.wait(for: "Enter shows them")
    stage.press(.enter)
    await stage.wait { $0[0].hasPrefix(" text:tea or list:garden") }
    await stage.wait { !$0.contains { $0.contains("Bleed") } }

    stage.press(.character("V"))
    stage.type("tea")
    await stage.wait(for: "The name of a view that shows text:tea or list:garden")
    stage.press(.enter)
    await stage.wait(for: "'tea' is now a view")
    await stage.wait { $0[0].hasPrefix(" tea") && $0.contains { $0.contains("▌ tea") } }
    #expect(await stage.shell("config", "get", "view.tea").output == "text:tea or list:garden\n")

    // What follows is for the places: no item is deleted.
    let count = try await stage.shell.repository.count(.all)
    stage.press(.tab, .character("D"))
    await stage.wait(for: "'D' again removes the view 'tea'")
    stage.press(.character("D"))
    await stage.wait(for: "Removed the view 'tea'.")
    await stage.wait { $0[0].hasPrefix(" Open") && !$0.contains { $0.contains("▌ tea") } }
    #expect(await stage.shell("config", "get", "view.tea").code == .failure)
    stage.press(.character("D"))
    await stage.wait(for: "Only a view of your own can be removed")
    stage.press(.character("d"), .character("!"), .character("."))
    #expect(try await stage.shell.repository.count(.all) == count)
  }

  @Test func `a name that cannot be one, and a filter that is none, can be typed on`() async throws
  {
    let home = try Workplace()
    let stage = try InterfaceStage(configuration: home.path)
    await stage.wait(for: "Bleed")
    stage.press(.character("V"))
    await stage.wait(for: "type a filter first")
    stage.press(.character("f"))
    stage.type("due:never")
    await stage.wait(for: "'never' is not understood")
    stage.press(.enter)
    let prompt = try #require(stage.navigator.top as? PromptScreen)
    while prompt.state.isEntering { await Task.yield() }
    stage.press(.control("u"))
    stage.type("list:garden")
    stage.press(.enter)
    await stage.wait { $0[0].hasPrefix(" list:garden") }
    stage.press(.character("V"))
    stage.type("today")
    stage.press(.enter)
    await stage.wait(for: "today")
    #expect(stage.navigator.screens.count == 2)
  }

  @Test func `a view that a command line adds stands at the left`() async throws {
    let home = try Workplace()
    let stage = try InterfaceStage(configuration: home.path)
    await stage.wait(for: "Bleed")
    stage.press(.character(":"))
    stage.type("config set view.tea text:tea")
    stage.press(.enter)
    await stage.wait { $0.contains { $0.hasPrefix("  tea") } }
  }

  @Test(arguments: [
    (["list:home", "+shop"], "list:home +shop"),
    (["list:\"my list\""], "'list:\"my list\"'"),
    (["text:it's \"so\" \\"], #""text:it's \"so\" \\""#),
    (["", "a b"], "'' 'a b'"),
    ([], ""),
  ]) func `words are a text that reads as these words`(words: [String], text: String) throws {
    #expect(SavedView.text(of: words) == text)
    #expect(try SavedView.words(of: text) == words)
  }
}
