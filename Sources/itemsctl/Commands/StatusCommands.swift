import ArgumentParsing
import Storage

/// The commands that give items another status.
enum StatusCommands {
  static let done = command(
    "done",
    synonyms: ["finish", "complete", "close"],
    .done,
    abstract: "Mark items as done.",
    filtersFor: .status([.open]),
    examples: [
      Example("itemsctl done 12 15", "Two items:"),
      Example("itemsctl done list:trip +packing --yes", "All that is open in a list, with a tag:"),
    ],
    ItemAct.Phrases(
      now: { "mark \($0) as done" },
      past: { "done \($0)" },
      already: { "\($0) was done already" },
      isDetailed: false
    )
  )

  static let cancel = command(
    "cancel",
    .cancelled,
    abstract: "Mark items as cancelled: they will not be done.",
    filtersFor: .status([.open]),
    examples: [Example("itemsctl cancel 12", "One item:")],
    ItemAct.Phrases(
      now: { "cancel \($0)" },
      past: { "cancelled \($0)" },
      already: { "\($0) was cancelled already" },
      isDetailed: false
    )
  )

  static let reopen = command(
    "reopen",
    .open,
    abstract: "Mark items as open again.",
    filtersFor: .status([.done, .cancelled]),
    examples: [Example("itemsctl reopen 12", "One item:")],
    ItemAct.Phrases(
      now: { "reopen \($0)" },
      past: { "reopened \($0)" },
      already: { "\($0) is open already" },
      isDetailed: false
    )
  )

  private static func command(
    _ name: String,
    synonyms: [String] = [],
    _ status: Status,
    abstract: String,
    filtersFor condition: ItemFilter,
    examples: [Example],
    _ phrases: ItemAct.Phrases
  ) -> Command<CommandAction> {
    let isOfOpen = condition == .status([.open])
    let standing = isOfOpen ? "open" : "done or cancelled"
    let words = isOfOpen ? ItemTargets.words : ItemTargets.closedWords
    return Command(
      name,
      synonyms: synonyms,
      abstract: abstract,
      discussion: """
        All items are changed, or none. A filter means items that are \(standing), unless it asks \
        for a status.
        """,
      examples: examples,
      arguments: [words],
      options: [WriteOptions.yes, WriteOptions.dryRun],
      action: CommandAction(store: WriteOptions.access) { context in
        let act = ItemAct(
          operation: .change { item in
            var item = item
            item.status = status
            return item
          },
          phrases: phrases
        )
        let targets = try ItemTargets(context, words, narrowedTo: condition)
        return try await ItemWrite(context: context, act: act).run(on: targets)
      }
    )
  }
}
