import Storage

/// What to do next, said once more and without a table.
enum ReferenceUrgency {
  static func group(of item: Item, _ view: ReferenceView) -> Int64 {
    if item.status != .open { return 8 }
    let open = view.items.filter { $0.status == .open }
    if open.contains(where: { item.blockers.contains($0.id) }) { return 7 }
    if let start = item.start, view.isIn(DateRange(from: .afterNow), start) { return 7 }
    if let due = item.due {
      if view.isIn(DateRange(until: .now), due) { return 1 }
      if view.isIn(DateRange(until: .today(adding: 1)), due) { return 2 }
    }
    if item.priority == .high { return 3 }
    if let due = item.due, view.isIn(DateRange(until: .today(adding: 8)), due) { return 4 }
    return item.priority == .medium ? 5 : 6
  }
}
