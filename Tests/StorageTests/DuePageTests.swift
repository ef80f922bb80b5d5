import Foundation
import Storage
import TemporaryFolders
import Testing

@Suite("Pages in the order of due dates")
struct DuePageTests {
  /// Days, and moments at both ends of each and next to them, several times.
  private static var dates: [DayOrInstant?] {
    var dates: [DayOrInstant?] = [nil, nil]
    for offset in 0..<4 {
      guard let day = CalendarDay("2026-03-27")?.adding(days: offset) else { continue }
      let start = LocalZone.current.milliseconds(ofStart: day.daysSince1970)
      let moments: [Int64] = [start - 1, start, start, start + 1, start + 43_200_000]
      dates += [.day(day), .day(day)]
      dates += moments.map { .instant(Date(millisecondsSince1970: $0)) }
    }
    return dates
  }

  private static let sorts: [[ItemSort]] = [
    [ItemSort(.due)], [.descending(.due)], [ItemSort(.due), .descending(.number)],
    [.descending(.due), ItemSort(.title)], ItemQuery.nextSort,
  ]

  @Test(arguments: 1...4)
  func `have each item once, wherever one ends`(size: Int) async throws {
    let folder = try TemporaryFolder()
    let stores: [any ItemRepository] = [
      try SQLiteRepository(at: folder.file("items.sqlite")), try SQLiteRepository.inMemory(),
      try JSONFileRepository(at: folder.file("items.json")),
    ]
    for store in stores {
      try await store.write { transaction throws(StorageError) in
        for (index, date) in Self.dates.enumerated() {
          _ = try transaction.add(ItemDraft(title: "\(index % 3)", due: date))
        }
      }
      for sort in Self.sorts {
        for filter in [ItemFilter.all, .status([.open]), .field(.due, .exists(true))] {
          let expected = try await store.items(ItemQuery(filter, sort: sort)).map(\.number)
          #expect(try await Set(expected).count == store.count(filter))
          var numbers: [Int] = []
          for try await page in store.pages(of: ItemQuery(filter, sort: sort), size: size) {
            numbers += page.map(\.number)
          }
          #expect(numbers == expected, "\(type(of: store)), \(sort)")
        }
      }
    }
  }
}
