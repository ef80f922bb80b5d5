import ArgumentParsing
import Storage

/// Lists tags with how many items have them, or changes the tags of items.
struct TagCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let arguments = context.arguments
    let words = arguments[Keys.words]
    guard !words.isEmpty else { return try await list() }
    let open = ItemFilter.status([.open])
    let literal = words.count - arguments.literalCount
    let (targets, changes): (ItemTargets, ItemChanges)
    if let leading = try ItemTargets.leading(arguments, Keys.words, narrowedTo: open) {
      let rest = words.dropFirst(leading.count)
      guard !rest.isEmpty else { throw missingTags }
      changes = try EditWords(
        rest,
        literalFrom: literal,
        after: ItemChanges(),
        of: [.tags],
        context
      ).changes
      targets = leading.targets
    } else {
      let tags = words.dropLast(arguments.literalCount).prefix(while: TagCommand.isTag)
      guard let last = tags.last else { throw missingTags }
      guard tags.count < words.count else {
        throw arguments.failure(
          "Say which items: numbers, ids or a filter. A filter that begins with a tag is written "
            + "'tag:\(last.dropFirst())'."
        )
      }
      changes = try EditWords(
        tags,
        literalFrom: literal,
        after: ItemChanges(),
        of: [.tags],
        context
      ).changes
      targets = try ItemTargets(context, Keys.words, from: tags.count, narrowedTo: open)
    }
    return try await ItemWrite(context: context, operation: changes.operation).run(on: targets)
  }

  private static func isTag(_ word: String) -> Bool {
    word.count > 1 && (word.hasPrefix("+") || word.hasPrefix("-"))
  }

  private var missingTags: UsageError {
    let words = context.arguments[Keys.words]
    if words.count == 3, words[0] == "rename" {
      return context.arguments.failure(
        "To give every item with the tag '\(words[1].visible)' another one: "
          + "'itemsctl edit +\(words[1].visible) status:any --untag \(words[1].visible) --tag \(words[2].visible)'."
      )
    }
    return context.arguments.failure(
      "Give the tags, before or after the items: '+TAG' adds one, '-TAG' removes one."
    )
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

extension TagCommand {
  enum Keys {
    static let words = Argument<[String]>(
      "+tag|-tag|id|filter",
      help: "Tags to add and to remove, and numbers, ids or a filter as 'list' takes it.",
      dashedWords: true,
      completion: .words(.itemsAndTags)
    )
  }

  static let command = Command<CommandAction>(
    "tag",
    synonyms: ["label"],
    abstract: "List tags, or change the tags of items.",
    discussion: """
      Without words, lists all tags, with how many open items and how many items in all have each. \
      Write the tags after the items, or before the items or a filter. A filter, or a range of \
      numbers such as 6-9, takes open items only, unless the filter names a status.
      """,
    examples: [
      Example("itemsctl tag", "Which tags there are:"),
      Example("itemsctl tag 12 15 +errand -home", "Add one and remove one:"),
      Example("itemsctl tag +urgent overdue", "By a filter:"),
    ],
    arguments: [Keys.words],
    options: WriteOptions.allWithBelow,
    action: CommandAction(store: { $0[Keys.words].isEmpty ? .read : WriteOptions.access($0) }) {
      try await TagCommand(context: $0).run()
    }
  )
}
