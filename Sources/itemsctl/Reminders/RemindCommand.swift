import ArgumentParsing
import CommandKit
import Files
import Phrases
import Storage

/// Reminds somebody of each item once, when it is due.
struct RemindCommand {
  let context: CommandContext

  private var now: Date { context.world.calendar.now }

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    // As typed: what the words mean changes with the day.
    let filter = arguments[FilterKey.words].joined(separator: " ")
    let isDryRun = arguments[Keys.dryRun]
    var record = try record()
    let reach = now.adding(seconds: -ReminderTimes.firstReach)
    let items = try await items(since: record?.start(of: filter, at: now) ?? reach)
      .filter { record?.has($0) != true }
    if items.isEmpty {
      try context.output.hint("There is nothing to be reminded of.")
    }
    if isDryRun {
      try tell(items)
      return .success
    }
    let code = try await remind(of: items, &record)
    try record?.noteCall(filter, at: now)
    return code
  }

  /// What was reminded of; nil for a store in memory, which nobody can be reminded of twice.
  private func record() throws -> ReminderRecord? {
    guard case .file(let location, _) = context.store, let path = location.path else { return nil }
    guard let folder = StatePath.folder(context.world.environment) else {
      throw CommandError(
        .configuration,
        "Cannot find the folder for past reminders: neither HOME nor XDG_STATE_HOME is set."
      )
    }
    return try ReminderRecord(of: FilePath(path).resolvedIfThere.description, in: folder)
  }

  // MARK: - Items

  /// The open items whose moment has come and that were due no earlier than `start`, by moment.
  ///
  /// The moment itself may be long past: an item may have been added, or moved, behind it.
  private func items(since start: Date) async throws -> [Item] {
    let calendar = context.world.calendar
    let arguments = context.arguments
    let times = ReminderTimes(
      calendar: calendar,
      dayTime: arguments[Keys.dayTime],
      ahead: arguments[Keys.ahead]?.seconds ?? 0
    )
    let filter = try FilterKey.filter(
      arguments,
      views: context.settings.views,
      calendar: calendar,
      onlyOpen: true
    )
    // By whole days, which no time of day and no zone falls out of; exactly below.
    let latest = now.adding(seconds: times.ahead)
    let days = DateRange(
      from: .day(calendar.zone.day(of: start).adding(days: -1)),
      until: .day(calendar.zone.day(of: latest).adding(days: 2))
    )
    let query = ItemQuery(
      .and([filter, .status([.open]), .field(.due, .within(days))]),
      zone: calendar.zone
    )
    var found: [(moment: Date, item: Item)] = []
    for item in try await context.repository.items(query) {
      guard let due = item.due, case let moment = times.moment(of: due), moment <= now,
        times.dueTime(of: due) >= start
      else { continue }
      found.append((moment, item))
    }
    return found.sorted { ($0.moment, $0.item.number) < ($1.moment, $1.item.number) }.map(\.item)
  }

  // MARK: - Reminding

  private func tell(_ items: [Item]) throws {
    if try context.printer.printData(items) { return }
    for item in items {
      try context.output.print(ItemPhrase.text(of: item, nil, context.world.calendar))
    }
  }

  /// Prints the items, or runs the command for each; notes each when that is done.
  private func remind(of items: [Item], _ record: inout ReminderRecord?) async throws -> ExitCode {
    let calendar = context.world.calendar
    guard let line = context.arguments[Keys.exec] else {
      try tell(items)
      try context.output.finish()
      try record?.note(items, calendar)
      return .success
    }
    let program = ReminderProgram(
      line: line,
      store: context.store,
      environment: context.world.environment,
      calendar: calendar
    )
    var code = ExitCode.success
    for item in items {
      do throws(CommandError) {
        try context.output.write(try program.run(for: item))
      } catch {
        guard error.code == .failure else { throw error }
        // The others are not to be missed for it; the next call tries again.
        context.output.fail(error.text())
        code = .failure
        continue
      }
      try record?.note([item], calendar)
    }
    return code
  }
}

extension RemindCommand {
  enum Keys {
    static let exec = Option<String?>(
      "exec",
      valueName: "command",
      help: "Run a shell command for each item instead of printing it."
    )
    static let ahead = Option<LeadTime?>(
      "ahead",
      valueName: "time",
      help: "How long before an item is due, as in 15min or '2 days'."
    )
    static let dayTime = Option<DayTime>(
      "day-time",
      valueName: "time",
      help: "The time at which to remind of items that are due on a day, without a time.",
      default: ReminderTimes.standardDayTime
    )
    static let dryRun = Flag(
      "dry-run",
      help: "Print the reminders, and do not remember them."
    )
  }

  static let command = Command<CommandAction>(
    "remind",
    abstract: "Print what has come due, each item once.",
    discussion: """
      Prints the open items that have come due and were not printed before. A timer can call it \
      each minute. The first call looks back one day, later calls look back to the call before. An \
      item is printed again when it gets another date. The file itemsctl/reminders below \
      XDG_STATE_HOME, which is ~/.local/state unless set, holds what was printed; of two calls at \
      once, only one prints an item.

      '--exec' runs a command by /bin/sh for each item, with ITEMSCTL_TITLE, ITEMSCTL_DUE, \
      ITEMSCTL_LIST, ITEMSCTL_NUMBER and ITEMSCTL_ID, and the item as JSON on standard input. If a \
      command fails, or takes longer than \(ReminderProgram.limit.components.seconds) seconds, the \
      next calls try it again, for a day. If a command was interrupted, as by a power cut, it runs \
      again for its item.

      On Linux, 'Scripts/install' has put a timer in place, which shows notifications by notify-send:

        systemctl --user enable --now itemsctl-remind.timer
        systemctl --user list-timers itemsctl-remind
      """,
    examples: [
      Example("itemsctl remind", "What has come due since the last call:"),
      Example("itemsctl remind list:work --ahead 15min", "Fifteen minutes before:"),
      Example(
        "itemsctl remind --exec 'notify-send -- \"$ITEMSCTL_TITLE\" \"$ITEMSCTL_DUE\"'",
        "As a notification of the desktop:"
      ),
    ],
    arguments: [FilterKey.words],
    options: [Keys.exec, Keys.ahead, Keys.dayTime, Keys.dryRun],
    action: CommandAction(store: .read) {
      try await RemindCommand(context: $0).run()
    }
  )
}
