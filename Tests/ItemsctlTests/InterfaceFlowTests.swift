import Foundation
import ItemModels
import Observation
import Registry
import Storage
import Sync
import Testing

@testable import itemsctl

// The screens without a terminal: routers show them, keys go to the one on top, and what is drawn is a grid of cells.

/// The screens on a store in memory.
@MainActor
final class InterfaceStage {
  let shell: Shell
  let navigator: Navigator
  let router: AppRouter
  var size = ScreenSize(columns: 110, rows: 50)

  /// The screens of a preview.
  init(_ preview: InterfacePreview) async throws {
    var shell = try Shell()
    shell.repository = try await preview.store(InterfacePreview.environment())
    self.shell = shell
    var parameters = InterfaceStage.parameters(shell, InterfacePreview.calendar)
    parameters.remote = { preview.remote }
    router = AppRouter.composed(parameters, at: preview.link)
    navigator = router.navigator
    router.start()
  }

  init(
    _ fixture: Fixture = .full,
    at link: DeepLink = .place(.open),
    repository: (any OpenedStore)? = nil,
    secondsLater: Double = 0,
    in container: Container = Container()
  ) throws {
    var shell = try Shell(fixture)
    if let repository { shell.repository = repository }
    self.shell = shell
    router = AppRouter.composed(
      InterfaceStage.parameters(
        shell,
        shell.calendar.at(testNow.addingTimeInterval(secondsLater))
      ),
      at: link,
      in: container
    )
    navigator = router.navigator
    router.start()
  }

  private static func parameters(
    _ shell: Shell,
    _ calendar: LocalCalendar
  ) -> InterfaceParameters {
    InterfaceParameters(
      repository: shell.repository,
      calendar: { calendar },
      views: [.open, Place(name: "today", words: ["today"])],
      query: { try UICommand.query($0, .none, calendar) },
      run: { words in
        let outcome = await shell.run(words)
        let text = outcome.output + outcome.errors
        return CommandAnswer(
          lines: text.split(separator: "\n").map(String.init),
          isFailure: outcome.code != .success
        )
      },
      remote: { nil },
      networkService: { _ throws(SyncError) in throw SyncError(.unreachable, "It is away.") },
      syncEnvironment: SyncEnvironment(sleep: { _ in }, random: { 1 }, now: { 0 }),
      syncLease: .none
    )
  }

  /// What a terminal would show.
  var canvas: Canvas {
    let look = Look(calendar: shell.calendar, usesColor: false, usesBlocks: true)
    return InterfacePicture(navigator: navigator, look: look).canvas(size)
  }

  var lines: [String] {
    let canvas = canvas
    return canvas.rows.indices.map { canvas.text(ofRow: $0) }
  }

  func press(_ keys: Key...) { press(keys) }

  func press(_ keys: [Key]) {
    for key in keys { navigator.handle(key) }
  }

  /// Shows the first screen alone.
  func begin() { navigator.showFirst() }

  func type(_ text: String) {
    for character in text { navigator.handle(.character(character)) }
  }

  /// Waits until the picture is as it should be; one that never is is shown when the suite's time is over.
  func wait(until isThere: @escaping ([String]) -> Bool) async {
    while true {
      let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      navigator.onChange = { change.yield() }
      let lines = withObservationTracking {
        self.lines
      } onChange: {
        change.yield()
      }
      if isThere(lines) { return }
      for await _ in changes { break }
      if Task.isCancelled {
        Issue.record("The screen shows:\n\(lines.joined(separator: "\n"))")
        return
      }
    }
  }

  func wait(for text: String) async { await wait { $0.contains { $0.contains(text) } } }
}

@MainActor
@Suite(.timeLimit(.minutes(1))) struct InterfaceFlowTests {
  @Test func `the list shows views, lists, items and the one under the cursor`() async throws {
    let stage = try InterfaceStage()
    await stage.wait { lines in
      ["▌ Open", "today", "garden", "No date", "number "].allSatisfy { part in
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
    await stage.wait { $0.contains { $0.contains("3") && $0.contains("c") } }
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
    await stage.wait { $0.contains { $0.hasPrefix("  priority  high") } }
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
    await stage.wait(for: "Choose what is to stay")
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
    await stage.wait(for: "That cannot be read")
    stage.press(.escape, .character(":"))
    stage.type("show 1")
    stage.press(.enter)
    await stage.wait { $0[0].contains("› show 1") }
    stage.press(.character("q"), .character(":"), .up)
    await stage.wait(for: ":show 1")
  }

  @Test func `what is typed for a value is one text, whatever is in it`() async throws {
    let stage = try InterfaceStage(.empty)
    let item = try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    for (key, text) in [
      ("n", "it's fine, buy milk and -x eggs"), ("+", "two words"), ("m", "mum's house"),
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

  @Test func `who presses twice does it once, and leaves one screen`() async throws {
    let stage = try InterfaceStage(.empty)
    await stage.wait(for: "Nothing is open")
    stage.press(.character("a"))
    stage.type("Milk")
    stage.press(.enter, .enter, .escape, .enter)
    await stage.wait(for: "Added 1 \"Milk\"")
    #expect(stage.navigator.screens.count == 1 && !stage.navigator.hasEnded)
    await stage.wait(for: "number     1")
    stage.press(.character("e"))
    await stage.wait { $0[0].contains("Edit 1") }
    stage.type("!")
    stage.press(.control("s"), .control("s"), .escape, .escape)
    await stage.wait(for: "Milk!")
    #expect(stage.navigator.screens.count == 1 && !stage.navigator.hasEnded)
    #expect(try await stage.shell.repository.items().map(\.title) == ["Milk!"])
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
    stage.press(.character("m"))
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

  @Test func `undo asks before it goes behind the beginning`() async throws {
    let stage = try InterfaceStage(.empty, secondsLater: 60)
    try await stage.shell.repository.add("Milk")
    await stage.wait(for: "Milk")
    stage.press(.character("u"))
    await stage.wait(for: "Done before this began: added 1 \"Milk\"")
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

  @Test func `a view that is chosen at the left is shown`() async throws {
    let stage = try InterfaceStage()
    await stage.wait { $0.contains { $0.hasPrefix("  garden") } }
    stage.press(.tab, .character("j"), .character("j"), .character("j"))
    await stage.wait { $0[0].hasPrefix(" garden") && !$0.contains { $0.contains("Bleed") } }
    stage.press(.enter)
    await stage.wait(for: "Water the tomatoes")
  }

  @Test func `clicks choose and open`() async throws {
    let stage = try InterfaceStage()
    await stage.wait(for: "Rye bread")
    let row = try #require(stage.lines.firstIndex { $0.contains("Call Grandma") })
    stage.press(.click(row: row, column: 40))
    await stage.wait(for: "number     6")
    stage.press(.click(row: row, column: 40))
    await stage.wait { $0[0].contains("› Item 6") }
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

  @Test func `a store that is closed says so, and nothing hangs`() async throws {
    let repository = try SQLiteRepository.inMemory(.full)
    let stage = try InterfaceStage(repository: repository)
    await stage.wait(for: "Bleed")
    await repository.close()
    await stage.wait(for: "closed")
  }

  @Test func `many items are scrolled to their end and back`() async throws {
    let stage = try InterfaceStage(.large(count: 3_000))
    await stage.wait(for: "number ")
    stage.press(.character("G"))
    await stage.wait { _ in stage.listModel?.hasLater == false }
    let last = try #require(stage.listModel?.items.last)
    await stage.wait(for: "number     \(last.number)")
    stage.press(.character("g"))
    await stage.wait { _ in stage.listModel?.hasEarlier == false }
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
    let letters = Array("abdeghjklmnrstuvxDGLSU!*+,/:? \"'~日س")
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

extension InterfaceStage {
  fileprivate var formModel: ItemModel? { (navigator.top as? FormScreen)?.model }
  fileprivate var listModel: ItemListModel? { (navigator.screens.first as? ItemsScreen)?.model }
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
