public import Storage

/// Items of a list that belong under one heading.
public struct ItemSection: Sendable, Equatable, Identifiable {
  /// When the items of a section are due.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Due before today or before now, as ``/Storage/ItemFilter/overdue`` has it for open items.
    case overdue
    /// Due today.
    case today
    /// Due tomorrow.
    case tomorrow
    /// Due within the next seven days, from the day after tomorrow on.
    case upcoming
    /// Due after that.
    case later
    /// Without a due date.
    case undated
    /// Everything, in lists that are not ordered by due date.
    case all
  }

  /// When the items are due.
  ///
  /// A list has at most one section of each kind.
  public let kind: Kind
  /// The items, in the order of the list.
  public let items: [Item]

  /// The kind.
  public var id: Kind { kind }

  /// Divides a list by when its items are due; those of another order are one section.
  ///
  /// What is overdue stands in front: in the order of a list by due date, what is due today at eight stands behind what is due
  /// at some time of today, and is overdue before it.
  static func sections(of items: [Item], _ query: ItemQuery, now: Timestamp) -> [ItemSection] {
    guard query.sort.first == .ascending(.due) else {
      return items.isEmpty ? [] : [ItemSection(kind: .all, items: items)]
    }
    let today = query.zone.day(of: now)
    var groups: [Kind: [Item]] = [:]
    for item in items {
      let isPast = item.due?.isPast(at: now, in: query.zone) ?? false
      let kind = isPast ? .overdue : Kind(item.due?.day(in: query.zone), today: today)
      groups[kind, default: []].append(item)
    }
    return Kind.allCases.compactMap { kind in
      groups[kind].map { ItemSection(kind: kind, items: $0) }
    }
  }
}

extension ItemSection.Kind {
  fileprivate init(_ day: CalendarDay?, today: CalendarDay) {
    guard let day else {
      self = .undated
      return
    }
    switch day.daysSince1970 - today.daysSince1970 {
    case ...0: self = .today
    case 1: self = .tomorrow
    case 2...7: self = .upcoming
    default: self = .later
    }
  }
}
