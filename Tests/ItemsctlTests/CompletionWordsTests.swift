import ArgumentParsing
import Storage
import Testing

@testable import Phrases
@testable import itemsctl

/// Words that a shell is offered, by what stands before them.
@Suite struct CompletionWordsTests {
  private func words(
    _ kind: CompletionKind,
    _ typed: String = "",
    behind: [String] = []
  ) async -> [String] {
    await CompletionWords(repository: nil).words(kind, typed: typed, behind: behind).map(\.word)
  }

  @Test(
    arguments: [
      (CompletionKind.additions, []), (.itemsAndChanges, ["12"]), (.itemsAndChanges, ["12", "13"]),
      (.itemsAndChanges, ["list:home", "to"]), (.itemsAndChanges, ["milk", "set"]),
    ] as [(CompletionKind, [String])]
  )
  func `each field that can be changed is offered with its name`(
    kind: CompletionKind,
    before: [String]
  ) async {
    let offered = await words(kind, behind: before)
    for part in ItemPart.words where part.form != .names {
      #expect(offered.contains("\(part.typedName):"), "\(part)")
    }
    #expect(await words(kind, "priority:h", behind: before).contains("priority:high"))
    #expect(!offered.contains("or") && !offered.contains("not"))
  }

  @Test(arguments: [
    CompletionKind.filter, .conditions, .itemsOrFilter, .closedItemsOrFilter,
    .deletedItemsOrFilter, .itemsAndChanges, .itemsAndTags,
  ])
  func `'or' is offered only where a condition stands before it`(kind: CompletionKind) async {
    for before in [[], ["milk", "or"], ["not"], ["("], ["+x", "and"]] {
      #expect(await !words(kind, behind: before).contains("or"), "\(before)")
    }
    for before in [["milk"], ["+x"], ["list:home", "or", "today"]] {
      #expect(await words(kind, behind: before).contains("or"), "\(before)")
    }
  }

  @Test(arguments: [
    CompletionKind.filter, .itemsOrFilter, .closedItemsOrFilter, .deletedItemsOrFilter,
    .itemsAndChanges, .itemsAndTags,
  ])
  func `views are offered wherever a condition may stand`(kind: CompletionKind) async {
    for before in [[], ["milk"], ["milk", "or"], ["not"]] {
      let offered = await words(kind, behind: before)
      for view in FilterView.builtIn { #expect(offered.contains(view.name), "\(before)") }
    }
    #expect(await words(.conditions, "is:").contains("is:today"))
    #expect(await !words(.conditions).contains("today"))
  }

  @Test func `settings are offered by names that there can be`() async throws {
    #expect(await words(.settings).contains("view."))
    let outcome = await (try Shell())("__complete", "zsh", "--", "config", "set", "")
    #expect(outcome.output.contains("date-order") && !outcome.output.contains("NAME"))
  }

  @Test func `conflicts and kept texts are offered, and behind them what decides`() async throws {
    let world = SyncWorld()
    for line in [
      "--store a.sqlite add -q Shopping -n milk", "--store a.sqlite sync -q --remote file:/tmp#hub",
      "--store b.sqlite sync -q --remote file:/tmp#hub", "--store a.sqlite edit -q 1 -n oat",
      "--store b.sqlite edit -q 1 -n soy", "--store a.sqlite sync -q", "--store b.sqlite sync -q",
      "--store b.sqlite add -q Rope",
    ] { _ = await world(line) }
    try await world.quarantine("Rope", reason: "field", in: "b.sqlite")
    let words = CompletionWords(repository: try world.store("b.sqlite"))
    let offered = await words.words(.conflicts, typed: "")
    #expect(offered.map(\.word) == ["c1", "k1"], "\(offered)")
    #expect(offered.map(\.explanation) == ["quarantined: Rope", "Shopping"])
    #expect(
      await words.words(.conflicts, typed: "", behind: ["c1"]).map(\.word)
        == ["k1", "mine", "theirs", "both"]
    )
    #expect(await self.words(.conflicts) == [])
  }

  @Test(arguments: [
    ("strore", "store"), ("lsit", "list"), ("date_order", "date-order"), ("remot", "remote"),
    ("veiw.work", "view.work"), ("colour", "color"),
  ])
  func `a slip in a setting is answered with its name`(typed: String, name: String) async throws {
    for words in [["get", typed], ["set", typed, "x"], ["unset", typed]] {
      let errors = await (try Shell()).run(["config"] + words).errors
      #expect(errors.contains("Did you mean '\(name)'?"), "\(errors)")
    }
  }

  @Test(arguments: [
    ("view", "views"), ("settings", "configuration"), ("date", "dates"), ("repeat", "repeats"),
    ("filter", "filters"), ("env", "environment"), ("codes", "exit-codes"), ("fromats", "formats"),
    ("today", "views"), ("due", "dates"), ("lits", "list"), ("hoks", "hooks"),
  ])
  func `a topic by another name is answered with its own`(typed: String, name: String) async throws
  {
    let errors = await (try Shell())("help", typed).errors
    #expect(errors.contains("Did you mean '\(name)'?"), "\(errors)")
  }

  @Test func `help tells of the views there are`() async throws {
    let page = await (try Shell())("help", "views").output
    for view in FilterView.builtIn { #expect(page.contains("  \(view.name) ")) }
  }
}
