/// A type whose values lie within a ``DateRange``: days, times, and what is one of the two.
///
/// A property of a record with such a type can be asked for by days: `.value(of: \.bought, in: .today)`.
public protocol DateRangeElement: Encodable {}

/// A day.
extension CalendarDay: DateRangeElement {}
/// A day or a moment.
extension DayOrInstant: DateRangeElement {}
