import ArgumentParsing
import Storage

/// Shows a list on the whole screen, or tells its changes to a program.
struct WatchCommand {
  let invocation: Invocation

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let isData = invocation.format == .json || invocation.format == .ndjson
    guard isData || invocation.format == nil || invocation.format == .table else {
      throw arguments.invalidValue(
        invocation.format?.rawValue ?? "",
        for: GlobalOptions.format,
        reason: "changes are told as 'json', a line for each"
      )
    }
    let query = try query(arguments)
    // What the command line gets wrong is told first.
    _ = try query(invocation.calendar)
    let calendar = calendar
    if isData {
      var stream = WatchStream(invocation.repository, to: invocation.output) {
        try query(calendar())
      }
      try await stream.run(pulse: AsyncStream { try? await Task.sleep(for: WatchStream.pulse) })
    } else {
      guard let screen = invocation.context.screen else {
        throw arguments.failure(
          "'watch' needs a terminal to draw on; '--json' tells changes anywhere, a line for each."
        )
      }
      try await show(on: screen, arguments, query)
    }
    return .success
  }

  private func show(
    on screen: any Screen,
    _ arguments: ParsedArguments,
    _ query: @escaping @Sendable (LocalCalendar) throws -> ItemQuery
  ) async throws {
    let isOfOpen = try query(invocation.calendar).filter.isOfOpenItems
    var session = WatchSession(
      invocation.repository,
      on: screen,
      appearance: invocation.output.appearance,
      noun: isOfOpen ? "open" : "items",
      calendar: calendar,
      query: query
    )
    try await session.run()
  }

  private var calendar: @Sendable () -> LocalCalendar {
    let (zone, clock) = (invocation.calendar.zone, invocation.context.clock)
    return { LocalCalendar(zone: zone, now: clock()) }
  }

  private func query(
    _ arguments: ParsedArguments
  ) throws -> @Sendable (LocalCalendar) throws -> ItemQuery {
    let sort = arguments[ListCommand.Keys.sort]?.keys ?? ListCommand(invocation).defaultSort
    let onlyOpen = !arguments[ListCommand.Keys.all]
    return { calendar in
      ItemQuery(
        try FilterKey.filter(arguments, calendar: calendar, onlyOpen: onlyOpen),
        sort: sort
      )
    }
  }
}

extension ItemFilter {
  /// Whether it plainly asks for open items alone.
  fileprivate var isOfOpenItems: Bool {
    switch self {
    case .status(let statuses): statuses == [.open]
    case .and(let filters): filters.contains(where: \.isOfOpenItems)
    default: false
    }
  }
}

extension WatchCommand {
  static let command = Command<CommandAction>(
    "watch",
    abstract: "Show a list that follows every change.",
    discussion: """
      The list fills the screen and changes as the store does, by whatever program. What has just \
      changed is marked. Arrows, Page Up and Page Down, Home and End scroll, as do j, k, space, b, g \
      and G; q or Esc ends it, Ctrl-C as well, with 130.

      '--json' tells programs: each item as a line with the event 'item', each change as 'changed' or \
      'gone', and 'current' whenever all has been told.
      """,
    examples: [
      Example("itemsctl watch", "What is open:"),
      Example("itemsctl watch due<=today or priority:high", "What matters today:"),
      Example("itemsctl watch --json | jq -r 'select(.event == \"gone\").number'", "In a script:"),
    ],
    arguments: [FilterKey.words],
    options: [ListCommand.Keys.sort, ListCommand.Keys.all],
    action: CommandAction(.follow) {
      try await WatchCommand(invocation: $0).run($0.arguments)
    }
  )
}
