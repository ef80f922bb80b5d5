import ArgumentParsing
import CommandKit
import Phrases
import Storage

/// Lists tags with how many items have them, or changes the tags of items.
struct TagCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let words = context.arguments[Keys.words]
    guard !words.isEmpty else { return try await list() }
    let (targets, changes) = try targetsAndChanges(words)
    return try await ItemWrite(context: context, operation: changes.operation).run(on: targets)
  }

  /// The items that the words mean, and the tags to add and to remove.
  private func targetsAndChanges(_ words: [String]) throws -> (ItemTargets, ItemChanges) {
    let (arguments, open) = (context.arguments, ItemFilter.status([.open]))
    let plain = words.dropLast(arguments.literalCount)
    if let leading = try ItemTargets.leading(arguments, Keys.words, narrowedTo: open) {
      let isSeparated = ChangeSeparator.isSeparator(at: leading.count, in: plain, of: [.tags])
      let rest = words.dropFirst(leading.count + (isSeparated ? 1 : 0))
      guard !rest.isEmpty else { throw missingTags }
      return (leading.targets, try tagChanges(rest))
    }
    if let separator = ChangeSeparator.index(in: plain, of: [.tags]), separator > 0 {
      let targets = try ItemTargets(context, Keys.words, until: separator, narrowedTo: open)
      return (targets, try tagChanges(words[(separator + 1)...]))
    }
    let tags = EditWords.leadingTags(plain)
    guard !tags.isEmpty else { throw missingTags }
    guard tags.count < words.count else {
      throw arguments.failure(
        "Say which items: numbers, ids or a filter. A filter of tags comes before 'set', as in "
          + "'\(Itemsctl.name) tag +old set +new'."
      )
    }
    let targets = try ItemTargets(context, Keys.words, from: tags.count, narrowedTo: open)
    return (targets, try tagChanges(tags))
  }

  private func tagChanges(_ words: ArraySlice<String>) throws(UsageError) -> ItemChanges {
    let literal = context.arguments[Keys.words].count - context.arguments.literalCount
    return try EditWords(
      words,
      literalFrom: literal,
      after: ItemChanges(),
      of: [.tags],
      context
    ).changes
  }

  /// The error where no tags are given, or may be meant as conditions.
  private var missingTags: any Error {
    let words = context.arguments[Keys.words]
    let plain = words.dropLast(context.arguments.literalCount)
    if let index = ChangeSeparator.firstDoubtful(in: plain, of: [.tags], context.world.calendar) {
      let (filter, tags, program) = (plain[..<index], plain[index...], [Itemsctl.name, "tag"])
      return CommandError(
        .usage,
        "Between a filter and its tags comes 'set', or the tags come first:",
        help: [
          (program + filter + ["set"] + tags).shellLine, (program + tags + filter).shellLine,
        ]
      )
    }
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
    let sorted = summary.tags.mostOpenFirst
    let output = context.output
    if try !DataRows(tags: sorted).print(as: context.rowFormat(), to: output) {
      try GroupTable.tags(output).print(sorted)
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
      dashedWords: FilterKey.dashAdvice,
      completion: .words(.itemsAndTags)
    )
  }

  static let command = Command<CommandAction>(
    "tag",
    synonyms: ["label"],
    abstract: "List tags, or change the tags of items.",
    discussion: """
      Without words, lists all tags, with how many open items and how many items in all have each. \
      Write the tags after the items, or before the items or a filter; between a filter and the \
      tags, write 'set' or 'to'. A filter, or a range of \
      numbers such as 6-9, takes open items only, unless the filter names a status.

      \(FilterKey.dashRule) 'not tag:n' always removes a tag.
      """,
    examples: [
      Example("itemsctl tag", "Which tags there are:"),
      Example("itemsctl tag 12 15 +errand -home", "Add one and remove one:"),
      Example("itemsctl tag +urgent overdue", "By a filter:"),
      Example("itemsctl tag list:trip set +packing", "By a filter that comes first:"),
    ],
    arguments: [Keys.words],
    options: WriteOptions.allBesideTags,
    action: CommandAction(store: { $0[Keys.words].isEmpty ? .read : WriteOptions.access($0) }) {
      try await TagCommand(context: $0).run()
    }
  )
}
