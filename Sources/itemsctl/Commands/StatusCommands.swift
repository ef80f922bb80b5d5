import ArgumentParsing
import Storage

/// The commands that give items another status.
enum StatusCommands {
  static let done = command(
    "done",
    synonyms: ["finish", "complete", "close"],
    abstract: "Mark items as done.",
    filtersFor: [.open],
    examples: [
      Example("itemsctl done 12 15", "Two items:"),
      Example("itemsctl done list:trip +packing --yes", "All that is open in a list, with a tag:"),
    ],
    operation(.done, "mark", end: " as done", past: "done", already: "was done already")
  )

  static let cancel = command(
    "cancel",
    abstract: "Mark items as cancelled: they will not be done.",
    filtersFor: [.open],
    examples: [Example("itemsctl cancel 12", "One item:")],
    operation(.cancelled, "cancel", past: "cancelled", already: "was cancelled already")
  )

  static let reopen = command(
    "reopen",
    abstract: "Mark items as open again.",
    filtersFor: [.done, .cancelled],
    examples: [Example("itemsctl reopen 12", "One item:")],
    operation(.open, "reopen", past: "reopened", already: "is open already")
  )

  private static func operation(
    _ status: Status,
    _ verb: String,
    end: String = "",
    past: String,
    already: String
  ) -> ItemOperation {
    ItemOperation(
      effect: .change { $0.status = status },
      verb: verb,
      verbEnd: end,
      past: past,
      already: already,
      isDetailed: false
    )
  }

  private static func command(
    _ name: String,
    synonyms: [String] = [],
    abstract: String,
    filtersFor statuses: Set<Status>,
    examples: [Example],
    _ operation: ItemOperation
  ) -> Command<CommandAction> {
    let names = Status.allCases.filter(statuses.contains).map(\.name).joined(separator: " or ")
    return operation.command(
      name,
      synonyms: synonyms,
      abstract: abstract,
      discussion: """
        All items are changed, or none. A filter means items that are \(names), unless it asks for \
        a status.
        """,
      examples: examples,
      filtersFor: .status(statuses)
    )
  }
}
