import Foundation
import Habits
import Storage

/// The program: the only place that says which store it is, and passes it on.
@main
struct Main {
  static let usage = """
    Usage: habits STORE COMMAND
      begin TITLE RULE   such as FREQ=DAILY, or FREQ=WEEKLY;BYDAY=MO,FR
      today              what is to be done
      check NUMBER       done: it comes again on its next date
      skip NUMBER        not this time
      undo               take the last step back
      streaks            how long each was kept up
    """

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else {
      print(usage)
      exit(64)
    }
    do {
      let store = try StoreLocation(words[0]).open()
      try await run(words[1], Array(words.dropFirst(2)), HabitTracker(store, now: { Date() }))
      await store.close()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(
    _ command: String,
    _ words: [String],
    _ tracker: HabitTracker
  ) async throws {
    switch (command, words.count) {
    case ("begin", 2): show([try await tracker.begin(words[0], rule: words[1])])
    case ("today", 0): show(try await tracker.toDo())
    case ("check", 1): show([try await tracker.check(habit(words[0], of: tracker))])
    case ("skip", 1): show([try await tracker.skip(habit(words[0], of: tracker))])
    case ("undo", 0): try await tracker.undo()
    case ("streaks", 0):
      for habit in try await tracker.all() {
        print(habit.item.number, habit.title, "\(try await tracker.streak(of: habit)) in a row")
      }
    default:
      print(usage)
      exit(64)
    }
  }

  private static func habit(
    _ number: String,
    of tracker: HabitTracker
  ) async throws -> StoredRecord<Habit> {
    guard let habit = try await tracker.all().first(where: { "\($0.item.number)" == number }) else {
      print("There is no habit \(number).")
      exit(1)
    }
    return habit
  }

  private static func show(_ habits: [StoredRecord<Habit>]) {
    for habit in habits {
      print(habit.item.number, habit.title, habit.occurrence.map { "on \($0)" } ?? "")
    }
  }
}
