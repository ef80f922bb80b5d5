import Storage
import Sync
import Synchronization
import Testing

@testable import CommandKit
@testable import itemsctl

@Suite struct SyncCommandTests {
  @Test(arguments: ["sync", "sync-json"])
  func `through a pipe it prints what the file says`(_ name: String) async throws {
    try await Transcript(name: name).play(in: SyncWorld())
  }

  @Test func `on a terminal it prints what the file says`() async throws {
    try await Transcript(name: "sync-terminal").play(in: SyncWorld(), isTerminal: true)
  }

  @Test func `conflicts are listed and decided on as the file says`() async throws {
    let world = try await worldWithConflicts()
    try await Transcript(name: "conflicts").play(in: world)
  }

  @Test func `texts that two devices edit are kept and decided on as the file says`() async throws {
    try await Transcript(name: "kept-texts").play(in: SyncWorld())
  }

  @Test(arguments: [
    (
      ["notes"], KeptTextChoice.theirs,
      "Took the kept text for 3 \"N\": \"t\"\n  instead of nothing"
    ),
    (["notes", "notes"], .theirs, "Took the latest kept text for 3 \"N\", and dropped 1 other"),
    (["title", "notes"], .theirs, "Took the 2 kept texts for 3 \"N\""),
    (
      ["title", "notes", "notes"], .theirs,
      "Took the latest kept text of each field for 3 \"N\", and dropped 1 other"
    ),
    (["notes", "notes"], .mine, "Dropped the 2 kept texts of 3 \"N\""),
    (["notes", "notes"], .both, "Put all texts into 3 \"N\""),
  ])
  func `a decision on several texts says what becomes of them`(
    fields: [String],
    choice: KeptTextChoice,
    words: String
  ) {
    let texts = fields.enumerated().map { number, field in
      KeptTextOfItem(
        item: ItemID(high: 1, low: 2),
        number: 3,
        title: "N",
        kept: KeptText(
          field: Field(name: field),
          stamp: Stamp(time: UInt64(number), node: 1),
          text: "t"
        ),
        current: ""
      )
    }
    #expect(SyncReport.text(of: texts, choice, isDone: true) == words)
  }

  @Test func `a text has a name of its own only beside others, and keeps it`() throws {
    let texts = (1...40).map { number in
      KeptText(
        field: .fixed(number % 2 == 0 ? .notes : .title),
        stamp: Stamp(milliseconds: Int64(number), node: 1),
        text: "same"
      )
    }
    #expect(KeptTextNames.name(of: texts[0], among: [texts[0]], number: 12) == "k12")
    let names = texts.map { KeptTextNames.name(of: $0, among: texts, number: 12) }
    #expect(Set(names).count == texts.count)
    for (text, name) in zip(texts, names) {
      #expect(name.hasPrefix("k12.") && name.utf8.count >= 6)
      guard case .kept(12, let code?) = ConflictName(name) else {
        Issue.record("\(name) is no name")
        continue
      }
      #expect(texts.filter { KeptTextNames.code(of: $0).hasPrefix(code) } == [text])
    }
    let pair = KeptTextNames.name(of: texts[0], among: [texts[0], texts[1]], number: 12)
    #expect(names[0].hasPrefix(pair), "others may only make it longer")
  }

  @Test func `a number that is a conflict's and an item's is decided on by neither`() async throws {
    let world = try await worldWithConflicts()
    let store = try world.store("a.sqlite")
    let rope = try #require(try await store.items().first { $0.title == "Rope" })
    try await store.writeReplica { transaction throws(StorageError) in
      guard let item = try transaction.replica(rope.id) else { return }
      let kept = KeptText(field: .fixed(.notes), stamp: Stamp(time: 1, node: 1), text: "other")
      let register = Register(kept.register, "other", stamp: kept.stamp, isDirty: true)
      try transaction.put(
        ReplicaItem(id: item.id, sequence: 1, registers: item.registers + [register])
      )
    }
    let outcome = await world("--store a.sqlite sync resolve 1 mine")
    #expect(outcome.code == .failure && outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        Error: 1 is the number of a conflict, and of an item with a kept text.
        Help:  c1  the change of "Rope"
               k1  the text kept beside "Rope"

        """
    )
    #expect(try await store.syncStatus().conflicts.count == 3)
    #expect(await world("--store a.sqlite sync resolve c1 mine").code == .success)
    #expect(try await store.syncStatus().keptTexts.count == 1)
    let kept = await world("--store a.sqlite sync resolve 1 both")
    #expect(kept.output == "Put both texts into 1 \"Rope\"\n")
    let refused = await world("--store a.sqlite sync resolve --keep k1")
    #expect(refused.code == .usage && refused.output.isEmpty)
  }

  @Test func `a person is asked before many are decided on, and no answer is a no`() async throws {
    let world = try await worldWithConflicts()
    let words = SyncWorld.words(of: "--store a.sqlite sync resolve --drop --all")
    for (input, code) in [("", 2), ("n\n", 2), ("nope", 2), ("y\n", 0)] as [(String, Int32)] {
      let outcome = await world.run(words, isTerminal: true, width: 80, input: input)
      #expect(outcome.code.rawValue == code, "\(input): \(outcome)")
      #expect(outcome.errors.hasPrefix("Drop 3 changes? [y/N] "))
    }
    #expect(try await world.store("a.sqlite").syncStatus().conflicts.isEmpty)
    let again = try await worldWithConflicts()
    let outcome = await again.run(words + ["--yes"], isTerminal: true)
    #expect(outcome.code == .success && !outcome.errors.contains("?"))
  }

  @Test(arguments: [(false, []), (true, ["--no-input"])] as [(Bool, [String])])
  func `where nobody may be asked, many are not decided on`(
    isTerminal: Bool,
    more: [String]
  ) async throws {
    let world = try await worldWithConflicts()
    let words = SyncWorld.words(of: "--store a.sqlite sync resolve --drop --all") + more
    let outcome = await world.run(words, isTerminal: isTerminal, input: "y\n")
    #expect(outcome.code == .usage && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: Nothing was changed: 'Drop 3 changes?' needs"))
    #expect(outcome.errors.contains("\nHelp:  Give '--yes'"))
    #expect(try await world.store("a.sqlite").syncStatus().conflicts.count == 3)
  }

  private func worldWithConflicts() async throws -> SyncWorld {
    let world = SyncWorld()
    for line in [
      "add -q Rope +deck", "add -q Paint list:boat due:2026-12-24 attr.litres=2 -n \"two coats\"",
      "add -q Varnish", "add -q Sandpaper",
    ] {
      #expect(await world("--store a.sqlite \(line)").code == .success)
    }
    try await world.quarantine("Rope", reason: "field", in: "a.sqlite")
    try await world.lose("Paint", in: "a.sqlite")
    try await world.lose("Varnish", in: "a.sqlite")
    return world
  }

  @Test func `a person is asked before a hub that does not know the store is met`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q Milk")
    #expect(await world("--store a.sqlite sync --remote file:/hub").code == .success)
    let words = SyncWorld.words(of: "--store a.sqlite sync --remote file:/boats")
    for (input, code) in [("n\n", 2), ("", 2), ("y\n", 0)] as [(String, Int32)] {
      let outcome = await world.run(words, isTerminal: true, width: 80, input: input)
      #expect(outcome.code.rawValue == code, "\(input): \(outcome)")
      #expect(outcome.errors.contains("A store knows one hub at a time"))
      #expect(outcome.errors.contains("Go on? [y/N] "))
      let remote = try await world.store("a.sqlite").syncStatus().remote ?? ""
      #expect(remote.hasPrefix("file:/boats") == (code == 0))
    }
  }

  @Test func `who forbids questions is told of such a hub, and not asked`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q Milk")
    #expect(await world("--store a.sqlite sync --remote file:/hub").code == .success)
    let words = SyncWorld.words(of: "--store a.sqlite sync --no-input --remote file:/boats")
    let outcome = await world.run(words, isTerminal: true, width: 80, input: "n\n")
    #expect(outcome.code == .success, "\(outcome)")
    #expect(outcome.errors.contains("A store knows one hub at a time"))
    #expect(!outcome.errors.contains("Go on?"))
  }

  @Test func `a difference without a reason is named, and the exit code says so`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q --each Milk Bread")
    #expect(await world("--store a.sqlite sync --remote file:/hub").code == .success)
    let store = try world.store("a.sqlite")
    func change() async throws {
      try await store.writeReplica { transaction throws(StorageError) in
        for (_, var item) in try transaction.replicas(after: 0, limit: 1) {
          guard let index = item.registers.firstIndex(where: { $0.field == .fixed(.notes) }) else {
            continue
          }
          item.registers[index].value = "changed behind the engine's back"
          try transaction.put(item)
        }
      }
    }
    try await change()
    let outcome = await world("--store a.sqlite sync --verify")
    #expect(outcome.code == .bug)
    #expect(outcome.output.hasSuffix(") differs: notes\n"), "\(outcome.output)")
    #expect(outcome.errors.hasPrefix("The store and the hub differ in 1 item."))
    // The sync after it reads everything again.
    let next = await world("--store a.sqlite sync --verify")
    #expect(next.code == .success && next.errors.isEmpty, "\(next)")
    try await change()
    let data = await world("--store a.sqlite sync --verify --json")
    #expect(data.output.contains("\"kind\":\"fields\",\"fields\":[\"notes\"]}\n"))
    #expect(data.output.hasSuffix("\"equal\":false,\"ahead\":null}\n"))
  }

  @Test func `a damaged row of the hub is named, with what fixes it`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q --each Milk Bread")
    #expect(await world("--store a.sqlite sync --remote file:/hub").code == .success)
    let item = try #require(try await world.store("a.sqlite").items().first).id
    for (named, name) in [(item, "item \(item)"), (nil, "the item with the number 2")] {
      let row = DamagedRow(item: named, sequence: 2)
      let page = ChangesPage(
        rows: [],
        end: 9,
        hasMore: false,
        token: SyncToken(epoch: 1, head: 9, nonce: 1),
        floor: 0,
        now: 0,
        damaged: Array(repeating: row, count: 3)
      )
      world.answer.withLock {
        $0 = FixedAnswer(status: 200, body: String(decoding: page.bytes, as: UTF8.self))
      }
      let outcome = await world("--store a.sqlite sync")
      #expect(outcome.code == .badData, "\(outcome)")
      let sentences = [
        "The hub's copy of \(name) is damaged, so it was not pulled.",
        "On the machine of the hub, 'itemsctl doctor --hub FILE --fix' fixes it.",
      ]
      #expect(outcome.errors.contains(sentences.joined(separator: "\n")), "\(outcome)")
    }
  }

  @Test(
    arguments: [
      (401, 77), (403, 77), (426, 76), (429, 75), (500, 69), (503, 69), (507, 75), (418, 76),
    ] as [(Int, Int32)]
  ) func `each answer of a hub has its exit code`(status: Int, code: Int32) async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q Milk")
    world.answer.withLock { $0 = FixedAnswer(status: status) }
    let outcome = await world("--store a.sqlite sync --remote https://hub.example/home")
    #expect(outcome.code.rawValue == code, "\(outcome.errors)")
    #expect(outcome.errors.contains("\nError: "))
    #expect(try await world.store("a.sqlite").syncStatus().unsynced == 1)
  }

  @Test func `a hub that never answered is none that the store was synced with`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q --each one two")
    world.answer.withLock { $0 = FixedAnswer(status: 403) }
    let failed = await world("--store a.sqlite sync --remote file:/hubs/typo.sqlite")
    #expect(failed.code == .permission, "\(failed)")
    world.answer.withLock { $0 = nil }
    for remote in ["typo", "right"] {
      let plan = await world("--store a.sqlite sync --dry-run --remote file:/hubs/\(remote).sqlite")
      #expect(plan.output.hasSuffix(" for the first time: 2 to push, 0 to pull\n"), "\(plan)")
    }
    let synced = await world("--store a.sqlite sync --remote file:/hubs/right.sqlite")
    #expect(synced.code == .success && synced.errors.hasPrefix("First sync of "), "\(synced)")
    let json = await world("--store a.sqlite sync --json --remote file:/hubs/right.sqlite")
    #expect(json.output.contains("\"first\":false"), "\(json)")
    let other = await world("--store a.sqlite sync --remote file:/hubs/other.sqlite")
    #expect(other.errors.contains("was synced with file:/hubs/right.sqlite before"), "\(other)")
  }

  @Test func `a hub file that is full is a full disk`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q Milk")
    world.answer.withLock { $0 = FixedAnswer(status: 507) }
    let outcome = await world("--store a.sqlite sync --remote file:/hub")
    #expect(outcome.code == .inputOutput && outcome.errors.contains("'/hub' is full"))
  }

  @Test func `a hub that will not get well by itself is asked once`() async throws {
    let world = SyncWorld()
    _ = await world("--store a.sqlite add -q Milk")
    let answer = FixedAnswer(status: 500, body: #"{"code":"damaged","error":"It is damaged."}"#)
    world.answer.withLock { $0 = answer }
    let outcome = await world("--store a.sqlite sync --remote file:/hub")
    #expect(outcome.code == .badData && outcome.errors.hasSuffix("Error: It is damaged.\n"))
  }
}

/// Answers everything alike.
struct FixedAnswer: NetworkService {
  var status: Int
  var body = ""

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    NetworkResponse(status: status, body: Array(body.utf8))
  }
}
