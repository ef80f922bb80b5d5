import ArgumentParsing
import CommandKit
import ItemFormats
import Phrases
import Storage
import TerminalScreens

/// Shows a list on the whole screen, or tells its changes to a program.
struct WatchCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    _ = try context.format(
      among: [.table, .json, .ndjson],
      else: "changes are printed as 'json', a line for each"
    )
    let query = query()
    // What the command line gets wrong is told first.
    let isOfOpen = try query(context.world.calendar).filter.isOfOpenItems
    let calendar = calendar
    if context.isJSON {
      var stream = WatchStream(context.repository, to: context.output) {
        try query(calendar())
      }
      try await stream.run(pulse: AsyncStream { try? await Task.sleep(for: WatchStream.pulse) })
    } else {
      guard let screen = screen else {
        throw arguments.failure(
          "'watch' needs a terminal to draw on; without one, '--json' prints a line for each change."
        )
      }
      var session = WatchSession(
        context.repository,
        on: screen,
        appearance: context.output.appearance,
        noun: isOfOpen ? "open" : "items",
        calendar: calendar,
        query: query
      )
      try await session.run()
    }
    return .success
  }

  /// The whole screen of the terminal; nil where there is none that can be drawn on.
  private var screen: (any Screen)? {
    let world = context.world
    return world.outputIsTerminal && !world.environment.isDumb ? world.screen : nil
  }

  private var calendar: @Sendable () -> LocalCalendar {
    let (calendar, clock) = (context.world.calendar, context.world.clock)
    return { calendar.at(clock?() ?? calendar.now) }
  }

  private func query() -> @Sendable (LocalCalendar) throws -> ItemQuery {
    let (arguments, sort) = (context.arguments, ListCommand.sort(context))
    let onlyOpen = !arguments[ListOptions.all]
    return { calendar in
      // By the minute: a query that is another one each time would be asked again each time.
      let minute = Date(secondsSince1970: (calendar.now.secondsSince1970 / 60).rounded(.down) * 60)
      let filter = try FilterKey.filter(
        arguments,
        views: context.settings.views,
        calendar: calendar.at(minute),
        onlyOpen: onlyOpen,
        onlyStarted: true
      )
      return ItemQuery(filter, sort: sort, zone: calendar.zone)
    }
  }
}

extension WatchCommand {
  static let command = Command<CommandAction>(
    "watch",
    abstract: "Show a list that is always up to date.",
    discussion: """
      The list fills the screen and follows the store, whichever program changes it. Recent \
      changes are marked. Arrows, Page Up and Page Down, Home and End scroll, and so do j, k, \
      space, b, g and G. q or Esc ends the command; so does Ctrl-C, with exit code 130.

      '--json' is for programs: it prints each item as a line with the event 'item', each change \
      as 'changed' or 'gone', and 'current' whenever the output is complete.
      """,
    examples: [
      Example("itemsctl watch", "What is open:"),
      Example("itemsctl watch due:..today or priority:high", "What matters today:"),
      Example("itemsctl watch --json | jq -r 'select(.event == \"gone\").number'", "In a script:"),
    ],
    arguments: [FilterKey.words],
    options: [ListOptions.sort, ListOptions.all],
    action: CommandAction(store: .follow) { try await WatchCommand(context: $0).run() }
  )
}
