import Storage

/// Warns of items that a list leaves out until they are overdue.
struct LateStartNotice {
  let context: CommandContext

  /// Names the first of the items that start after they are due, as a command has just made them or would.
  func tell(_ items: [Item]) throws {
    let late = items.filter(startsLate)
    guard let first = late.first else { return }
    let name = first.number == 0 ? "\"\(first.title.visible)\"" : ItemPhrase.name(of: first)
    try context.output.message(
      late.count == 1
        ? "\(name) starts after it is due: until then, lists leave it out."
        : "\(name) and \(late.count - 1) more start after they are due: until then, lists leave them out."
    )
  }

  /// Warns of those whose dates were changed.
  func tell(_ outcomes: ItemOutcomes) throws {
    try tell(
      outcomes.first.filter { $0.before.start != $0.after.start || $0.before.due != $0.after.due }
        .map(\.after)
    )
  }

  private func startsLate(_ item: Item) -> Bool {
    guard item.status == .open, let start = item.start, let due = item.due else { return false }
    let zone = context.world.calendar.zone
    return due.isPast(at: start.start(in: zone), in: zone)
  }
}
