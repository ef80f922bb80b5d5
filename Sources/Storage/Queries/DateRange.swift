#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A range of time from one bound, included, to another, excluded; nil leaves an end open.
///
/// It contains days as well as instants. With instants as bounds, a day is within the range if it
/// is not before the day of the first bound, and before the day of the second. With days as bounds,
/// an instant is within the range from the first moment of the first day until the first moment of
/// the second.
public struct DateRange: Sendable, Hashable {
  /// Where a range begins or ends.
  public enum Bound: Sendable, Hashable {
    /// A moment; for days, the day that it belongs to.
    case instant(Date)
    /// A day; for instants, its first moment.
    case day(CalendarDay)
    /// The moment at which the query is answered; for days, today.
    case now
    /// The moment after now; for days, tomorrow.
    case afterNow
    /// The day so many days after the one on which the query is answered.
    case today(adding: Int)
    /// One bound for days and one for instants, as ``ItemQuery/resolved(at:)`` makes of all others.
    case edge(CalendarDay, Date)
  }

  /// The first day or moment within the range.
  public var from: Bound?
  /// The first day or moment after the range.
  public var until: Bound?

  /// Makes a range; without ends it holds every day and moment.
  public init(from: Bound? = nil, until: Bound? = nil) {
    self.from = from
    self.until = until
  }

  /// Makes a range between two moments.
  public init(from: Date, until: Date) {
    self.init(from: .instant(from), until: .instant(until))
  }

  /// Before this moment.
  public static func before(_ date: Date) -> DateRange { DateRange(until: .instant(date)) }

  /// At or after this moment.
  public static func from(_ date: Date) -> DateRange { DateRange(from: .instant(date)) }

  /// Before this day.
  public static func before(_ day: CalendarDay) -> DateRange { DateRange(until: .day(day)) }

  /// On or after this day.
  public static func from(_ day: CalendarDay) -> DateRange { DateRange(from: .day(day)) }

  /// On this day.
  public static func on(_ day: CalendarDay) -> DateRange {
    DateRange(from: .day(day), until: .day(day.adding(days: 1)))
  }

  /// The day on which the query is answered.
  public static let today = DateRange(from: .today(adding: 0), until: .today(adding: 1))

  /// The past when the query is answered: days before today, and moments before now.
  public static let past = DateRange(until: .now)

  /// The future when the query is answered: days after today, and moments after now.
  public static let future = DateRange(from: .afterNow)
}

extension DateRange {
  /// The range with one bound for days and one for instants at each end.
  func resolved(at now: Date, in zone: LocalZone) -> DateRange {
    DateRange(
      from: from?.resolved(at: now, in: zone),
      until: until?.resolved(at: now, in: zone)
    )
  }

  /// Whether a value lies within the range, which is resolved first unless it is.
  func holds(_ value: DayOrInstant, at now: @autoclosure () -> Date, in zone: LocalZone) -> Bool {
    let range = isResolved ? self : resolved(at: now(), in: zone)
    if let edge = range.from?.edge, value.isBelow(edge) { return false }
    if let edge = range.until?.edge, !value.isBelow(edge) { return false }
    return true
  }

  /// Whether the ends have the form of an ``DateRange/Bound/edge(_:_:)``.
  var isResolved: Bool {
    (from?.edge != nil || from == nil) && (until?.edge != nil || until == nil)
  }

  /// Whether the range, as one of moments, depends on when or in which zone it is asked for.
  var isRelative: Bool { [from, until].contains { $0?.isRelative ?? false } }
}

extension DateRange.Bound {
  typealias Edge = (day: CalendarDay, instant: Date)

  /// The bound for days and the one for instants, if it is resolved.
  var edge: Edge? { if case .edge(let day, let instant) = self { (day, instant) } else { nil } }

  fileprivate var isRelative: Bool {
    switch self {
    case .now, .afterNow, .today, .day: true
    case .instant, .edge: false
    }
  }

  fileprivate func resolved(at now: Date, in zone: LocalZone) -> DateRange.Bound {
    switch self {
    case .edge: return self
    case .instant(let date): return .edge(zone.day(of: date), date)
    case .day(let day): return .edge(day, zone.start(of: day))
    case .now: return .edge(zone.day(of: now), now)
    case .afterNow: return .next(after: .instant(now), in: zone)
    case .today(let days):
      let day = zone.day(of: now).adding(days: days)
      return .edge(day, zone.start(of: day))
    }
  }

  /// What comes after a value: the next day, or the next millisecond and the day after its own.
  static func next(after value: DayOrInstant, in zone: LocalZone) -> DateRange.Bound {
    switch value {
    case .day(let day):
      let next = day.adding(days: 1)
      return .edge(next, zone.start(of: next))
    case .instant(let date):
      let next = Date(millisecondsSince1970: date.clampedMilliseconds + 1)
      return .edge(zone.day(of: date).adding(days: 1), next)
    }
  }

  /// The bound at a value.
  static func at(_ value: DayOrInstant) -> DateRange.Bound {
    switch value {
    case .day(let day): .day(day)
    case .instant(let date): .instant(date)
    }
  }
}

extension DayOrInstant {
  fileprivate func isBelow(_ edge: DateRange.Bound.Edge) -> Bool {
    switch self {
    case .day(let day): day < edge.day
    case .instant(let date): date.clampedMilliseconds < edge.instant.clampedMilliseconds
    }
  }
}

// MARK: - Where and when a query is asked

extension ItemQuery {
  /// The query with its conditions on days and times in a form that depends on neither the zone nor the time.
  ///
  /// For authors of backends: call it with the clock's time before reading the conditions. A page that continues a walk by
  /// urgency is of the moment at which the walk began, so that no item moves between its pages.
  public func resolved(at now: Date) -> ItemQuery {
    var query = self
    let moment = followsUrgency ? after?.moment ?? now : now
    query.filter = filter.resolved(at: moment, in: zone)
    query.moment = followsUrgency ? moment : nil
    return query
  }
}

extension ItemFilter {
  /// The filter with its conditions on days and times resolved; see ``ItemQuery/resolved(at:)``.
  public func resolved(at now: Date, in zone: LocalZone = .current) -> ItemFilter {
    resolved(at: now, in: zone, depth: 0)
  }
}

/// In attributes, times are kept in ISO 8601, which sorts as they do.
extension Date: OrderedAttribute {}
/// A moment.
extension Date: DateRangeElement {}
