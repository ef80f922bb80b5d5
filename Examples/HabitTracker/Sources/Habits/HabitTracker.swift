import Foundation
import Storage

/// The habits in a store: what is to be done today, and how long it was kept up.
package struct HabitTracker: Sendable {
  private let habits: ItemRecords<Habit>
  private let undoHistory: (any UndoableRepository)?
  private let now: @Sendable () -> Date
  private let zone: LocalZone

  /// The habits of a repository, for somebody with this clock in this zone.
  package init(
    _ repository: any ItemRepository,
    now: @escaping @Sendable () -> Date,
    zone: LocalZone = .current
  ) {
    habits = repository.records(of: Habit.self)
    undoHistory = repository as? any UndoableRepository
    self.now = now
    self.zone = zone
  }

  /// The day on which somebody looks.
  package var today: CalendarDay { zone.day(of: now()) }

  /// Begins a habit today.
  @discardableResult
  package func begin(_ title: String, rule: String) async throws -> StoredRecord<Habit> {
    try await habits.add(Habit(title, rule: rule, from: today))
  }

  /// The habits, those that come first at the top.
  package func all() async throws -> [StoredRecord<Habit>] {
    try await habits.query(\.repeat != nil, sort: .ascending(\.due))
  }

  /// The habits that are to be done today, or were to be done before.
  package func toDo() async throws -> [StoredRecord<Habit>] {
    let untilToday = DateRange(until: .day(today.adding(days: 1)))
    return try await habits.query(
      \.status == .open && .value(of: \.due, in: untilToday),
      sort: .ascending(\.due)
    )
  }

  /// Notes that a habit was done, which moves it on to its next date.
  @discardableResult
  package func check(_ habit: StoredRecord<Habit>) async throws -> StoredRecord<Habit> {
    try await habits.complete(habit.id, at: now(), in: zone)
  }

  /// Passes over the open date of a habit: it is not done, and that is meant so.
  @discardableResult
  package func skip(_ habit: StoredRecord<Habit>) async throws -> StoredRecord<Habit> {
    try await habits.skip(habit.id, at: now(), in: zone)
  }

  /// Takes the last check or skip back.
  package func undo() async throws {
    try await undoHistory?.undo()
  }

  /// The days on which a habit was done, the last one first.
  package func record(of habit: StoredRecord<Habit>) async throws -> [CalendarDay] {
    // After its last date the habit itself is done, and is the record of that date.
    let records = try await habits.query(
      .items(.or([.parent(habit.id), .ids([habit.id])])) && \.status == .done
    )
    return records.compactMap(\.occurrence?.calendarDay).sorted(by: >)
  }

  /// How many dates of its plan a habit was done one after the other, up to now.
  ///
  /// Today counts if it is done, and breaks nothing if it is not.
  package func streak(of habit: StoredRecord<Habit>) async throws -> Int {
    let done = Set(try await record(of: habit))
    guard let plan = habit.repeat?.dates else { return 0 }
    var streak = 0
    for day in plan.lazy.map(\.calendarDay).prefix(while: { $0 <= today }) {
      if done.contains(day) {
        streak += 1
      } else if day < today {
        streak = 0
      }
    }
    return streak
  }

  /// What is to be done today, now and whenever it changes.
  package func watch() -> some AsyncSequence<[StoredRecord<Habit>], StorageError> & Sendable {
    habits.observe(
      \.status == .open && .value(of: \.due, in: DateRange(until: .today(adding: 1))),
      sort: .ascending(\.due)
    )
  }
}
