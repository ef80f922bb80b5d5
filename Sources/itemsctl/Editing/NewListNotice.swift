import ArgumentParsing
import Storage

/// Tells of a list that was just made, or would be, and differs from another one in case alone.
struct NewListNotice {
  let context: CommandContext

  /// Tells of those of these lists that have no other items than `count` that were just put there.
  ///
  /// Items in a list that is there cost one count; only a new list is compared with all others.
  func tell(_ lists: Set<String>, count: Int) async throws {
    for list in lists.sorted(by: utf8Less) where !utf8Equal(list, Item.defaultList) {
      guard try await context.repository.count(.list(list)) <= count else { continue }
      let query = SummaryQuery(groupings: [.list])
      let names = try await context.repository.summary(query).lists.map(\.name)
      guard let other = ListNames(names).alike(list) else { continue }
      try context.output.message(
        "There is a list '\(other.visible)', too: '\(list.visible)' differs from it in case alone. "
          + "'itemsctl lists merge \([list.visible, other.visible].shellLine)' makes one of them."
      )
    }
  }
}
