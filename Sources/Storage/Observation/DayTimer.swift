/// Tells observers of a query that depends on the time when another answer may be due.
///
/// A new day, or a journey to another zone, changes what `today` means and where days stand in an
/// order; a moment that passes changes what `now` means. No system reports all of these, so the
/// timer looks once a minute, while somebody observes such a query, and only then.
package struct DayTimer: Sendable {
  /// The time now.
  let now: @Sendable () -> Timestamp
  /// Waits; throws when the task is cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  /// Makes a timer, for tests with a clock of their own.
  package init(
    now: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The system's clock.
  package static let live = DayTimer(
    now: { .current },
    sleep: { try await ContinuousClock().sleep(for: $0) }
  )

  /// The longest time between two looks: a clock may be set, a computer may sleep, a user may travel.
  private static let interval = Duration.seconds(60)

  /// Calls `notify` whenever the day or the zone has become another one, or, with `followsMoments`, after each look.
  fileprivate func run(
    in zone: LocalZone,
    from known: Place,
    followsMoments: Bool,
    notify: @Sendable () -> Void
  ) async {
    var known = known
    while true {
      do { try await sleep(untilNextLook(in: zone)) } catch { return }
      let current = place(in: zone)
      if current != known || followsMoments { notify() }
      known = current
    }
  }

  /// What an answer was read at.
  fileprivate struct Place: Equatable {
    let day: CalendarDay
    let zone: String
  }

  fileprivate func place(in zone: LocalZone) -> Place {
    Place(day: zone.day(of: now()), zone: zone.identifier)
  }

  private func untilNextLook(in zone: LocalZone) -> Duration {
    let now = now()
    let midnight = zone.start(of: zone.day(of: now).adding(days: 1))
    let rest = midnight.millisecondsSince1970 - now.millisecondsSince1970
    return min(DayTimer.interval, .milliseconds(max(rest, 1)))
  }
}

/// A timer that runs for as long as this is held.
final class RunningDayTimer: Sendable {
  private let task: Task<Void, Never>

  init(
    _ timer: DayTimer,
    in zone: LocalZone,
    followsMoments: Bool,
    notify: @escaping @Sendable () -> Void
  ) {
    // Before the first answer is read, so that no midnight in between is missed.
    let known = timer.place(in: zone)
    task = Task {
      await timer.run(in: zone, from: known, followsMoments: followsMoments, notify: notify)
    }
  }

  deinit { task.cancel() }
}

/// How an answer depends on the time.
struct TimeDependence: Sendable {
  let zone: LocalZone
  /// Whether it changes as moments pass, and not only with the day.
  let followsMoments: Bool
}

extension ItemQuery {
  /// How the query's answer depends on the time; nil if it does not.
  var timeDependence: TimeDependence? {
    guard filter.isRelative || orderZone != nil else { return nil }
    return TimeDependence(zone: zone, followsMoments: filter.followsMoments || followsUrgency)
  }
}

extension ItemFilter {
  /// How an answer in the user's own zone depends on the time; nil if it does not.
  var timeDependence: TimeDependence? {
    isRelative ? TimeDependence(zone: .current, followsMoments: followsMoments) : nil
  }

  /// Whether a condition compares with the time at which it is asked.
  fileprivate var followsMoments: Bool {
    switch self {
    case .field(_, .within(let range)), .attribute(_, .within(let range)):
      [range.from, range.until].contains { $0 == .now || $0 == .afterNow }
    case .and(let filters), .or(let filters): filters.contains(where: \.followsMoments)
    case .not(let filter): filter.followsMoments
    default: false
    }
  }
}
