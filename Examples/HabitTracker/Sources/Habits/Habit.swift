import Storage

/// What somebody means to do again and again; an item of the kind "habit" that repeats.
///
/// Doing it moves the item on to its next date and leaves a done copy under it, the record of that day.
package struct Habit: ItemRecord, Equatable {
  package static let kind = "habit"

  package var title: String
  package var status: Status
  /// When it comes; nil for the record of a day.
  package var `repeat`: Repeat?
  /// When it is to be done next.
  package var due: DayOrInstant?
  /// The date of the plan that is open, or that a record is of.
  package var occurrence: NominalDate?
  /// The habit that a record is of.
  package var parent: ItemID?

  /// A habit from some day on.
  ///
  /// The rule is as RFC 5545 has it, such as `FREQ=WEEKLY;BYDAY=MO,FR`; any other text throws ``RepeatError``.
  package init(_ title: String, rule: String, from day: CalendarDay) throws {
    self.title = title
    status = .open
    `repeat` = try Repeat(RepeatRule(rule), from: NominalDate(day))
  }
}
