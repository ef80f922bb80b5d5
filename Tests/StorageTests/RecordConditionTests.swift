import Foundation
import StorageTesting
import Testing

@testable import Storage

/// A record with days and times, texts, lists and sets, both as parts of the item and as attributes.
private struct Errand: ItemRecord, Equatable {
  static let kind = "errand"
  // Parts.
  var title: String
  var notes = ""
  var list = "inbox"
  var tags: Set<String> = []
  var due: DayOrInstant?
  // Attributes.
  var bought: Date?
  var day = CalendarDay(year: 2027, month: 1, day: 1)
  var plan: DayOrInstant?
  var place: String?
  var shops: [String]?
  var colours: Set<String> = []
  var urgency: Priority = .none
  var price: Double = 1
}

extension ItemRecords where Record == Errand {
  fileprivate func titles(
    _ filter: RecordFilter<Errand>,
    in zone: LocalZone = .utc
  ) async throws -> [String] {
    let query = ItemQuery(try filter.itemFilter(), sort: [.ascending(.title)], zone: zone)
    return try await records(for: query).map(\.title)
  }
}

/// The time in the stores of a contract: eight in the morning of 15 January 2027, in UTC.
private let now = Date(timeIntervalSince1970: 1_800_000_000)

private func withErrands(
  _ backend: RepositoryContract.Backend,
  _ errands: [Errand],
  _ body: @escaping @Sendable (ItemRecords<Errand>) async throws -> Void
) async throws {
  let check = ContractCheck("conditions on records") { repository in
    #expect(try await repository.add("No errand").createdAt == now)
    let records = repository.records(of: Errand.self)
    try await records.add(contentsOf: errands)
    try await body(records)
  }
  try await check.run(on: backend)
}

/// Conditions on days, texts and elements, in every backend.
@Suite struct `Conditions on one property of a record` {
  @Test(arguments: RepositoryContract.Backend.all)
  func `days and times lie in ranges, as attributes as well as as parts`(
    backend: RepositoryContract.Backend
  ) async throws {
    let today = CalendarDay(of: now, in: .utc)
    let (later, yesterday) = (now.addingTimeInterval(12 * 3_600), now.addingTimeInterval(-86_400))
    let errands = [
      Errand(title: "Today", due: .day(today), bought: now, day: today, plan: .day(today)),
      Errand(
        title: "Yesterday",
        due: .instant(yesterday),
        bought: yesterday,
        day: today.adding(days: -1),
        plan: .instant(yesterday)
      ),
      Errand(title: "Never"),
      Errand(
        title: "Tonight",
        due: .instant(later),
        bought: later,
        day: today.adding(days: 1),
        plan: .instant(later)
      ),
    ]
    try await withErrands(backend, errands) { errands in
      let due = try await errands.titles(.value(of: \.due, in: .today))
      #expect(due == ["Today", "Tonight"])
      #expect(try await errands.titles(.value(of: \.bought, in: .today)) == ["Today", "Tonight"])
      #expect(try await errands.titles(.value(of: \.plan, in: .today)) == ["Today", "Tonight"])
      #expect(try await errands.titles(.value(of: \.day, in: .today)) == ["Today"])
      for range in [DateRange.past, .future, .today, DateRange()] {
        #expect(
          try await errands.titles(.value(of: \.plan, in: range))
            == errands.titles(.value(of: \.due, in: range)),
          "\(range)"
        )
      }
      // In a zone where 20:00 UTC is already tomorrow.
      let east = LocalZone.fixed(secondsFromGMT: 5 * 3_600)
      #expect(try await errands.titles(.value(of: \.bought, in: .today), in: east) == ["Today"])
      #expect(try await errands.titles(.value(of: \.plan, in: .today), in: east) == ["Today"])
      #expect(try await errands.titles(.value(of: \.bought, in: .past)) == ["Yesterday"])
      #expect(try await errands.titles(.value(of: \.day, in: .past)) == ["Never", "Yesterday"])
      #expect(
        try await errands.titles(!.value(of: \.bought, in: .past)) == ["Never", "Today", "Tonight"]
      )
      let first = CalendarDay(year: 2027, month: 1, day: 14)
      #expect(try await errands.titles(.value(of: \.day, in: .on(first))) == ["Yesterday"])
      #expect(try await errands.titles(.value(of: \.bought, in: .before(first))) == [])
      #expect(try await errands.titles(.value(of: \.bought, in: .from(.distantPast))).count == 3)
      #expect(
        try await errands.titles(.value(of: \.bought, in: .before(.distantFuture))).count == 3
      )
      #expect(
        try await errands.titles(.value(of: \.day, in: first..<first.adding(days: 1))) == [
          "Yesterday"
        ]
      )
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `texts are contained in parts, in attributes and in lists`(
    backend: RepositoryContract.Backend
  ) async throws {
    let oil = Errand(
      title: "Buy oil",
      notes: "50% off\u{0}!",
      list: "caf\u{e9}",
      tags: ["red"],
      place: "Harbour",
      shops: ["Tools"],
      colours: ["teal"]
    )
    let water = Errand(title: "Boil water", notes: "e\u{301}")
    try await withErrands(backend, [oil, water]) { errands in
      let both = try await errands.titles(.contains("oil", in: \.title))
      #expect(both == ["Boil water", "Buy oil"])
      #expect(try await errands.titles(.contains("Oil", in: \.title)) == [])
      #expect(try await errands.titles(.contains("oil w", in: \.title)) == ["Boil water"])
      #expect(try await errands.titles(!.contains("oil w", in: \.title)) == ["Buy oil"])
      #expect(try await errands.titles(.contains("", in: \.title)).count == 2)
      #expect(try await errands.titles(.contains("% off\u{0}!", in: \.notes)) == ["Buy oil"])
      #expect(try await errands.titles(.contains("\u{e9}", in: \.notes)) == [])
      #expect(try await errands.titles(.contains("e\u{301}", in: \.notes)) == ["Boil water"])
      #expect(try await errands.titles(.contains("fe\u{301}", in: \.list)) == ["Buy oil"])
      #expect(try await errands.titles(.contains("red", in: \.tags)) == ["Buy oil"])
      #expect(try await errands.titles(.contains("re", in: \.tags)) == [])
      #expect(try await errands.titles(.contains("bour", in: \.place)) == ["Buy oil"])
      #expect(try await errands.titles(.hasPrefix("Har", of: \.place)) == ["Buy oil"])
      #expect(try await errands.titles(.contains("Tools", in: \.shops)) == ["Buy oil"])
      #expect(try await errands.titles(.contains("Tool", in: \.shops)) == [])
      #expect(try await errands.titles(.contains("teal", in: \.colours)) == ["Buy oil"])
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `priorities compare by importance, and ranges may leave out their end`(
    backend: RepositoryContract.Backend
  ) async throws {
    let errands = Priority.allCases.map {
      Errand(title: $0.name, urgency: $0, price: Double($0.rawValue))
    }
    try await withErrands(backend, errands) { errands in
      let above = try await errands.titles(\.urgency > .low)
      #expect(above == ["high", "medium"])
      #expect(try await errands.titles(\.urgency <= .low) == ["low", "none"])
      #expect(try await errands.titles(\.urgency == .high) == ["high"])
      #expect(
        try await errands.titles(.value(of: \.urgency, in: .low ... .medium)) == ["low", "medium"]
      )
      #expect(
        try await errands.titles(.value(of: \.urgency, in: .low..<(.high))) == ["low", "medium"]
      )
      #expect(try await errands.titles(.value(of: \.price, in: 1..<3)) == ["low", "medium"])
      #expect(
        try await errands.titles(.value(of: \.price, in: 1...3)) == ["high", "low", "medium"]
      )
    }
  }

  @Test func `a range of days that depends on the time is read again when that has passed`() throws
  {
    let today = try RecordFilter<Errand>.value(of: \.day, in: .today).itemFilter()
    let past = try RecordFilter<Errand>.value(of: \.bought, in: .past).itemFilter()
    let fixed = ItemFilter.attribute("bought", .within(.before(Date(timeIntervalSince1970: 0))))
    #expect(today.timeDependence?.followsMoments == false)
    #expect(ItemFilter.not(past).timeDependence?.followsMoments == true)
    #expect(fixed.resolved(at: Date(), in: .utc).timeDependence == nil)
  }
}
