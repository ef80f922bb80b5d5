import ArgumentParsing
import Storage

/// The commands that take items away and bring them back.
enum RemovalCommands {
  static let delete = ItemOperation(
    effect: .delete,
    verb: "delete",
    past: "deleted",
    below: .all
  ).command(
    "delete",
    synonyms: ["remove", "trash"],
    abstract: "Delete items; they can be restored.",
    discussion: """
      A deleted item is listed nowhere, until 'itemsctl restore' or 'itemsctl undo' brings it back. \
      Other devices delete it when they sync. What stood under it stands at the top until it comes \
      back, unless that is deleted, too. A filter means open items, unless it asks for a status.
      """,
    examples: [
      Example("itemsctl delete 12 15", "Two items:"),
      Example(
        "itemsctl delete status:done 'updated.before:6 months ago'",
        "What was done long ago:"
      ),
    ],
    filtersFor: .status([.open])
  )

  static let restore = ItemOperation(
    effect: .restore,
    verb: "restore",
    past: "restored",
    below: .all
  ).command(
    "restore",
    abstract: "Bring deleted items back.",
    discussion: """
      An item comes back as it was, under its number. The next sync brings it back on other devices. \
      'itemsctl list --deleted' shows what can be restored.
      """,
    examples: [
      Example("itemsctl restore 12", "One item:"),
      Example("itemsctl restore 12 --below", "With what stood under it and was deleted, too:"),
      Example("itemsctl restore list:home --dry-run", "Those of a list, to look first:"),
    ],
    filtersFor: .all
  )

  static let purge = ItemOperation(effect: .purge, verb: "purge", past: "purged").command(
    "purge",
    abstract: "Forget deleted items for good.",
    discussion: """
      What was deleted is kept, so that it can be restored; a purge removes it from the store and \
      from what 'itemsctl undo' remembers. Nothing brings it back, so it is always asked about.

      In a store that syncs, an item can be purged once the hub has heard that it was deleted. The \
      hub keeps its own copy of what was deleted for 90 days, and so do other devices. If one of \
      them edits the item again, it comes back from there.
      """,
    examples: [
      Example("itemsctl list --deleted", "See what there is:"),
      Example("itemsctl purge 'updated.before:1 year ago'", "What was deleted, and is old:"),
    ],
    filtersFor: .all
  )
}
