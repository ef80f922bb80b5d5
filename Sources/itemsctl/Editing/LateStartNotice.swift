import CommandKit
import Phrases
import Storage

/// Warns of items that a list leaves out until they are overdue.
struct LateStartNotice {
  let context: CommandContext

  /// Warns of the items that start after they are due, by the name of the first.
  func warn(about items: [Item]) throws {
    let late = items.filter(startsLate)
    guard let first = late.first else { return }
    let name = first.number == 0 ? "\"\(first.title.visible)\"" : ItemPhrase.name(of: first)
    try context.output.message(
      late.count == 1
        ? "\(name) starts after it is due: until then, lists leave it out."
        : "\(name) and \(late.count - 1) more start after they are due: until then, lists leave them out."
    )
  }

  /// Warns of the items whose dates were changed, or would be.
  func warn(about outcomes: ItemOutcomes) throws {
    try warn(
      about: outcomes.first.filter {
        $0.before.start != $0.after.start || $0.before.due != $0.after.due
      }
      .map(\.after)
    )
  }

  private func startsLate(_ item: Item) -> Bool {
    guard item.status == .open, let start = item.start, let due = item.due else { return false }
    let zone = context.world.calendar.zone
    return due.isPast(at: start.start(in: zone), in: zone)
  }
}
