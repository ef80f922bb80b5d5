import ArgumentParsing
import CommandKit
import Storage

/// Tells of a list that was just made, or would be, and differs from another one in case alone.
struct NewListNotice {
  let context: CommandContext

  /// Tells of those of these lists that have no other items than `count` that were just put there.
  ///
  /// Items in a list that is there cost one count; only a new list is compared with all others, but for those that `leave`: a
  /// rehearsal finds them, though no item would be in them any more.
  func tell(_ lists: Set<String>, count: Int, leave: [String] = []) async throws {
    for list in lists.sorted(by: utf8Less) where !utf8Equal(list, Item.defaultList) {
      guard try await context.repository.count(.list(list)) <= count else { continue }
      let names = try await names().filter { name in !leave.contains { utf8Equal($0, name) } }
      try tell(list, among: names)
    }
  }

  /// Tells of those lists that were not among these before; of two new ones, once.
  func tellNew(since before: [String]) async throws {
    let names = try await names()
    var told = Set(before.map { Array($0.utf8) })
    let new = names.filter { !told.contains(Array($0.utf8)) }
    for list in new.sorted(by: utf8Less) {
      try tell(list, among: names.filter { told.contains(Array($0.utf8)) })
      told.insert(Array(list.utf8))
    }
  }

  /// The names of all lists.
  func names() async throws -> [String] {
    try await context.repository.summary(SummaryQuery(groupings: [.list])).lists.map(\.name)
  }

  private func tell(_ list: String, among names: [String]) throws {
    guard let other = ListNames(names).alike(list) else { return }
    try context.output.message(
      "There is a list '\(other.visible)', too: '\(list.visible)' differs from it in case alone. "
        + "'itemsctl lists merge \([list.visible, other.visible].shellLine)' makes one of them."
    )
  }
}
