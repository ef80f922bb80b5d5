import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import Phrases
@testable import itemsctl

/// Fields of Obsidian's plugin Tasks.
@Suite struct `Tasks of Obsidian` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func imported(_ text: String, strict: Bool = false) async throws -> (Outcome, Shell) {
    let shell = try Shell()
    let words = ["import", "-", "--format", "markdown"] + (strict ? ["--strict"] : [])
    return (await shell.run(words, input: text), shell)
  }

  /// What a line says beside its title, as `title | key=value …`.
  private static func text(of item: Item) -> String {
    let left: [ItemPart] = [.id, .number, .title, .updatedAt, .attributes, .occurrence]
    var words = ItemPart.allCases.filter { !left.contains($0) }.compactMap { part -> String? in
      if part == .createdAt, item.createdAt == testNow { return nil }
      if part == .completedAt, item.completedAt == testNow { return nil }
      if part == .repeat {
        return item.repeat.map { "repeat=\(RepeatPhrase(rule: $0.rule, origin: $0.origin).text)" }
      }
      guard item.value(of: part) != Item.blank.value(of: part) else { return nil }
      return "\(part.name)=\(ItemField.part(part).text(of: item))"
    }
    for (key, value) in item.attributes.sorted(by: { $0.key < $1.key }) {
      words.append("\(key):\(value.string ?? value.description)")
    }
    return ([item.title, "|"] + words).joined(separator: " ")
  }

  static let lines: [(line: String, item: String)] = [
    ("- [ ] Hull 🔺 📅 2027-04-10", "Hull | priority=high due=2027-04-10 obsidian:emoji highest"),
    (
      "- [ ] Deck ⏫ 🛫 2027-04-01 ⏳ 2027-04-02 📅 2027-04-10",
      "Deck | priority=high start=2027-04-01 due=2027-04-10 obsidian:emoji scheduled:2027-04-02"
    ),
    ("- [ ] Mast 🔼", "Mast | priority=medium obsidian:emoji"),
    ("- [ ] Sail 🔽", "Sail | priority=low obsidian:emoji"),
    ("- [ ] Keel ⏬️", "Keel | priority=low obsidian:emoji lowest"),
    ("- [ ] Rope 🗓️ 2027-04-11", "Rope | due=2027-04-11 obsidian:emoji"),
    ("- [ ] Rope 🗓2027-04-11", "Rope | due=2027-04-11 obsidian:emoji"),
    ("- [ ] Tar 📆 2027-04-12 #spring", "Tar | tags=spring due=2027-04-12 obsidian:emoji"),
    ("- [ ] Tar #a, 📅 2027-04-12 #b,", "Tar | tags=a,b due=2027-04-12 obsidian:emoji"),
    ("- [ ] Pump #a, #b/c.", "Pump | tags=a,b/c"),
    (
      "- [x] Varnish ➕ 2027-02-01 ✅ 2027-03-01",
      "Varnish | status=done createdAt=2027-02-01T00:00:00.000Z "
        + "completedAt=2027-03-01T00:00:00.000Z obsidian:emoji created"
    ),
    ("- [x] Oars 📅 2027-03-01", "Oars | status=done due=2027-03-01 obsidian:emoji undated"),
    (
      "- [-] Flag ❌ 2027-03-02",
      "Flag | status=cancelled completedAt=2027-03-02T00:00:00.000Z obsidian:emoji"
    ),
    (
      "- [ ] Bail 🔁  every day 📅 2027-04-02",
      "Bail | due=2027-04-02 repeat=daily obsidian:emoji recurrence:every day"
    ),
    (
      "- [ ] Wash 🔁 every 2 weeks when done 🛫 2027-04-02",
      "Wash | start=2027-04-02 repeat=2 weeks after done obsidian:emoji "
        + "recurrence:every 2 weeks when done"
    ),
    (
      "- [ ] Look 🔁 every day until March 29, 2027 📅 2027-03-24",
      "Look | due=2027-03-24 repeat=daily until 2027-03-29 obsidian:emoji "
        + "recurrence:every day until March 29, 2027"
    ),
    (
      "- [ ] Rent 🔁 every month on the 1st when done 📅 2027-05-01",
      "Rent | due=2027-05-01 repeat=monthly on the 1st obsidian:emoji "
        + "recurrence:every month on the 1st when done"
    ),
    (
      "- [ ] Call 🔁 every week on Monday, Friday 📅 2027-05-03",
      "Call | due=2027-05-03 repeat=weekly on mon, fri obsidian:emoji "
        + "recurrence:every week on Monday, Friday"
    ),
    (
      "- [x] Sand 🔁 every week 📅 2027-05-03 ✅ 2027-05-04",
      "Sand | status=done due=2027-05-03 completedAt=2027-05-04T00:00:00.000Z obsidian:emoji "
        + "recurrence:every week"
    ),
    (
      "- [ ] Id 🆔 abc-1 ⛔ dcf64c,0h17ye 🏁 delete 📅 2027-04-02 ^block-1",
      "Id | due=2027-04-02 block:block-1 depends-on:dcf64c,0h17ye obsidian:emoji "
        + "on-completion:delete task-id:abc-1"
    ),
    (
      "- [ ] View [due:: 2027-04-15]  [priority:: high]",
      "View | priority=high due=2027-04-15 obsidian:dataview"
    ),
    ("- [ ] Paren (due:: 2027-04-16)", "Paren | due=2027-04-16 obsidian:dataview"),
    (
      "- [ ] All [id:: a1], [scheduled:: 2027-04-01], [repeat:: every week], [start:: 2027-03-30]",
      "All | start=2027-03-30 repeat=weekly obsidian:dataview recurrence:every week "
        + "scheduled:2027-04-01 task-id:a1"
    ),
    (
      "- [x] Seen [created:: 2027-01-01] [completion:: 2027-01-02]",
      "Seen | status=done createdAt=2027-01-01T00:00:00.000Z "
        + "completedAt=2027-01-02T00:00:00.000Z obsidian:dataview created"
    ),
    // What is no field, or does not stand at the end.
    ("- [ ] 📅 buy a calendar", "📅 buy a calendar |"),
    ("- [ ] 📅 2027-04-10", "📅 2027-04-10 |"),
    ("- [ ] Then 🔼 more text", "Then 🔼 more text |"),
    ("- [ ] Gift 📅 2027-04-10 for Ann", "Gift 📅 2027-04-10 for Ann |"),
    ("- [ ] Never 📅 2027-02-30", "Never 📅 2027-02-30 |"),
    ("- [ ] Soon 📅 tomorrow", "Soon 📅 tomorrow |"),
    ("- [ ] Low 🔽 and lowest ⏬", "Low 🔽 and lowest | priority=low obsidian:emoji lowest"),
    ("- [ ] See [[Note|alias]] and ^block-1", "See [[Note|alias]] and ^block-1 |"),
    ("- [ ] Link [due](a::b)", "Link [due](a::b) |"),
    ("- [ ] Other [effort:: 3]", "Other [effort:: 3] |"),
    ("- [ ] Code `📅 2027-04-10`", "Code `📅 2027-04-10` |"),
    ("- [ ] Heart 💚", "Heart 💚 |"),
    ("- [ ] Two 📅 2027-04-10 📅 2027-04-11", "Two 📅 2027-04-10 | due=2027-04-11 obsidian:emoji"),
  ]

  @Test(arguments: lines.indices)
  func `are read, and written as they came`(_ index: Int) async throws {
    let (line, expected) = Self.lines[index]
    let (outcome, shell) = try await imported(line + "\n", strict: true)
    #expect(outcome.errors == "", "\(line)")
    let item = try #require(try await shell.repository.items().first)
    #expect(Self.text(of: item) == expected)
    let exported = await shell("export", "--format", "markdown")
    #expect(!exported.errors.contains("attributes") && !exported.errors.contains("title"))
    #expect(!exported.errors.contains("repeat"), "\(exported)")
    let (_, other) = try await imported(exported.output)
    let back = try #require(try await other.repository.items().first)
    #expect(Self.text(of: back) == expected, "\(exported.output)")
    // Another import changes nothing, whether or not the file wins.
    for words in [[], ["--match", "title"]] {
      for text in [line + "\n", exported.output] {
        let again = await shell.run(["import", "-", "--format", "markdown"] + words, input: text)
        #expect(again.output == "Imported: 0 added, 0 updated, 1 unchanged\n", "\(text) \(again)")
        #expect(again.errors == "", "\(text) \(words)")
      }
    }
  }

  @Test(arguments: [
    ("- [ ] Deck #boat 🆔 a1 ⛔ b2 ⏫ 🔁 every week 🏁 keep ➕ 2027-01-01 🛫 2027-04-01 ⏳ 2027-04-02 📅 2027-04-10 ^x"),
    ("- [ ] Deck #boat [id:: a1] [priority:: lowest] [created:: 2027-01-01] [due:: 2027-04-10]"),
    ("- [x] Deck 🔁 every 3 days when done 📅 2027-04-10 ✅ 2027-04-11"),
    ("- [-] Deck ❌ 2027-04-11"),
    ("- [/] Deck 🔺"),
  ])
  func `in the order of the plugin come back to the byte`(line: String) async throws {
    let (_, shell) = try await imported(line + "\n")
    #expect(await shell("export", "--format", "markdown").output == line + "\n")
  }

  @Test func `follow what is done here`() async throws {
    let line = "- [ ] Deck 🔁 every week 📅 2026-11-20\n- [ ] Hull 📅 2026-11-20\n- [ ] Plain\n"
    let (_, shell) = try await imported(line)
    _ = await shell("edit", "1", "--repeat", "every 2 weeks")
    _ = await shell("done", "2")
    _ = await shell("edit", "3", "due:2026-12-01")
    #expect(
      await shell("export", "--format", "markdown").output == """
        - [ ] Deck 🔁 every 2 weeks 📅 2026-11-20
        - [x] Hull 📅 2026-11-20 ✅ 2026-11-21
        - [ ] Plain due:2026-12-01

        """
    )
    // A time of day has no sign, and a rule of days has other words.
    _ = await shell("edit", "1", "due:2026-11-27T09:00", "--repeat", "weekly on mon, fri")
    #expect(
      await shell("export", "--format", "markdown").output
        .hasPrefix("- [ ] Deck due:2026-11-27T09:00 repeat:FREQ=WEEKLY;BYDAY=MO,FR\n")
    )
    _ = await shell("edit", "1", "--repeat", "none")
    let ended = await shell("export", "--format", "markdown").output
    #expect(ended.hasPrefix("- [ ] Deck due:2026-11-27T09:00\n"), "\(ended)")
  }

  @Test(arguments: [
    ("- [ ] Deck 🔁 every full moon 📅 2027-04-10", "the task does not repeat: \"every full moon\""),
    ("- [ ] Deck 🔁 every week", "the task does not repeat: \"every week\""),
    ("- [ ] Deck ✅ 2027-04-10", "the box is open, and the task was closed on 2027-04-10"),
  ])
  func `tell what an item cannot have, and keep it`(line: String, message: String) async throws {
    let (outcome, shell) = try await imported("- [ ] Milk\n\(line)\n")
    #expect(
      outcome.code == .success && outcome.errors.hasPrefix("line 2: \(message)"),
      "\(outcome)"
    )
    #expect(try await shell.repository.item(number: 2)?.repeat == nil)
    #expect(await shell("export", "--format", "markdown").output.hasSuffix("\n\(line)\n"))
    let (strict, _) = try await imported("- [ ] Milk\n\(line)\n", strict: true)
    #expect(strict.code == .badData && strict.errors.contains("line 2: \(message)"))
  }

  @Test(arguments: [
    "Hot 🔺", "Party 📅 2027-04-10", "See [due:: 2027-04-10]", "Wait ⏳ 2027-01-01", "Do 🏁 delete",
  ])
  func `are not seen in a title from elsewhere`(title: String) async throws {
    let shell = try Shell()
    try await shell.repository.add(ItemDraft(title: title))
    let exported = await shell("export", "--format", "markdown").output
    let (_, other) = try await imported(exported)
    let item = try #require(try await other.repository.items().first)
    #expect(item.title == title && item.attributes == [:] && item.due == nil, "\(exported)")
  }

  static let attached =
    [
      "🔺", "⏫", "🔼", "🔽", "⏬", "⏬\u{FE0F}", "📅 2027-04-10", "📆 2027-04-10", "🗓\u{FE0F}2027-04-10",
      "🛫 2027-04-10", "⏳ 2027-04-10", "⌛ 2027-04-10", "➕ 2027-04-10", "✅ 2027-04-10",
      "❌ 2027-04-10", "🔁 every week", "🆔 a1", "⛔ a1,b2", "🏁 delete", "⏫🔼", "⏫📅 2027-04-10",
      "📅 2027-04-10⏫", "📅 2027-04-10 ⏫",
    ]
    + ObsidianFields.Name.allCases.flatMap { name in
      let value = ["priority": "high", "repeat": "every week", "id": "a1", "dependsOn": "a1"]
      let text = "\(name.rawValue):: \(value[name.rawValue] ?? "2027-04-10")"
      return ["[\(text)]", "(\(text))", "[\(text)],"]
    }

  /// Behind a letter, a digit, a sign, a blank that divides no words, and with a blank, which an export has to escape.
  @Test(arguments: attached, ["Do Call", "No 7", "Call", "Do a!", "Do it\u{A0}", "Do it "])
  func `attached to a word belong to the title, and come back`(
    _ field: String,
    _ front: String
  ) async throws {
    let title = front + field
    if !front.hasSuffix(" "), !field.contains(" ⏫") {
      let (outcome, shell) = try await imported("- [ ] \(title)\n", strict: true)
      let item = try #require(try await shell.repository.items().first, "\(outcome)")
      #expect(Self.text(of: item) == "\(title) |")
    }
    let shell = try Shell()
    try await shell.repository.add(ItemDraft(title: title))
    let exported = await shell("export", "--format", "markdown")
    #expect(!exported.errors.contains("title"), "\(exported)")
    let (_, other) = try await imported(exported.output)
    let item = try #require(try await other.repository.items().first)
    #expect(Self.text(of: item) == "\(title) |", "\(exported.output)")
  }

  @Test(arguments: [
    ("- [ ] Hull ⏫📅 2027-04-10", "Hull | priority=high due=2027-04-10 obsidian:emoji"),
    ("- [ ] Hull 📅 2027-04-10⏫", "Hull | priority=high due=2027-04-10 obsidian:emoji"),
    (
      "- [ ] Hull [priority:: high][due:: 2027-04-10]",
      "Hull | priority=high due=2027-04-10 obsidian:dataview"
    ),
  ])
  func `attached to each other are fields`(line: String, expected: String) async throws {
    let (_, shell) = try await imported(line + "\n", strict: true)
    let item = try #require(try await shell.repository.items().first)
    #expect(Self.text(of: item) == expected)
  }

  @Test func `lose a mark or a field that the file has no longer, where the file wins`()
    async throws
  {
    let (_, shell) = try await imported("- [/] Deck ⏳ 2027-04-02 📅 2027-04-10\n- [!] Hull\n")
    let text = "- [ ] Deck 📅 2027-04-10\n- [ ] Hull\n"
    let kept = await shell("import", "-", "--format", "markdown", input: text)
    #expect(kept.errors.contains("differs from 2 items"), "\(kept)")
    let won = await shell(
      "import",
      "-",
      "--format",
      "markdown",
      "--match",
      "title",
      input: text
    )
    #expect(won.output == "Imported: 0 added, 2 updated, 0 unchanged\n", "\(won)")
    let items = try await shell.repository.items(Self.byNumber)
    #expect(items.map(\.attributes) == [["obsidian": "emoji"], [:]])
    // A tick takes the mark away, without a word.
    let (_, other) = try await imported("- [/] Deck\n")
    let ticked = await other("import", "-", "--format", "markdown", input: "- [x] Deck\n")
    #expect(ticked.output.contains("1 updated") && ticked.errors == "", "\(ticked)")
  }

  @Test(arguments: [
    ("- [ ] Exam\n", "mark", "85"), ("- [ ] Exam 📅 2027-04-10\n", "scheduled", "20270401T170000Z"),
    ("- [ ] Exam\n", "mark", "passed"), ("- [ ] Exam 📅 2027-04-10\n", "block", "north"),
  ])
  func `leave alone what no document shows of an item`(
    line: String,
    key: String,
    value: String
  ) async throws {
    let words = ["import", "-", "--format", "markdown", "--match", "title"]
    for text in [line, line.replacing("[ ]", with: "[x]")] {
      let shell = try Shell()
      try await shell.repository.add(ItemDraft(title: "Exam", attributes: [key: .string(value)]))
      let outcome = await shell.run(words, input: text)
      #expect(outcome.code == .success && outcome.errors == "", "\(outcome)")
      #expect(try await shell.repository.items().first?.attributes[key] == .string(value))
    }
  }
}
