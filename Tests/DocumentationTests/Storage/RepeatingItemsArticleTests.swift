import Foundation
import Storage
import Testing

// The blocks of the article "Repeating items".

@Suite struct RepeatingItemsArticleTests {
  private let monday = Date(timeIntervalSince1970: 1_795_435_200)

  @Test func `an item moves on when it is completed`() async throws {
    let store = try SQLiteRepository.inMemory()
    let rule = try Repeat(RepeatRule("FREQ=WEEKLY;BYDAY=MO,FR"), from: .day(2026, 11, 23))
    let plants = try await store.add(
      ItemDraft(title: "Water the plants", due: .day(2026, 11, 23), repeat: rule)
    )
    let done = try await store.complete(plants.id, at: monday)
    // done.item.due is Friday, 27 November; done.record is a done item that stands under it
    #expect(done.item.due == .day(2026, 11, 27))
    let dates = rule.dates.prefix(3).map(\.calendarDay)
    #expect(dates.map(\.day) == [23, 27, 30])
    #expect(done.record?.parent == plants.id && done.record?.status == .done)
  }

  @Test func `counted from done`() async throws {
    let filter = try Repeat(
      RepeatRule("FREQ=MONTHLY;INTERVAL=3"),
      from: .day(2026, 11, 23),
      origin: .done
    )
    let store = try SQLiteRepository.inMemory()
    let item = try await store.add(ItemDraft(title: "Change the filter", repeat: filter))
    let done = try await store.complete(item.id, at: monday.addingTimeInterval(86_400), in: .utc)
    #expect(done.item.due == .day(2027, 2, 24))
  }

  @Test func `a time of a day stays on its clock`() async throws {
    let call = try Repeat(
      RepeatRule("FREQ=WEEKLY"),
      from: NominalDate(CalendarDay(year: 2026, month: 10, day: 19), hour: 17),
      zone: "Europe/Berlin"
    )
    let store = try SQLiteRepository.inMemory()
    let item = try await store.add(ItemDraft(title: "Call", repeat: call))
    let first = try #require(item.due?.instant)
    let next = try await store.complete(item.id, at: first).item.due?.instant
    #expect(next?.timeIntervalSince(first) == 608_400.0)
  }
}
