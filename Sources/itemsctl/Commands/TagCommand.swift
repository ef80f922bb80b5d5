import ArgumentParsing
import Storage

/// Lists tags with how many items have them, or changes the tags of items.
struct TagCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    let words = arguments[Keys.words]
    guard !words.isEmpty else { return try await list() }
    let changes = try TagChanges(words.dropLast(arguments.literalCount), arguments)
    guard changes.count > 0 else {
      throw arguments.failure(
        "Say which tags: '+TAG' adds one and '-TAG' takes one away, in front of the items."
      )
    }
    guard changes.count < words.count else {
      throw arguments.failure(
        "Say which items: numbers, ids or a filter. A filter that begins with a tag is written "
          + "'tag:\(changes.last)'."
      )
    }
    let targets = try ItemTargets(
      context,
      Keys.words,
      from: changes.count,
      narrowedTo: .status([.open])
    )
    return try await ItemWrite(context: context, operation: changes.all.operation)
      .run(on: targets)
  }

  private func list() async throws -> ExitCode {
    let summary = try await context.repository.summary(SummaryQuery(groupings: [.tag]))
    let sorted = summary.tags.sorted {
      $0.counts.open != $1.counts.open
        ? $0.counts.open > $1.counts.open : utf8Less($0.name, $1.name)
    }
    let output = context.output
    if try !DataRows(tags: sorted).print(as: context.rowFormat(), to: output) {
      try TagTable(output: output).print(sorted)
    }
    if sorted.isEmpty { try output.hint("No item has a tag.") }
    return .success
  }
}

/// The tags to add and to take away, which stand in front of all else.
private struct TagChanges {
  private var added: Set<String> = []
  private var removed: Set<String> = []
  /// How many words they are.
  private(set) var count = 0
  /// The tag of the last one.
  private(set) var last = ""

  init(_ words: ArraySlice<String>, _ arguments: ParsedArguments) throws(UsageError) {
    for word in words {
      guard word.count > 1, word.hasPrefix("+") || word.hasPrefix("-") else { break }
      last = String(word.dropFirst()).nfc
      // Of two that contradict each other, the later one counts.
      if word.hasPrefix("+") {
        try TagChanges.check(last, word, arguments)
        added.insert(last)
        removed.remove(last)
      } else {
        removed.insert(last)
        added.remove(last)
      }
      count += 1
    }
  }

  private static func check(
    _ tag: String,
    _ word: String,
    _ arguments: ParsedArguments
  ) throws(UsageError) {
    do throws(ValueError) {
      _ = try TagName(argument: tag)
    } catch {
      throw arguments.invalidValue(word, for: TagCommand.Keys.words, reason: error.reason)
    }
  }

  var all: ItemChanges {
    var changes = ItemChanges()
    (changes.addedTags, changes.removedTags) = (added, removed)
    return changes
  }
}

extension TagCommand {
  enum Keys {
    static let words = Argument<[String]>(
      "+tag|-tag|id|filter",
      help: "Tags to add and to take away, then numbers, ids or a filter as 'list' takes it.",
      dashedWords: true,
      completion: .words(.itemsOrFilter)
    )
  }

  static let command = Command<CommandAction>(
    "tag",
    synonyms: ["label"],
    abstract: "List tags, or change the tags of items.",
    discussion: """
      Without words, all tags are listed, with how many open items have them and how many items at \
      all. The changes of tags come first; from the first word on that is none, all is numbers, ids \
      or a filter. A filter means open items, unless it asks for a status.
      """,
    examples: [
      Example("itemsctl tag", "Which tags there are:"),
      Example("itemsctl tag +errand -home 12 15", "Add one and take one away:"),
      Example("itemsctl tag +urgent \"due<=tomorrow\"", "By a filter:"),
    ],
    arguments: [Keys.words],
    options: WriteOptions.allWithBelow,
    action: CommandAction(store: { $0[Keys.words].isEmpty ? .read : WriteOptions.access($0) }) {
      try await TagCommand(context: $0).run()
    }
  )
}
