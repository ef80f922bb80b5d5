import ArgumentParsing
import CommandKit
import Files
import ItemFormats
import Phrases
import Storage

/// Writes items in the form of a file, a page at a time.
struct ExportCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let (arguments, output) = (context.arguments, context.output)
    try checkWords()
    let filter = try context.filter(onlyOpen: false)
    let path = arguments[Keys.output].flatMap { $0 == "-" ? nil : $0 }
    if let path { try OutputFile.check(path, besides: context.store.path) }
    let format = try format(path)
    // Lines of a document have an order to people.
    let sort = ItemSort.ascending(format == .markdown ? .rank : .number)
    let pages = context.repository.pages(of: ItemQuery(filter, sort: [sort]))
    guard let path else {
      let printer = printer(format, to: output)
      _ = try await printer.print(pages)
      try tellLosses(printer, format)
      return .success
    }
    try await checkNames(filter, path)
    let file = try OutputFile(path)
    let fileOutput = Output(
      of: Itemsctl.name,
      to: file.sink,
      messagesTo: file.sink,
      appearance: .plain
    )
    let printer = printer(format, to: fileOutput)
    let total = output.redraws ? try await context.repository.count(filter) : nil
    let progress = Progress(output, "Exporting", total: total, elapsed: context.world.elapsed)
    let count = try await printer.print(pages, progress: progress)
    try fileOutput.flush()
    try file.keep()
    try output.report("Exported \(counted(count)) to '\(path)'")
    try tellLosses(printer, format)
    return .success
  }

  /// Throws if no item fits since the filter names a list, a tag or an item that is not there.
  ///
  /// The name may be a slip, and the file an earlier export with items.
  private func checkNames(_ filter: ItemFilter, _ path: String) async throws {
    let repository = context.repository
    guard try await repository.items(ItemQuery(filter, limit: 1)).isEmpty,
      let missing = try await filter.missingName(in: repository)
    else { return }
    throw CommandError(.failure, "Nothing was exported to '\(path)': no item fits. \(missing)")
  }

  /// Refuses the name of a file, which would be taken for a word to look for; behind `--` it is one.
  private func checkWords() throws(UsageError) {
    let (arguments, words) = (context.arguments, context.arguments[FilterKey.words])
    if let word = words.dropLast(arguments.literalCount).first(where: { $0.hasPrefix("-o") }),
      ItemFormat(path: word) != nil
    {
      throw arguments.failure(
        "'\(word.visible)' would be a tag. Did you mean '-o \(String(word.dropFirst(2)).visible)'?"
      )
    }
    guard words.count == 1, arguments.literalCount == 0, !arguments.isGiven(Keys.output),
      let word = words.first, ItemFormat(path: word) != nil
    else { return }
    throw arguments.failure(
      "'\(word.visible)' would be a word to look for. Did you mean '--output \(word.visible)'?"
    )
  }

  private func printer(_ format: ItemFormat, to output: Output) -> ItemPrinter {
    var printer = ItemPrinter(
      output: output,
      calendar: context.world.calendar,
      format: format,
      fields: context.fields,
      hasHeader: true
    )
    printer.findItems = { [repository = context.repository] ids in
      var found: [Item] = []
      var rest = Array(ids)[...]
      // A query has only so many values.
      while !rest.isEmpty {
        found += try await repository.items(ItemQuery(.ids(Set(rest.prefix(500)))))
        rest = rest.dropFirst(500)
      }
      return found
    }
    return printer
  }

  /// Says on standard error what the form has no words for.
  private func tellLosses(_ printer: ItemPrinter, _ format: ItemFormat) throws(CommandError) {
    let phrases = printer.losses.phrases
    guard !phrases.isEmpty else { return }
    try context.output.message(
      "\(format.rawValue) cannot represent: \(phrases.joined(separator: ", "))"
    )
  }

  /// The format that was asked for, or the one that the file's name tells; JSON for a stream.
  private func format(_ path: String?) throws(UsageError) -> ItemFormat {
    let arguments = context.arguments
    let given = try context.format(
      among: ItemFormat.exports,
      else: "exports are for programs; 'list' prints tables"
    )
    let named = path.flatMap { ItemFormat(path: $0) }
    if let path, given == nil, named == nil, !FilePath(path).isSpecial {
      throw arguments.invalidValue(
        path,
        for: Keys.output,
        reason: "it must end in \(ItemFormat.endingList), or '--format' must say what to write"
      )
    }
    let format = given ?? named ?? .json
    guard !format.hasFixedFields || !arguments.isGiven(GlobalOptions.fields) else {
      throw arguments.failure("'\(format.rawValue)' has its own fields; leave '--fields' out.")
    }
    return format
  }
}

extension ExportCommand {
  /// The words that `export` understands beside a filter.
  enum Keys {
    static let output = Option<String?>(
      "output",
      short: "o",
      valueName: "file",
      help: "The file to write, which appears when it is complete; without it, standard output.",
      completion: .files
    )
  }

  static let command = Command<CommandAction>(
    "export",
    abstract: "Export items to a file or a program.",
    discussion: """
      Writes all items that match the filter, of any status, ordered by number, as \
      \(ItemFormat.exportList). Markdown has them in the order by hand. '--format', or the ending \
      of the file's name, chooses the format. A message on standard error lists what the format \
      cannot represent. An export for a list, a tag or an item that is not there leaves an \
      existing file as it is. See 'itemsctl help formats'.
      """,
    examples: [
      Example("itemsctl export --output items.ndjson", "Everything, one item per line:"),
      Example("itemsctl export list:home | jq '.items[].title'", "Into a program:"),
      Example("itemsctl export --format taskwarrior | task import", "Into Taskwarrior:"),
      Example("itemsctl export list:home --output home.md", "As a document with boxes to tick:"),
    ],
    arguments: [FilterKey.words],
    options: [Keys.output],
    action: CommandAction(store: .read) { try await ExportCommand(context: $0).run() }
  )
}
