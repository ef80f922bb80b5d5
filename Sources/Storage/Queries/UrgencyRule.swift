/// The groups of ``ItemSort/Key/urgency``, the first to do first; the number is the key's value.
package enum UrgencyGroup: Int, Sendable, CaseIterable {
  /// Due before now, or before today.
  case overdue = 1
  /// Due today.
  case dueToday
  /// Of high priority, due later or not at all.
  case high
  /// Due within the seven days after today.
  case dueSoon
  /// Of medium priority, due later or not at all.
  case medium
  /// Any other open item.
  case other
  /// Open, and starts later or waits for an open item; whatever else holds for it.
  case waiting
  /// Done or cancelled.
  case closed
}

/// The rule that puts an item into its group, at a moment and in a zone.
struct UrgencyRule: Sendable {
  /// The conditions in the order in which they are tried: the first that holds gives the group.
  static let conditions: [(group: UrgencyGroup, condition: ItemFilter)] = [
    (.closed, .not(.status([.open]))),
    (.waiting, .waiting),
    (.waiting, .blocked),
    (.overdue, .due(.past)),
    (.dueToday, .due(.today)),
    (.high, .priority(.equal, .high)),
    (.dueSoon, .due(DateRange(from: .today(adding: 1), until: .today(adding: 8)))),
    (.medium, .priority(.equal, .medium)),
  ]

  /// The conditions for the moment and the zone.
  let resolved: [(group: UrgencyGroup, condition: ItemFilter)]
  private let predicates: [@Sendable (Item, _ isBlocked: Bool) -> Bool]

  init(at now: Timestamp, in zone: LocalZone) {
    resolved = UrgencyRule.conditions.map { ($0.group, $0.condition.resolved(at: now, in: zone)) }
    predicates = resolved.map { _, condition in
      // The one condition that depends on other items.
      guard !condition.hasTrees else { return { _, isBlocked in isBlocked } }
      let predicate = condition.predicate
      return { item, _ in predicate(item) }
    }
  }

  /// The group of an item; `isBlocked` is true if it matches ``ItemFilter/blocked``.
  func group(of item: Item, isBlocked: Bool) -> UrgencyGroup {
    for (index, predicate) in predicates.enumerated() where predicate(item, isBlocked) {
      return resolved[index].group
    }
    return .other
  }

  /// The value of the sort key.
  func value(of item: Item, isBlocked: Bool) -> ItemCursor.Value {
    .integer(Int64(group(of: item, isBlocked: isBlocked).rawValue))
  }
}

extension ItemQuery {
  /// True if the order depends on the moment at which it is asked for.
  var followsUrgency: Bool { sort.contains { $0.key == .urgency } }

  /// The rule of a resolved query that is ordered by urgency.
  var urgencyRule: UrgencyRule? { moment.map { UrgencyRule(at: $0, in: zone) } }
}
