/// A rule for repetition: the commonly used part of RFC 5545's RRULE.
///
/// Each part is within ``RepeatLimits``, and the parts are consistent. Lists are sorted and have
/// each value once, so that equal rules have equal ``text``. A rule has neither a first day nor a
/// time of day: an anchor gives both, see ``Repeat``.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc5545#section-3.3.10>
public struct RepeatRule: Sendable, Hashable {
  /// What ``interval`` counts; also the period whose days the other parts choose.
  public let frequency: Frequency

  /// Every so many days, weeks, months or years.
  public let interval: Int

  /// The months, 1 is January; empty for all.
  public let months: [Int]

  /// The days of the month, -1 is the last; empty for all.
  public let monthDays: [Int]

  /// The days of the week; empty for all.
  public let weekdays: [Day]

  /// Which of a period's days are taken, -1 is the last; empty for all.
  public let positions: [Int]

  /// The day on which weeks begin, which matters for every second week and more.
  public let weekStart: Weekday

  /// After which occurrence the rule ends.
  package let end: End

  /// The length of a rule's periods.
  public enum Frequency: String, Sendable, Hashable, CaseIterable {
    /// Each period is a day.
    case daily = "DAILY"
    /// Each period is a week.
    case weekly = "WEEKLY"
    /// Each period is a month.
    case monthly = "MONTHLY"
    /// Each period is a year.
    case yearly = "YEARLY"
  }

  /// A day of the week, counted from Monday, which is 0.
  public enum Weekday: Int, Sendable, Hashable, CaseIterable {
    /// A day, in the order of ISO 8601.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// A day of the week, or one of them in a month or a year: Friday, the last Friday.
  public struct Day: Sendable, Hashable {
    /// The day of the week.
    public let weekday: Weekday

    /// Which one of the month or the year, from 1, or from the end from -1; nil for all of them.
    public let ordinal: Int?

    /// A day of the week; with an ordinal, one of a month or a year.
    public init(_ weekday: Weekday, ordinal: Int? = nil) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  /// After which occurrence a rule ends.
  package enum End: Sendable, Hashable {
    /// It goes on.
    case never
    /// After so many, counted from the anchor.
    case count(Int)
    /// After the last one that is not later than this day.
    case until(CivilDate)
  }
}

extension RepeatRule {
  /// The parts of a rule before they are checked.
  package struct Parts: Sendable {
    package var frequency: Frequency
    package var interval = 1
    package var months: [Int] = []
    package var monthDays: [Int] = []
    package var weekdays: [Day] = []
    package var positions: [Int] = []
    package var weekStart = Weekday.monday
    package var end = End.never

    package init(_ frequency: Frequency, interval: Int = 1) {
      self.frequency = frequency
      self.interval = interval
    }
  }

  /// The rule of these parts.
  ///
  /// - Throws: ``RepeatError`` for a part beyond its limit, for parts that do not go together, and
  ///   for days that no month has.
  package init(_ parts: Parts) throws(RepeatError) {
    try parts.check()
    frequency = parts.frequency
    interval = parts.interval
    months = Set(parts.months).sorted()
    monthDays = Set(parts.monthDays).sorted(by: RepeatRule.startBeforeEnd)
    weekdays = Set(parts.weekdays).sorted { left, right in
      let ordinals = (left.ordinal ?? 0, right.ordinal ?? 0)
      return ordinals.0 == ordinals.1
        ? left.weekday.rawValue < right.weekday.rawValue
        : RepeatRule.startBeforeEnd(ordinals.0, ordinals.1)
    }
    positions = Set(parts.positions).sorted(by: RepeatRule.startBeforeEnd)
    weekStart = parts.weekStart
    end = parts.end
  }

  /// Whether a number comes first: those from the start upwards, then those from the end, -1 last.
  private static func startBeforeEnd(_ left: Int, _ right: Int) -> Bool {
    (left < 0) == (right < 0) ? left < right : right < 0
  }

  /// Whether the rule is a frequency and an interval alone, perhaps with a last day.
  package var isPlain: Bool {
    months.isEmpty && monthDays.isEmpty && weekdays.isEmpty && positions.isEmpty
  }
}
