import ArgumentParsing
import CommandKit
import Files
import ItemFormats
import Phrases
import Storage

/// Imports a file in one transaction: all records that are items, or nothing.
struct ImportCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let output = context.output
    let path = context.arguments[Keys.file]
    let isDryRun = context.arguments[Keys.dryRun]
    let importer = try importer(path)
    let newLists = NewListNotice(context: context)
    let lists = isDryRun ? [] : try await newLists.names()
    let counts: ImportCounts
    do throws(StorageError) {
      counts = try await context.repository.write { transaction throws(StorageError) in
        let counts = try importer.run(in: transaction)
        if isDryRun { throw DryRun(counts: counts).wrappedAsStorageError }
        return counts
      }
    } catch {
      guard let dryRun = error.cause as? DryRun else { throw failure(error, path) }
      counts = dryRun.counts
    }
    output.endTransient()
    if !isDryRun { context.changed.note(counts.changed) }
    let numbers = "\(counts.added) added, \(counts.updated) updated, \(counts.unchanged) unchanged"
    try output.report(isDryRun ? "Would import: \(numbers)" : "Imported: \(numbers)")
    if isDryRun {
      for example in counts.first {
        let text = try await text(of: example)
        try output.report("  \(text)".truncated(toWidth: output.appearance.width ?? .max))
      }
      let rest = counts.added + counts.updated - counts.first.count
      if rest > 0 {
        try output.report("  … and \(rest) more; after the import, 'itemsctl log' shows them")
      }
    }
    if counts.isEmpty { try output.message("There is no item in \(name(of: path)).") }
    for line in counts.warnings.lines { try output.message(line) }
    if !isDryRun, counts.added + counts.updated > 0 { try await newLists.tellNew(since: lists) }
    let leftOut = counts.leftOut
    guard leftOut.count > 0 else { return .success }
    try output.message(
      "Left out \(leftOut.count) of \(counted(leftOut.recordCount, "record")). Correct them and import them by themselves; "
        + "with '--strict', nothing of such a file is imported."
    )
    for line in leftOut.messages.lines { try output.message("  \(line)") }
    return .badData
  }

  /// What becomes of an item: `"Milk": due tomorrow` for a new one, `3 "Milk": due none → tomorrow` for another.
  private func text(of example: ImportCounts.Example) async throws -> String {
    let calendar = context.world.calendar
    switch example {
    case .added(let item): return ItemSentence(item, calendar).text
    case .updated(let before, let after):
      let parents = Set([before.parent, after.parent].compactMap { $0 })
      let names = parents.isEmpty ? [:] : try await context.repository.names(of: parents)
      let difference = ItemDifference(before, after, calendar, names: names).text
      return ItemPhrase.name(of: after) + (difference.isEmpty ? "" : ": \(difference)")
    }
  }

  private func importer(_ path: String) throws -> Importer {
    let arguments = context.arguments
    let format = try format(path)
    let source = try source(path)
    let columns: ColumnNames
    do throws(ValueError) {
      columns = try ColumnNames(arguments[Keys.map])
    } catch {
      let pair = arguments[Keys.map].first { ItemField(name: $0.value) == nil }
      throw arguments.invalidValue(
        pair?.argumentText ?? "",
        for: Keys.map,
        reason: error.reason
      )
    }
    return Importer(
      source: source,
      format: format,
      isFormatCertain: arguments.isGiven(GlobalOptions.format),
      unknownKeys: arguments[Keys.strict] ? .refused : .becomeAttributes,
      match: arguments[Keys.match],
      columns: columns,
      calendar: context.world.calendar,
      progress: Progress(
        context.output,
        "Importing",
        total: source.size,
        elapsed: context.world.elapsed
      )
    )
  }

  /// A pipe is first copied to a file: the store must not be locked while bytes are waited for.
  private func source(_ path: String) throws(CommandError) -> any ByteSource {
    let source = path == "-" ? context.input : try DescriptorSource(path: path)
    guard let descriptor = source as? DescriptorSource, !descriptor.isRegularFile else {
      return source
    }
    return try descriptor.copied(to: context.world.environment.temporaryFolder)
  }

  private func format(_ path: String) throws(UsageError) -> ItemFormat? {
    try context.format(
      among: ItemFormat.imports,
      else: "it can be printed, not imported"
    ) ?? ItemFormat(path: path, among: ItemFormat.imports)
  }

  private func failure(_ error: StorageError, _ path: String) -> CommandError {
    guard error.code == .malformedFile else { return CommandError(error) }
    let message = "Nothing was imported from \(name(of: path)): "
    if let foreign = error.cause as? ForeignContent {
      return CommandError(.badData, message + foreign.message, help: [foreign.help])
    }
    guard let rejections = error.cause as? ImportRejections else {
      return CommandError(.badData, message + error.message, help: [formatAdvice])
    }
    let advice = mapAdvice(rejections.misfits)
    guard rejections.count > 1 else {
      // A record that was read shows that the format is the right one.
      let isFormOpen = rejections.recordCount <= 1
      let help = advice.isEmpty && isFormOpen ? [formatAdvice] : advice
      return CommandError(.badData, message + error.message, help: help)
    }
    return CommandError(
      .badData,
      message + "\(rejections.count) errors in \(rejections.recordCount) records.",
      help: rejections.messages.lines + advice
    )
  }

  /// How to keep values that fit no field.
  private func mapAdvice(_ columns: Set<String>) -> [String] {
    guard let column = columns.min() else { return [] }
    let name = column.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " }
      .replacing(" ", with: "-")
    let attribute = ItemField.attributePrefix + (name.isEmpty ? "text" : name)
    return [
      "Correct the value, or keep the values of the column as they are, as an attribute: "
        + "--map '\(column)=\(attribute)'"
    ]
  }

  private func name(of path: String) -> String { path == "-" ? "standard input" : "'\(path)'" }

  private var formatAdvice: String {
    "'--format' says what the file holds if its name does not; see 'itemsctl help formats'."
  }

  /// Leaves the body of a write so that nothing is kept.
  private struct DryRun: Error {
    let counts: ImportCounts

    var wrappedAsStorageError: StorageError { StorageError(.aborted, "A dry run.", cause: self) }
  }
}

extension ImportCommand {
  /// The words that `import` understands.
  enum Keys {
    static let file = Argument<String>(
      "file",
      help: "The file to read; '-' is standard input.",
      completion: .files
    )
    static let match = Option<MatchKey>(
      "match",
      valueName: "key",
      help: "How a record finds an existing item: by id, title or attr.NAME.",
      default: .id
    )
    static let map = Option<[KeyValue]>(
      "map",
      valueName: "column=field",
      help: "The field for a column of csv or tsv or a key of JSON, as in 'Due Date=due'; may be "
        + "repeated."
    )
    static let strict = Flag(
      "strict",
      help: "Refuse a file with invalid records, or keys that items do not have."
    )
    static let dryRun = Flag(
      "dry-run",
      help: "Show what would happen, with the first items, and change nothing."
    )
  }

  static let command = Command<CommandAction>(
    "import",
    abstract: "Import items from a file or a program.",
    discussion: """
      Reads json, ndjson, csv, tsv, todo.txt, calendars, Markdown and what 'task export' prints. \
      The ending of the file's name or its content gives the format, else '--format' does. An \
      invalid record is left out and reported with its place, and the exit code is 65; with \
      '--strict', or if a document of JSON is damaged, nothing is imported. Only a title is required. A record with the id of an \
      existing item updates that item. Keys that items do not have become attributes. Columns may \
      have the names that other programs use, such as Task, Due Date or Project. Exports of \
      Todoist, TickTick, Microsoft To Do, Things and others are recognised. See 'itemsctl help \
      formats'.
      """,
    examples: [
      Example("itemsctl import items.ndjson --dry-run", "Look first:"),
      Example("curl -s https://example.org/items.json | itemsctl import -", "From a pipe:"),
      Example("task export | itemsctl import -", "From Taskwarrior:"),
      Example("itemsctl import tasks.ics", "From a calendar:"),
      Example("itemsctl import log.csv --match attr.commit", "Again, by a key in the data:"),
    ],
    arguments: [Keys.file],
    options: [Keys.match, Keys.map, Keys.strict, Keys.dryRun],
    action: CommandAction(store: { $0[Keys.dryRun] ? .rolledBack : .bulkCreate }) {
      try await ImportCommand(context: $0).run()
    }
  )
}
