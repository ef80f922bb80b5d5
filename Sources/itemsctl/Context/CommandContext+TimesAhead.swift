import CommandKit
import Phrases
import Storage

extension CommandContext {
  /// By how many seconds the latest change of an item is ahead of this clock; nil for a few minutes.
  ///
  /// Some device's clock is wrong, or this one's. Nothing else follows from it: what wins in a sync
  /// does not depend on these times.
  func secondsAhead() async throws -> Int? {
    let now = world.calendar.now.secondsSince1970
    let late = ItemQuery(
      .updated(.from(Date(secondsSince1970: now + 300))),
      sort: [.descending(.updated)],
      limit: 1
    )
    guard let item = try await repository.items(late).first else { return nil }
    return Int(item.updatedAt.secondsSince1970 - now)
  }

  /// Says so to a person.
  func tellOfTimesAhead(by seconds: Int?) throws {
    guard let seconds else { return }
    let units = [(31_557_600, "year"), (86_400, "day"), (3_600, "hour"), (60, "minute")]
    let (length, unit) = units.first { seconds >= 2 * $0.0 } ?? (60, "minute")
    try output.message(
      "Times are \(counted(seconds / length, unit)) ahead of this clock: either this clock is wrong, or the clock of a "
        + "device that changed an item."
    )
  }
}
