import Phrases
import Storage

/// The shortest beginnings that messages show: the time of an id, and more where that is not its alone.
struct ShortIDs: Sendable {
  private let texts: [ItemID: String]

  /// The digits of the time, to the millisecond: all items of one command may share them.
  fileprivate static let timeLength = 13
  /// The most items of one time that are compared; beyond, ids are shown whole.
  private static let maxCompared = 1_000

  /// Compares the ids with those of the store, deleted items included.
  init(of items: [Item], in repository: any ItemRepository) async throws {
    var texts: [ItemID: String] = [:]
    for (time, items) in Dictionary(grouping: items, by: { $0.id.time }) {
      guard let others = try await ShortIDs.ids(beginningWith: time, in: repository) else {
        continue
      }
      let ids = others.union(items.map(\.id)).sorted()
      let lengths = ShortIDs.lengths(of: ids.map(\.description))
      for (id, length) in zip(ids, lengths) { texts[id] = String(id.description.prefix(length)) }
    }
    self.texts = texts
  }

  /// The short id of an item; one that was not compared is whole.
  subscript(item: Item) -> String { texts[item.id] ?? item.id.description }

  /// The ids of one time; nil where they are too many.
  private static func ids(
    beginningWith time: String,
    in repository: any ItemRepository
  ) async throws -> Set<ItemID>? {
    guard let range = ItemReference.idRange(time) else { return nil }
    var ids: Set<ItemID> = []
    for scope in ItemScope.allCases {
      let query = ItemQuery(
        .idRange(range),
        sort: [.ascending(.number)],
        limit: maxCompared,
        scope: scope
      )
      ids.formUnion(try await repository.items(query).map(\.id))
    }
    return ids.count < maxCompared ? ids : nil
  }

  /// How much of each of the sorted texts tells it from all others.
  private static func lengths(of sorted: [String]) -> [Int] {
    let common = zip(sorted, sorted.dropFirst()).map { first, second in
      zip(first, second).prefix { $0 == $1 }.count
    }
    return zip([0] + common, common + [0]).map { max(timeLength, max($0, $1) + 1) }
  }
}

extension ItemID {
  /// The beginning that tells when it was made.
  fileprivate var time: String { String(description.prefix(ShortIDs.timeLength)) }
}
