import Phrases
import Storage

/// What stands above the items of a list by due date, as long as it is the same.
enum DueHeading: String, CaseIterable {
  case overdue = "Overdue"
  case today = "Today"
  case later = "Later"
  case undated = "No date"

  /// The heading of an open item; what is overdue is so as in a filter, be it due today.
  init(of item: Item, in calendar: LocalCalendar) {
    guard !item.isOverdue(in: calendar) else {
      self = .overdue
      return
    }
    guard let day = item.due?.day(in: calendar.zone) else {
      self = .undated
      return
    }
    let today = calendar.zone.day(of: calendar.now)
    self = day <= today ? .today : .later
  }

  /// Items in the order of a list by due date, with what is overdue in front.
  ///
  /// In that order, what is due today at eight stands behind what is due at some time of today, and is overdue before it.
  static func overdueFirst(_ items: [Item], in calendar: LocalCalendar) -> [Item] {
    items.filter { $0.isOverdue(in: calendar) } + items.filter { !$0.isOverdue(in: calendar) }
  }

  /// The headings of items in the order of a list: at each of them that is the first of its kind.
  ///
  /// None where there is only one kind, which says nothing of any.
  struct Sequence {
    let calendar: LocalCalendar
    private var last: DueHeading?

    init(_ calendar: LocalCalendar) { self.calendar = calendar }

    /// The headings of the next items, nil for those that have the one before.
    mutating func headings(of items: [Item]) -> [DueHeading?] {
      let all = items.map { DueHeading(of: $0, in: calendar) }
      if last == nil, Set(all).count < 2 {
        // From the next page on, another one is told.
        last = all.first
        return all.map { _ in nil }
      }
      return all.map { heading in
        defer { last = heading }
        return heading == last ? nil : heading
      }
    }
  }
}
