import ArgumentParsing
import Phrases
import Storage

/// The commands that give items another status.
enum StatusCommands {
  static let done = command(
    "done",
    synonyms: ["finish", "close"],
    abstract: "Mark items as done.",
    more: " An item that repeats moves to its next date, and a done copy stays under it. "
      + "An item that waits for others is marked, too, and a message names those still open.",
    filtersFor: [.open],
    takesBelow: true,
    examples: [
      Example("itemsctl done 12 15", "Two items:"),
      Example("itemsctl done list:trip +packing --yes", "All open items in a list with a tag:"),
    ]
  ) { calendar in
    ItemOperation(
      effect: .complete(calendar),
      verb: "mark",
      verbEnd: " as done",
      past: "done",
      already: "was done already",
      isDetailed: false,
      below: .status([.open])
    )
  }

  static let skip = command(
    "skip",
    abstract: "Skip the open date of items that repeat.",
    more:
      " An item moves to its next date, and no copy stays. After its last date it is cancelled.",
    filtersFor: [.open],
    examples: [Example("itemsctl skip 12", "Not this week:")]
  ) { calendar in
    ItemOperation(
      effect: .skip(calendar),
      verb: "skip",
      past: "skipped",
      already: "does not repeat, or is not open",
      isDetailed: false
    )
  }

  static let cancel = command(
    "cancel",
    abstract: "Mark items as cancelled: they will not be done.",
    more: " An item that repeats ends.",
    filtersFor: [.open],
    takesBelow: true,
    examples: [Example("itemsctl cancel 12", "One item:")]
  ) { _ in
    operation(
      .cancelled,
      "cancel",
      past: "cancelled",
      already: "was cancelled already",
      below: .status([.open])
    )
  }

  static let reopen = command(
    "reopen",
    abstract: "Mark items as open again.",
    filtersFor: [.done, .cancelled],
    takesBelow: true,
    examples: [
      Example("itemsctl reopen 12", "One item:"),
      Example("itemsctl reopen 12 --below", "With the items under it:"),
    ]
  ) { _ in
    operation(
      .open,
      "reopen",
      past: "reopened",
      already: "is open already",
      // The records of an item that repeats stay done.
      below: .and([.status([.done, .cancelled]), .field(.occurrence, .exists(false))])
    )
  }

  private static func operation(
    _ status: Status,
    _ verb: String,
    past: String,
    already: String,
    below: ItemFilter? = nil
  ) -> ItemOperation {
    ItemOperation(
      effect: .change { $0.status = status },
      verb: verb,
      past: past,
      already: already,
      isDetailed: false,
      below: below
    )
  }

  private static func command(
    _ name: String,
    synonyms: [String] = [],
    abstract: String,
    more: String = "",
    filtersFor statuses: [Status],
    takesBelow: Bool = false,
    examples: [Example],
    _ operation: @escaping @Sendable (LocalCalendar) -> ItemOperation
  ) -> Command<CommandAction> {
    let names = Status.allCases.filter(statuses.contains).map(\.name).joined(separator: " or ")
    return ItemOperation.command(
      name,
      synonyms: synonyms,
      abstract: abstract,
      discussion: """
        Either all items change, or none. A filter takes only items that are \(names), unless it \
        names a status.\(more)
        """,
      examples: examples,
      filtersFor: .status(statuses),
      takesBelow: takesBelow,
      operation
    )
  }
}
