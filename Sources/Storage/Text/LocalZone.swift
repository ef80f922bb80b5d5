#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where somebody looks at the store: which moments belong to which day there.
///
/// ``current`` is right for a program on the device of its user. Others are for servers, for tests,
/// and for looking at the days of another place:
///
/// ```swift
/// let tokyo = LocalZone(TimeZone(identifier: "Asia/Tokyo")!)
/// ```
///
/// Two zones with one identifier count as the same.
public struct LocalZone: Sendable {
  private let rules: Rules

  private enum Rules: Sendable {
    case system
    case known(identifier: String, secondsFromGMT: @Sendable (Date) -> Int)
  }

  private init(_ rules: Rules) { self.rules = rules }

  /// A zone by the distance of its clocks from UTC at each moment, in seconds, east being positive.
  public init(identifier: String, secondsFromGMT: @escaping @Sendable (Date) -> Int) {
    self.init(.known(identifier: identifier, secondsFromGMT: secondsFromGMT))
  }

  /// A zone of Foundation's.
  ///
  /// On Linux, a program that imports FoundationEssentials alone knows no zone by name but GMT.
  public init(_ zone: TimeZone) {
    self.init(identifier: zone.identifier) { zone.secondsFromGMT(for: $0) }
  }

  /// The zone of the user: that of the variable `TZ`, else that of the system.
  ///
  /// It follows a change of the system's zone within a second.
  public static let current = LocalZone(Rules.system)

  /// Coordinated universal time.
  public static let utc = LocalZone.fixed(secondsFromGMT: 0)

  /// A zone whose clocks are always as far from UTC, in seconds, east being positive.
  public static func fixed(secondsFromGMT seconds: Int) -> LocalZone {
    LocalZone(identifier: seconds == 0 ? "UTC" : "UTC\(seconds < 0 ? "" : "+")\(seconds)s") { _ in
      seconds
    }
  }

  /// What the zone is known by: `Europe/Berlin`.
  public var identifier: String {
    switch rules {
    case .system: SystemZone.identifier
    case .known(let identifier, _): identifier
    }
  }

  /// The zone with its identifier looked up, which takes some microseconds, once and for all.
  var pinned: LocalZone {
    guard case .system = rules else { return self }
    return LocalZone(
      .known(
        identifier: SystemZone.identifier,
        secondsFromGMT: { date in
          let seconds = date.millisecondsSince1970.flooredQuotient(by: 1_000)
          return SystemZone.distance(at: Int(seconds))
        }
      )
    )
  }

  /// The distance from UTC at a moment, given in seconds since 1970.
  package func distance(at seconds: Int) -> Int {
    switch rules {
    case .system: SystemZone.distance(at: seconds)
    case .known(_, let secondsFromGMT):
      secondsFromGMT(Date(millisecondsSince1970: Int64(seconds) * 1_000))
    }
  }
}

extension LocalZone: Hashable {
  /// Compares the identifiers.
  public static func == (left: LocalZone, right: LocalZone) -> Bool {
    if case (.system, .system) = (left.rules, right.rules) { return true }
    return left.identifier == right.identifier
  }

  /// Feeds the identifier to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension CalendarDay {
  /// The day that clocks in a zone show at a moment.
  public init(of date: Date, in zone: LocalZone) { self = zone.day(of: date) }

  /// The day that clocks in a zone show now.
  ///
  /// A test gives the moment: `.today(at: clock.now(), in: .utc)`. For a zone of Foundation's, give
  /// ``LocalZone/init(_:)``.
  public static func today(
    at now: Date = Date(),
    in zone: LocalZone = .current
  ) -> CalendarDay {
    zone.day(of: now)
  }
}

// MARK: - Days and moments

extension LocalZone {
  /// The day that clocks show at a moment.
  public func day(of date: Date) -> CalendarDay {
    CalendarDay(daysSince1970: day(atMilliseconds: date.clampedMilliseconds))
  }

  /// The first moment at which clocks show that day or a later one.
  ///
  /// Mostly midnight; later where clocks leap over it, as for summer time in some countries, or over
  /// the whole day, as where the date line was moved.
  public func start(of day: CalendarDay) -> Date {
    Date(millisecondsSince1970: milliseconds(ofStart: day.daysSince1970))
  }

  /// The number of the day that clocks show at a moment in milliseconds since 1970.
  package func day(atMilliseconds milliseconds: Int64) -> Int {
    let seconds = Int(milliseconds.flooredQuotient(by: 1_000))
    return (seconds + distance(at: seconds)).flooredQuotient(by: LocalZone.secondsOfDay)
  }

  /// The first moment of a day, in milliseconds since 1970.
  package func milliseconds(ofStart day: Int) -> Int64 {
    Int64(seconds(ofStart: day)) * 1_000
  }

  private static let secondsOfDay = 86_400

  private func seconds(ofStart day: Int) -> Int {
    // What UTC's clock shows is off by the distance. Zones do not change twice within two days.
    let reading = day * LocalZone.secondsOfDay
    let before = distance(at: reading - LocalZone.secondsOfDay)
    let after = distance(at: reading + LocalZone.secondsOfDay)
    let early = reading - before
    // Midnight came before the change. Where clocks then go back behind it, it comes twice, and this is the first.
    if before == after || distance(at: early) == before { return early }
    let late = reading - after
    // It came after the change.
    if after < before || distance(at: late) == after { return late }
    // Clocks leap over it, after `late` and at `early` at the latest.
    var range = late...early
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2 - 1
      range =
        distance(at: middle) == after ? range.lowerBound...middle : middle + 1...range.upperBound
    }
    return range.lowerBound
  }
}
