import Storage
import Testing

@testable import itemsctl

@Suite struct TodoTxtTests {
  private let format = TodoTxt(calendar: LocalCalendar(zone: .fixed(seconds: 3_600), now: testNow))

  private func item(_ line: String) throws -> Item {
    let record = try format.record(line)
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
    ("Pay due:2026-12-24", "title=Pay dueAt=2026-12-23T23:00:00.000Z"),
    ("Pay due:soon", "title=Pay attributes={\"due\":\"soon\"}"),
    ("Pay due:2026-02-30", "title=Pay attributes={\"due\":\"2026-02-30\"}"),
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
    let fields = ItemField.all.filter { ![.number, .id, .updatedAt].contains($0) }
    let said = fields.filter { field in
      // A done item that tells no day was done now.
      let isNow = field == .completedAt && item.completedAt == testNow
      return !isNow && field.value(of: item) != field.value(of: usual)
    }
    #expect(said.map { "\($0.name)=\($0.text(of: item))" }.joined(separator: " ") == parts)
  }
}
