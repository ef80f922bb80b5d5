import ArgumentParsing
import CommandKit
import ItemFormats
import Phrases
import Storage
import Sync

/// Counts items, and shows the figures as text, as data or as a picture.
struct StatsCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let (arguments, output) = (context.arguments, context.output)
    _ = try context.format(
      among: [.table, .json, .ndjson],
      else: "figures are shown as 'table', or as 'json' on one line"
    )
    let report = try await report()
    if let path = arguments[Keys.svg] {
      try draw(StatsPicture(report), at: path)
    } else if context.isJSON {
      try output.print(StatsJSON.text(of: report))
    } else {
      let text = StatsText(
        report,
        output.appearance,
        showsAll: arguments[Keys.all],
        height: output.appearance.isTerminal ? context.world.terminalHeight : nil
      )
      for line in text.lines { try output.print(line) }
    }
    return .success
  }

  private func report() async throws -> StatsReport {
    let (arguments, calendar) = (context.arguments, context.world.calendar)
    let filter = try context.filter(onlyOpen: false)
    let wanted = arguments[Keys.weeks]?.count
    let span = StatsSpan(weeks: wanted ?? StatsSpan.standardWeeks, calendar)
    let summary = try await context.repository.summary(
      SummaryQuery(
        filter,
        groupings: [.list, .tag],
        activityBounds: span.bounds,
        dueBounds: StatsSpan.dueBounds(calendar),
        zone: calendar.zone
      )
    )
    let weeks = StatsReport.Week.weeks(span, summary.activity)
    return StatsReport(
      calendar: calendar,
      counts: summary.counts,
      lists: summary.lists.maxOpenFirst,
      tags: summary.tags.maxOpenFirst,
      due: StatsReport.DueCounts(summary.due, open: summary.counts.open),
      weeks: wanted == nil ? StatsReport.Week.eventful(weeks) : weeks,
      store: try await context.repository.stats(),
      sync: try await context.repository.syncStatus(),
      storePath: context.store.path,
      isFiltered: filter != .all
    )
  }

  private func draw(_ picture: StatsPicture, at path: String) throws {
    let bytes = Array(picture.svg.utf8)
    guard path != "-" else { return try context.output.write(bytes) }
    try OutputFile.check(path, besides: context.store.path)
    let file = try OutputFile(path)
    try file.sink.write(bytes)
    try file.keep()
    try context.output.report("Drew '\(path)'")
  }
}

extension StatsCommand {
  /// The words that `stats` understands beside a filter.
  enum Keys {
    static let svg = Option<String?>(
      "svg",
      valueName: "file",
      help: "Draw a picture into this file instead; '-' is standard output.",
      completion: .files
    )
    static let weeks = Option<WeekCount?>(
      "weeks",
      short: "w",
      valueName: "count",
      help: "How many weeks to look back; without it, since the first change, at most a year."
    )
    static let all = Flag(
      "all",
      short: "a",
      help: "Show every list and tag, and more than fits the screen."
    )
  }

  static let command = Command<CommandAction>(
    "stats",
    synonyms: ["report", "summary"],
    abstract: "Show figures: what is open, due and done, and the size of the store.",
    discussion: """
      Counts items by status, due date, list and tag, without deleted ones. The charts show how \
      many items were open at each time, and how many were done in each week; an item that was \
      opened again counts as if it had never been done. With a filter, only matching items count. \
      On a terminal, the output is limited to what fits the screen.

      '--json' prints one object, with every list and tag.
      """,
    examples: [
      Example("itemsctl stats", "All figures:"),
      Example("itemsctl stats list:work --weeks 12", "The work of a quarter:"),
      Example("itemsctl stats --svg stats.svg", "As a picture, for light and dark pages:"),
      Example("itemsctl stats --json | jq .due.overdue", "For a script:"),
    ],
    arguments: [FilterKey.words],
    options: [Keys.svg, Keys.weeks, Keys.all],
    action: CommandAction(store: .read, isPaged: true) {
      try await StatsCommand(context: $0).run()
    }
  )
}

/// A number of weeks that charts can show.
struct WeekCount: ArgumentValue, Hashable {
  let count: Int

  init(argument: String) throws(ValueError) {
    guard let count = Int(argument), 1...WeekCount.most ~= count else {
      throw ValueError("it must be a whole number from 1 to \(WeekCount.most)")
    }
    self.count = count
  }

  var argumentText: String { String(count) }

  /// Ten years.
  private static let most = 520
}
