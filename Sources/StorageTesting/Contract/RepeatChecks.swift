// What completing and skipping items that repeat promise.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var repeatChecks: [ContractCheck] {
    [
      ContractCheck("an item without a rule is done when it is completed") { subject in
        let item = try await subject.repository.add("Milk")
        let done = try await subject.repository.complete(item.id, at: subject.clock.now, in: .utc)
        expect(done.item.status == .done && done.item.completedAt == subject.clock.now)
        expect(done.record, equals: nil)
        let again = try await subject.repository.complete(
          item.id,
          at: subject.clock.now.shifted(by: 9)
        )
        expect(again, equals: done)
      },
      ContractCheck("an item that repeats moves on, and a done copy stays under it") { subject in
        let weekly = try Repeat(RepeatRule("FREQ=WEEKLY"), from: .day(2026, 11, 23))
        var draft = ItemDraft(
          title: "Water",
          tags: ["home"],
          due: .day(2026, 11, 23),
          repeat: weekly
        )
        draft.start = .day(2026, 11, 21)
        draft.attributes = ["litres": 2]
        let item = try await subject.repository.add(draft)
        expect(item.occurrence?.description, equals: "2026-11-23")
        let monday = Date(millisecondsSince1970: 1_795_420_800_000 + 3_600_000)
        let moved = try await subject.repository.complete(item.id, at: monday, in: .utc)
        var wanted = item
        wanted.due = .day(2026, 11, 30)
        wanted.start = .day(2026, 11, 28)
        wanted.occurrence = NominalDate("2026-11-30")
        wanted.updatedAt = subject.clock.now
        expect(moved.item, equals: wanted)
        let record = try require(moved.record)
        expect(record.status == .done && record.completedAt == monday && record.parent == item.id)
        expect(record.due == .day(2026, 11, 23) && record.start == .day(2026, 11, 21))
        expect(record.repeat == nil && record.occurrence == item.occurrence)
        expect(record.title == "Water" && record.tags == ["home"])
        expect(record.attributes, equals: ["litres": 2])
        try await expect(subject.repository.item(record.id), equals: record)
        try await expect(subject.repository.count(.all), equals: 2)
      },
      ContractCheck("what was missed is passed over, and today is not") { subject in
        let daily = try Repeat(RepeatRule("FREQ=DAILY;INTERVAL=2"), from: .day(2026, 11, 1))
        let item = try await subject.repository.add(ItemDraft(title: "Run", repeat: daily))
        expect(item.due, equals: .day(2026, 11, 1))
        let moved = try await subject.repository.complete(item.id, at: day(11), in: .utc)
        expect(moved.item.due, equals: .day(2026, 11, 11))
        expect(moved.record?.occurrence?.description, equals: "2026-11-01")
        let early = try await subject.repository.complete(item.id, at: day(11), in: .utc)
        expect(early.item.due, equals: .day(2026, 11, 13))
      },
      ContractCheck("a date that was moved by hand is this one's alone") { subject in
        let daily = try Repeat(RepeatRule("FREQ=WEEKLY"), from: .day(2026, 11, 2))
        var item = try await subject.repository.add(ItemDraft(title: "Bin", repeat: daily))
        item.due = .day(2026, 11, 4)
        item = try await subject.repository.update(item)
        expect(item.occurrence?.description, equals: "2026-11-02")
        let moved = try await subject.repository.complete(item.id, at: day(4), in: .utc)
        expect(moved.item.due, equals: .day(2026, 11, 9))
        expect(moved.record?.due, equals: .day(2026, 11, 4))
      },
      ContractCheck("a new rule counts from the date that is open") { subject in
        let daily = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 2))
        var item = try await subject.repository.add(ItemDraft(title: "Bin", repeat: daily))
        item.due = .day(2026, 11, 5)
        item.repeat = try Repeat(RepeatRule("FREQ=WEEKLY"), from: .day(2026, 11, 5))
        item = try await subject.repository.update(item)
        expect(item.occurrence?.description, equals: "2026-11-05")
        let moved = try await subject.repository.complete(item.id, at: day(5), in: .utc)
        expect(moved.item.due, equals: .day(2026, 11, 12))
        item = moved.item
        item.repeat = nil
        item = try await subject.repository.update(item)
        expect(item.occurrence == nil && item.due == .day(2026, 11, 12))
        let done = try await subject.repository.complete(item.id, at: day(12), in: .utc)
        expect(done.item.status == .done && done.record == nil)
      },
      ContractCheck("after its last date an item is done itself") { subject in
        let twice = try Repeat(RepeatRule("FREQ=DAILY;COUNT=2"), from: .day(2026, 11, 2))
        let item = try await subject.repository.add(ItemDraft(title: "Pill", repeat: twice))
        try await expect(subject.repository.complete(item.id, at: day(2), in: .utc).record != nil)
        let last = try await subject.repository.complete(item.id, at: day(3), in: .utc)
        expect(last.record == nil && last.item.status == .done)
        expect(last.item.due == .day(2026, 11, 3) && last.item.repeat == twice)
      },
      ContractCheck("skipping moves on without a record, and cancels at the end") { subject in
        let twice = try Repeat(RepeatRule("FREQ=DAILY;COUNT=2"), from: .day(2026, 11, 2))
        let item = try await subject.repository.add(ItemDraft(title: "Pill", repeat: twice))
        let moved = try await subject.repository.skip(item.id, at: day(2), in: .utc)
        expect(moved.due == .day(2026, 11, 3) && moved.status == .open)
        let last = try await subject.repository.skip(item.id, at: day(3), in: .utc)
        expect(last.status == .cancelled && last.completedAt == day(3))
        try await expect(subject.repository.count(.all), equals: 1)
        try await expect(subject.repository.skip(item.id, at: day(4), in: .utc), equals: last)
      },
      ContractCheck("days that are excluded are passed over, and kept with the rule") { subject in
        let out = [3, 5].map { CalendarDay(year: 2026, month: 11, day: $0) }
        let daily = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 2), excluding: out)
        let item = try await subject.repository.add(ItemDraft(title: "Pill", repeat: daily))
        let moved = try await subject.repository.complete(item.id, at: day(2), in: .utc)
        expect(moved.item.due == .day(2026, 11, 4) && moved.item.repeat == daily)
        let skipped = try await subject.repository.skip(item.id, at: day(4), in: .utc)
        expect(skipped.due == .day(2026, 11, 6) && skipped.repeat?.excluded == out)
        // A person may choose such a day all the same.
        var chosen = skipped
        chosen.due = .day(2026, 11, 5)
        chosen.occurrence = NominalDate("2026-11-05")
        try await expect(subject.repository.update(chosen).due, equals: .day(2026, 11, 5))
      },
      ContractCheck("counted from done, the next date follows the day on which it was done") {
        subject in
        let rule = try Repeat(
          RepeatRule("FREQ=DAILY;INTERVAL=3"),
          from: .day(2026, 11, 2),
          origin: .done,
          lead: 1
        )
        var draft = ItemDraft(title: "Filter", repeat: rule)
        draft.due = .day(2026, 11, 2)
        draft.start = .day(2026, 11, 1)
        var item = try await subject.repository.add(draft)
        // A start that was moved by hand is this one's alone, where the rule has a lead.
        item.start = .day(2026, 11, 4)
        item = try await subject.repository.update(item)
        // Late in the evening of the seventh in Tokyo, where it is the eighth.
        let moved = try await subject.repository.complete(
          item.id,
          at: day(7).shifted(by: 20 * 3_600),
          in: .fixed(secondsFromGMT: 9 * 3_600)
        )
        expect(moved.item.due == .day(2026, 11, 11) && moved.item.start == .day(2026, 11, 10))
      },
      ContractCheck("a due date that was taken away comes again, the start before it") { subject in
        let rule = try Repeat(RepeatRule("FREQ=WEEKLY"), from: .day(2026, 11, 2), lead: 1)
        var draft = ItemDraft(title: "Gym", due: .day(2026, 11, 2), repeat: rule)
        draft.start = .day(2026, 11, 1)
        var item = try await subject.repository.add(draft)
        item.due = nil
        item = try await subject.repository.update(item)
        let moved = try await subject.repository.complete(item.id, at: day(2), in: .utc)
        expect(moved.item.due == .day(2026, 11, 9) && moved.item.start == .day(2026, 11, 8))
      },
      ContractCheck("counted from done, a date that comes again has a record each time") {
        subject in
        let rule = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 3), origin: .done)
        let item = try await subject.repository.add(ItemDraft(title: "Pill", repeat: rule))
        var records: [Item] = []
        // The day before it is due, twice, and on the day itself.
        for date in [day(2), day(2).shifted(by: 60), day(3)] {
          let done = try await subject.repository.complete(item.id, at: date, in: .utc)
          records.append(try require(done.record))
          expect(done.record?.completedAt == date && done.record?.due == .day(2026, 11, 3))
        }
        expect(Set(records.map(\.id)).count, equals: 3)
        try await expect(subject.repository.count(.parent(item.id)), equals: 3)
        try await expect(subject.repository.item(item.id)?.due, equals: .day(2026, 11, 4))
      },
      ContractCheck("a record is made once, whatever went before") { subject in
        let daily = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 2))
        let item = try await subject.repository.add(ItemDraft(title: "Run", repeat: daily))
        let first = try require(
          try await subject.repository.complete(item.id, at: day(2), in: .utc).record
        )
        // Back at the same date, as after a sync with a device that was behind.
        func goBack() async throws {
          guard var back = try await subject.repository.item(item.id) else { return }
          (back.due, back.occurrence) = (item.due, item.occurrence)
          try await subject.repository.update(back)
        }
        try await goBack()
        try await expect(
          subject.repository.complete(item.id, at: day(3), in: .utc).record,
          equals: first
        )
        try await goBack()
        try await subject.repository.delete(first.id)
        let again = try require(
          try await subject.repository.complete(item.id, at: day(4), in: .utc).record
        )
        expect(again.id == first.id && again.completedAt == day(4))
        try await expect(subject.repository.count(.all), equals: 2)
      },
      ContractCheck("times of a day stay where they are on the clock of their zone") { subject in
        let rule = try Repeat(
          RepeatRule("FREQ=WEEKLY"),
          from: NominalDate(CalendarDay(year: 2026, month: 10, day: 19), hour: 17),
          zone: "Europe/Berlin"
        )
        // 17:00 in summer is 15:00 UTC, and from 25 October on 16:00.
        let summer = try ISO8601.parse("2026-10-19T15:00Z").milliseconds
        let winter = try ISO8601.parse("2026-10-26T16:00Z").milliseconds
        var draft = ItemDraft(title: "Call", repeat: rule)
        draft.due = .instant(Date(millisecondsSince1970: summer))
        let item = try await subject.repository.add(draft)
        expect(item.occurrence?.description, equals: "2026-10-19T17:00:00.000")
        let moved = try await subject.repository.complete(
          item.id,
          at: Date(millisecondsSince1970: summer),
          in: .fixed(secondsFromGMT: -10 * 3_600)
        )
        expect(moved.item.due, equals: .instant(Date(millisecondsSince1970: winter)))
        expect(moved.item.occurrence?.description, equals: "2026-10-26T17:00:00.000")
      },
      ContractCheck("completing what is not there is refused") { subject in
        let item = try await subject.repository.add("Milk")
        try await subject.repository.delete(item.id)
        for id in [item.id, ItemID(high: 1, low: 1)] {
          await subject.expect(.notFound, "completed") { try await subject.repository.complete(id) }
          await subject.expect(.notFound, "skipped") { try await subject.repository.skip(id) }
        }
      },
    ]
  }

  /// Noon of a day in November 2026, by UTC.
  private static func day(_ day: Int) -> Date {
    Date(millisecondsSince1970: 1_793_491_200_000 + Int64(day - 1) * 86_400_000 + 43_200_000)
  }
}
