// `export`: items into a file.

import ArgumentParsing
import Storage

/// Writes items as JSON or NDJSON, a page at a time.
struct ExportCommand {
  let repository: any ItemRepository
  let output: Output
  let calendar: LocalCalendar

  init(_ invocation: Invocation) {
    repository = invocation.repository
    output = invocation.output
    calendar = invocation.calendar
  }

  func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    let filter = try FilterKey.filter(arguments, calendar: calendar, onlyOpen: false)
    let pages = repository.pages(of: ItemQuery(filter, sort: [.ascending(.number)]))
    let path = arguments[Keys.output]
    let format = try format(path, arguments)
    guard let path, path != "-" else {
      _ = try await print(pages, format, to: output)
      return .success
    }
    let file = try TemporaryFile(for: path)
    let fileOutput = Output(to: file.sink, messagesTo: file.sink, appearance: .plain)
    let count = try await print(pages, format, to: fileOutput)
    try fileOutput.flush()
    try file.keep()
    try output.report("Exported \(count) \(count == 1 ? "item" : "items") to '\(path)'")
    return .success
  }

  private func print(
    _ pages: ItemPages,
    _ format: OutputFormat,
    to output: Output
  ) async throws -> Int {
    try await ItemPrinter(output: output, calendar: calendar, format: format).print(pages)
  }

  /// The format that was asked for, or the one that the file's name tells, or JSON.
  private func format(
    _ path: String?,
    _ arguments: ParsedArguments
  ) throws(UsageFailure) -> OutputFormat {
    switch arguments[GlobalOptions.format] {
    case .json: return .json
    case .ndjson: return .ndjson
    case nil: return path.flatMap { ImportFormat(path: $0) } == .ndjson ? .ndjson : .json
    case let format?:
      throw arguments.invalidValue(
        format.rawValue,
        for: GlobalOptions.format,
        reason: "exports are 'json' or 'ndjson'; 'list' prints tables"
      )
    }
  }
}

extension ExportCommand {
  /// The words that `export` understands beside a filter.
  enum Keys {
    static let output = Option<String?>(
      "output",
      short: "o",
      valueName: "file",
      help: "The file to write, which appears when it is whole; standard output without it.",
      completion: .files
    )
  }

  static let command = Command<CommandAction>(
    "export",
    abstract: "Export items as JSON or NDJSON.",
    discussion: "All items that the filter holds for, in whatever status, by number.",
    examples: [
      Example("itemsctl export --output items.ndjson", "Everything, one item a line:"),
      Example("itemsctl export list:home | jq '.items[].title'", "Into a program:"),
    ],
    arguments: [FilterKey.words],
    options: [Keys.output],
    action: CommandAction(.read) { try await ExportCommand($0).run($0.arguments) }
  )
}
