public import Storage

/// Items of a list that belong under one heading.
public struct ItemSection: Sendable, Equatable, Identifiable {
  /// When the items of a section are due.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Due on an earlier day than today.
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

  /// Divides a list by the days on which its items are due; those of another order are one section.
  ///
  /// By the day alone, so that the sections of a list by due date follow each other: what is due today at eight stands
  /// behind what is due at some time of today, and is late before it.
  static func sections(of items: [Item], _ query: ItemQuery, today: CalendarDay) -> [ItemSection] {
    guard query.sort.first == .ascending(.due) else {
      return items.isEmpty ? [] : [ItemSection(kind: .all, items: items)]
    }
    var sections: [(kind: Kind, items: [Item])] = []
    for item in items {
      let kind = Kind(item.due?.day(in: query.zone), today: today)
      if sections.last?.kind == kind {
        sections[sections.count - 1].items.append(item)
      } else {
        sections.append((kind, [item]))
      }
    }
    return sections.map { ItemSection(kind: $0.kind, items: $0.items) }
  }
}

extension ItemSection.Kind {
  fileprivate init(_ day: CalendarDay?, today: CalendarDay) {
    guard let day else {
      self = .undated
      return
    }
    switch day.daysSince1970 - today.daysSince1970 {
    case ..<0: self = .overdue
    case 0: self = .today
    case 1: self = .tomorrow
    case 2...7: self = .upcoming
    default: self = .later
    }
  }
}
