// How the entries of the demonstration become items: their days are counted from a given moment.

extension Fixture {
  /// The items of the demonstration, as they are at a moment in a zone.
  ///
  /// Numbers follow the order in which the items were made. The id of each ends with its place.
  static func demoDrafts(at now: Timestamp, in zone: LocalZone) -> [ItemDraft] {
    let calendar = DemoCalendar(now: now.roundedToMilliseconds, zone: zone)
    var drafts: [ItemDraft] = []
    // The oldest first, as in a store that was filled day by day; entries of one day keep their order.
    let days = Set(DemoEntry.all.map(\.made)).sorted(by: >)
    for entry in days.flatMap({ day in DemoEntry.all.filter { $0.made == day } }) {
      let parent = entry.draft(number: drafts.count + 1, parent: nil, calendar)
      drafts.append(parent)
      for step in entry.steps {
        drafts.append(step.draft(number: drafts.count + 1, parent: parent, calendar))
      }
    }
    return drafts
  }
}

extension DemoEntry {
  fileprivate func draft(
    number: Int,
    parent: ItemDraft?,
    _ calendar: DemoCalendar
  ) -> ItemDraft {
    var draft = ItemDraft(title: title, list: parent?.list ?? list)
    draft.notes = notes
    draft.priority = priority
    draft.tags = tags
    draft.parent = parent?.id
    draft.attributes = attributes
    let created = parent?.createdAt ?? calendar.moment(-made, minute: number * 7)
    draft.createdAt = created
    draft.updatedAt = created
    draft.due = due.map(calendar.date)
    draft.repeat = repetition(calendar)
    if let done {
      draft.status = .done
      draft.completedAt = max(calendar.moment(done, minute: number * 37 % 660), created)
      draft.updatedAt = draft.completedAt
    }
    let time = UInt64(clamping: created.millisecondsSince1970)
    draft.id = ItemID(high: time << 16 | 0x7000 | UInt64(number), low: 1 << 63 | UInt64(number))
    return draft
  }

  private func repetition(_ calendar: DemoCalendar) -> Repeat? {
    guard let rule, case .day(let day) = due else { return nil }
    do throws(RepeatError) {
      return try Repeat(
        RepeatRule(rule),
        from: NominalDate(calendar.day(day)),
        origin: origin
      )
    } catch {
      preconditionFailure("an item of the demonstration does not repeat: \(error)")
    }
  }
}

/// The days around a moment.
private struct DemoCalendar {
  let now: Timestamp
  let zone: LocalZone

  func day(_ offset: Int) -> CalendarDay { zone.day(of: now).adding(days: offset) }

  func date(of due: DemoEntry.Due) -> DayOrInstant {
    switch due {
    case .day(let offset): .day(day(offset))
    case .time(let offset, let hour, let minute): .instant(clock(offset, hour * 60 + minute))
    }
  }

  /// A moment of the waking day that is over by now, so many minutes after eight in the morning.
  ///
  /// Of today, an hour before now stands for what is yet to come.
  func moment(_ offset: Int, minute: Int) -> Timestamp {
    let hourAgo = Timestamp(millisecondsSince1970: now.millisecondsSince1970 - 3_600_000)
    return min(clock(offset, 8 * 60 + minute), hourAgo)
  }

  private func clock(_ offset: Int, _ minute: Int) -> Timestamp {
    let day = day(offset).daysSince1970
    return Timestamp(
      millisecondsSince1970: zone.milliseconds(ofDay: day, millisecondOfDay: minute * 60_000)
    )
  }
}
