import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import TerminalScreens
@testable import itemsctl

@Suite struct WatchPictureTests {
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)

  private func reading(top: Int = 0, for picture: WatchPicture) async throws -> WatchReading {
    let repository = try SQLiteRepository.inMemory(.full)
    let query = ItemQuery(.status([.open]))
    return try await .read(
      query,
      from: repository,
      top: top,
      rows: picture.rows,
      rowsAtEnd: picture.rowsAtEnd
    )
  }

  private func picture(columns: Int, rows: Int) -> WatchPicture {
    WatchPicture(
      size: ScreenSize(columns: columns, rows: rows),
      calendar: calendar,
      usesColor: false,
      usesBlocks: true,
      noun: "open"
    )
  }

  @Test(arguments: [1, 2, 3, 10, 24, 60], [1, 12, 40, 49, 52, 80, 200])
  func `a picture has the screen's rows, and no line is wider than it`(rows: Int, columns: Int)
    async throws
  {
    var picture = picture(columns: columns, rows: rows)
    let reading = try await reading(for: picture)
    picture.changed = Set(reading.items.prefix(3).map(\.id))
    let lines = picture.lines(of: reading)
    #expect(lines.count == rows)
    // A letter that takes two columns cannot be shown in one.
    for line in lines { #expect(line.displayWidth <= max(6, columns), "\(line)") }
    #expect(lines.contains { $0.hasPrefix("▌ ") } == (rows > 2 || rows > 1 && columns < 50))
  }

  @Test func `the footer says how many there are and which of them are seen`() async throws {
    let all = picture(columns: 80, rows: 40)
    #expect(
      try await all.lines(of: reading(for: all)).last == "28 open  ·  arrows scroll  ·  q quits"
    )
    let some = picture(columns: 60, rows: 12)
    #expect(
      try await some.lines(of: reading(top: 5, for: some)).last
        == "6–15 of 28 open  ·  arrows scroll  ·  q quits"
    )
    // Behind the last ones there is nothing to see.
    #expect(try await reading(top: 1_000, for: some).top == 18)
    let none = picture(columns: 80, rows: 4).lines(of: WatchReading())
    #expect(none == ["", "  Nothing here.", "", "0 open  ·  arrows scroll  ·  q quits"])
  }

  @Test func `of cards, those are counted that are seen whole, and the last can be scrolled to`()
    async throws
  {
    let narrow = picture(columns: 30, rows: 12)
    let reading = try await reading(top: 5, for: narrow)
    let shown = narrow.shown(of: reading)
    let lines = narrow.lines(of: reading)
    let firstWords = lines.dropLast().map { $0.split(separator: " ").first.map(String.init) }
    let isSeen = reading.items.map { firstWords.contains("\($0.number)") }
    #expect(shown > 1 && isSeen.prefix(shown).allSatisfy(\.self))
    #expect(isSeen.dropFirst(shown + 1).allSatisfy { !$0 } && isSeen.count > shown + 1)
    #expect(lines.last == "6–\(5 + shown) of 28 open · q quits")
    #expect(try await self.reading(top: 1_000, for: narrow).top == 27)
  }

  @Test func `what was not there before, or otherwise, has changed`() async throws {
    let repository = try SQLiteRepository.inMemory()
    for title in ["a", "b", "c"] { try await repository.add(title) }
    func read() async throws -> WatchReading {
      try await .read(ItemQuery(), from: repository, top: 0, rows: 10, rowsAtEnd: 10)
    }
    let before = try await read()
    #expect(before.changes(since: before).isEmpty)
    var edited = before.items[1]
    edited.notes = "more"
    try await repository.update(edited)
    let added = try await repository.add("d")
    try await repository.delete(before.items[0].id)
    #expect(try await read().changes(since: before) == [edited.id, added.id])
  }
}
