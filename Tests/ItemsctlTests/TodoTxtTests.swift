import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import Phrases
@testable import itemsctl

@Suite struct TodoTxtTests {
  private let format = TodoTxt(
    calendar: LocalCalendar(zone: .fixed(secondsFromGMT: 3_600), now: testNow)
  )

  private func item(_ line: String) throws -> Item {
    let record = format.read(line).record
    let id = record.draft.id ?? ItemID(high: 0, low: 1)
    return try Item(adding: record.draft, id: id, number: 1, now: testNow)
  }

  @Test(arguments: [
    ("Call Mom", "title=Call Mom"),
    ("(A) Call Mom", "title=Call Mom priority=high"),
    (
      "(B) 2026-03-01 Call Mom", "title=Call Mom priority=medium createdAt=2026-02-28T23:00:00.000Z"
    ),
    ("(Z) Call", "title=Call priority=low attributes={\"pri\":\"Z\"}"),
    ("(a) Call", "title=(a) Call"),
    ("(A)Call", "title=(A)Call"),
    ("xylophone lesson", "title=xylophone lesson"),
    ("X done", "title=X done"),
    (
      "x 2026-03-02 2026-03-01 Call +Family @phone",
      "title=Call status=done list=Family tags=phone createdAt=2026-02-28T23:00:00.000Z "
        + "completedAt=2026-03-01T23:00:00.000Z"
    ),
    ("x Call pri:A", "title=Call status=done priority=high"),
    ("Call +a +b @c @c", "title=Call list=b tags=c attributes={\"projects\":[\"a\"]}"),
    ("Signs @town for +fest party", "title=Signs @town for +fest party list=fest tags=town"),
    ("Pay due:2026-12-24", "title=Pay due=2026-12-24"),
    ("Sow t:2026-03-20 due:2026-04-01", "title=Sow start=2026-03-20 due=2026-04-01"),
    ("Pay due:2026-12-24 rec:often", "title=Pay due=2026-12-24 attributes={\"rec\":\"often\"}"),
    ("Sow t:spring", "title=Sow t:spring"),
    ("Pay due:soon", "title=Pay due:soon"),
    ("Pay due:tomorrow +bills @home", "title=Pay due:tomorrow list=bills tags=home"),
    ("Pay t:next-week due:2026-12-24", "title=Pay t:next-week due=2026-12-24"),
    (
      "Pay due:2026-03-01 due:2026-03-02",
      "title=Pay due:2026-03-01 due=2026-03-02"
    ),
    ("Pay a:1 a:2 @b", "title=Pay a:1 tags=b attributes={\"a\":2}"),
    ("Pay due:2026-02-30", "title=Pay due:2026-02-30"),
    (
      "x 2026-03-02 (B) 2026-03-01 Call",
      "title=Call status=done priority=medium createdAt=2026-02-28T23:00:00.000Z "
        + "completedAt=2026-03-01T23:00:00.000Z"
    ),
    (
      "x 2026-03-02 (A) Call",
      "title=Call status=done priority=high completedAt=2026-03-01T23:00:00.000Z"
    ),
    (
      "x (C) 2026-03-02 2026-03-01 Call",
      "title=Call status=done priority=low createdAt=2026-02-28T23:00:00.000Z "
        + "completedAt=2026-03-01T23:00:00.000Z"
    ),
    // Behind both dates, in small letters or in an open task, it is none.
    (
      "x 2026-03-02 2026-03-01 (B) Call",
      "title=(B) Call status=done createdAt=2026-02-28T23:00:00.000Z "
        + "completedAt=2026-03-01T23:00:00.000Z"
    ),
    ("x 2026-03-02 (b) Call", "title=(b) Call status=done completedAt=2026-03-01T23:00:00.000Z"),
    ("2026-03-01 (B) Call", "title=(B) Call createdAt=2026-02-28T23:00:00.000Z"),
    ("Call x 2026-03-02 (B) 2026-03-01", "title=Call x 2026-03-02 (B) 2026-03-01"),
    ("Meet at 10:30", "title=Meet at 10:30"),
    ("See https://a.b/c", "title=See https://a.b/c"),
    ("Read url:https://a.b", "title=Read attributes={\"url\":\"https://a.b\"}"),
    ("@phone", "title=@phone tags=phone"),
    ("mail me@home.org", "title=mail me@home.org"),
    ("2 + 2 @ home", "title=2 + 2 @ home"),
    ("2026-13-01 no date", "title=2026-13-01 no date"),
  ]) func `a line says so much of an item`(line: String, parts: String) throws {
    let item = try item(line)
    let usual = try self.item("_")
    let fields = ItemPart.allCases.filter { ![.number, .id, .updatedAt].contains($0) }
    let said = fields.filter { field in
      // A done item that tells no day was done now.
      let isNow = field == .completedAt && item.completedAt == testNow
      return !isNow && item.value(of: field) != usual.value(of: field)
    }
    let texts = said.map { "\($0.name)=\(ItemField.part($0).text(of: item))" }
    #expect(texts.joined(separator: " ") == parts)
  }

  @Test(arguments: [
    ("due:2026-12-24 rec:+2w", "every 2 weeks", "rec:+2w"),
    ("due:2026-12-24 rec:m", "1 month after done", "rec:1m"),
    ("t:2026-12-24 rec:+b", "every weekday", "rec:+1b"),
    ("due:2026-12-24 rec:1b", "every weekday", "rec:+1b"),
    ("due:2026-12-24 rec:daily", "1 day after done", "rec:1d"),
    ("due:2026-12-24 rec:+weekly", "weekly", "rec:+1w"),
    ("due:2026-12-24 rec:1M", "1 month after done", "rec:1m"),
    ("due:2026-12-24 rec:+2weeks", "every 2 weeks", "rec:+2w"),
    ("due:2026-12-24 rec:3days", "3 days after done", "rec:3d"),
    ("due:2026-12-24 rec:Yearly", "1 year after done", "rec:1y"),
    ("due:2026-12-24 rec:+quarterly", "every 3 months", "rec:+3m"),
    ("due:2026-12-24 rec:3d", "3 days after done", "rec:3d"),
    ("due:2026-12-24 rec:+1y", "yearly", "rec:+1y"),
  ])
  func `a task comes again as other programs write it`(
    words: String,
    phrase: String,
    written: String
  ) async throws {
    let shell = try Shell()
    let imported = await shell("import", "-", "--format", "todo.txt", input: "Pay \(words)\n")
    #expect(imported.code == .success && imported.errors == "", "\(imported)")
    let item = try #require(try await shell.repository.items().first)
    let rule = try #require(item.repeat)
    #expect(RepeatPhrase(rule: rule.rule, origin: rule.origin).text == phrase)
    let exported = await shell("export", "--format", "todo.txt")
    #expect(exported.output.contains(" \(written) "), "\(exported)")
    #expect(!exported.errors.contains("repeat"))
    _ = await shell("import", "-", "--format", "todo.txt", input: exported.output)
    #expect(try await shell.repository.items().map(\.repeat) == [rule])
    // What the word cannot say is told, and kept by an import of the same file.
    _ = await shell("edit", "1", "--repeat", "weekly on mon, fri", "-q")
    let other = await shell("export", "--format", "todo.txt")
    #expect(!other.output.contains("rec:") && other.errors.contains("repeat of 1 item"), "\(other)")
    _ = await shell("import", "-", "--format", "todo.txt", input: other.output)
    #expect(try await shell.repository.items().first?.repeat != nil)
  }

  @Test func `a done task keeps the word, as a new one stands beside it`() async throws {
    let shell = try Shell()
    let line = "x 2026-03-02 2026-03-01 Pay due:2026-03-02 rec:1w"
    _ = await shell("import", "-", "--format", "todo.txt", input: line + "\n")
    let item = try #require(try await shell.repository.items().first)
    #expect(item.repeat == nil && item.attributes["rec"] == "1w")
    #expect(await shell("export", "--format", "todo.txt").output.hasPrefix(line + " id:"))
  }

  @Test(arguments: ["due:2026-13-45", "due:soon", "due:2026-12-24T10:00"])
  func `a due date that is none is kept as text and told, or refused`(word: String) async throws {
    let shell = try Shell()
    let text = "Buy milk\nPay \(word)\nPay \(word) in cash\n"
    let strict = await shell("import", "-", "--format", "todo.txt", "--strict", input: text)
    #expect(strict.code == .badData, "\(strict)")
    #expect(
      strict.errors.contains("2 errors in 3 records.\nHelp:  line 2: \"due\": expected a day")
    )
    let outcome = await shell("import", "-", "--format", "todo.txt", input: text)
    #expect(outcome.output == "Imported: 3 added, 0 updated, 0 unchanged\n")
    let message = "\"due\": expected a day such as 2026-12-24; it is kept as text"
    #expect(outcome.errors == "line 2: \(message)\nline 3: \(message)\n")
    let items = try await shell.repository.items(ItemQuery(sort: [.ascending(.number)]))
    #expect(items.map(\.title) == ["Buy milk", "Pay \(word)", "Pay \(word) in cash"])
    // The word goes out where it came in.
    let exported = await shell("export", "--format", "todo.txt")
    #expect(exported.output.contains(" Pay \(word) id:"), "\(exported)")
    #expect(!exported.errors.contains("title") && !exported.errors.contains("due"))
    let good = await shell("import", "-", "--format", "todo.txt", input: "Pay it due:2026-12-24\n")
    #expect(good.errors == "")
  }

  @Test(arguments: ["1w", "daily", "+2m"])
  func `a task that comes again without a date is due when it comes in, and stays so`(
    word: String
  ) async throws {
    let shell = try Shell()
    let text = "Water rec:\(word)\nFeed due:2026-12-01 rec:\(word)\n"
    let strict = await shell("import", "-", "--format", "todo.txt", "--strict", input: text)
    #expect(strict.code == .badData && strict.errors.contains("line 1: \"rec\": the task repeats"))
    let outcome = await shell("import", "-", "--format", "todo.txt", input: text)
    #expect(outcome.output == "Imported: 2 added, 0 updated, 0 unchanged\n")
    #expect(outcome.errors.contains("line 1: \"rec\": the task repeats and has no date"))
    #expect(!outcome.errors.contains("line 2"))
    let item = try #require(try await shell.repository.item(number: 1))
    #expect(item.due == .day(2026, 11, 21) && item.repeat != nil && item.attributes == [:])
    // On a later day the same line means the same task, and moves nothing.
    _ = await shell("edit", "1", "due:2026-12-30")
    let again = await shell("import", "-", "--format", "todo.txt", input: text)
    #expect(again.output == "Imported: 0 added, 0 updated, 2 unchanged\n", "\(again)")
    #expect(!again.errors.contains("left out") && !again.errors.contains("differs"), "\(again)")
    #expect(try await shell.repository.item(number: 1)?.due == .day(2026, 12, 30))
  }

  @Test(arguments: ["2b", "+5b", "often", "0d", "-1w", "1x", "1", "5000w", "weeks2"])
  func `a rule that no words are known for is kept and told`(word: String) async throws {
    let shell = try Shell()
    let text = "Milk\nPay due:2026-12-01 rec:\(word)\n"
    let outcome = await shell("import", "-", "--format", "todo.txt", input: text)
    #expect(
      outcome.errors
        == "line 2: \"rec\": expected a rule such as 1w, +2m or +1b; it is kept as text\n"
    )
    let item = try #require(try await shell.repository.item(number: 2))
    #expect(item.repeat == nil && item.due == .day(2026, 12, 1))
    let exported = await shell("export", "--format", "todo.txt")
    #expect(exported.output.contains("rec:\(word) "), "\(exported)")
  }
}
