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
      No command shows a deleted item, except 'itemsctl list --deleted', until 'itemsctl restore' \
      or 'itemsctl undo' brings it back. Other devices delete it when they sync. Items under it \
      move to the top level until it comes back, unless they are deleted, too. A filter takes open \
      items only, unless it names a status.
      """,
    examples: [
      Example("itemsctl delete 12 15", "Two items:"),
      Example(
        "itemsctl delete status:done 'updated.before:6 months ago'",
        "Items that were done long ago:"
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
      Example("itemsctl restore 12 --below", "With the deleted items under it:"),
      Example("itemsctl restore list:home --dry-run", "See what a list would get back:"),
    ],
    filtersFor: .all
  )

  static let purge = ItemOperation(effect: .purge, verb: "purge", past: "purged").command(
    "purge",
    abstract: "Forget deleted items for good.",
    discussion: """
      Deleted items are kept, so that they can be restored; a purge removes them from the store \
      and from what 'itemsctl undo' remembers. Nothing brings a purged item back, so the command \
      always asks first.

      In a store that syncs, an item can be purged once the hub has heard that it was deleted. The \
      hub keeps its own copy of what was deleted for 90 days, and so do other devices. If one of \
      them edits the item again, it comes back from there.
      """,
    examples: [
      Example("itemsctl list --deleted", "See which items are deleted:"),
      Example("itemsctl purge 'updated.before:1 year ago'", "Items that were deleted long ago:"),
    ],
    filtersFor: .all
  )
}
