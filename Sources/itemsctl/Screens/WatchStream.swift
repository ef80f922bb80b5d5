// Changes of a list for programs: one JSON object on each line. Does not change once shipped.
//
// | event     | members beside `schema` and `event`                                       |
// | `item`    | item: one that the filter holds for, at the start or from now on          |
// | `changed` | item: one told before, as it is now                                       |
// | `gone`    | id, number: one told before for which the filter no longer holds          |
// | `current` | items: how many there are now that all of the above has been told         |

import CommandKit
import ItemFormats
import Storage
import TerminalScreens

/// Tells what a filter holds for, and each change of it, as it happens.
struct WatchStream {
  let repository: any ItemRepository
  let output: Output
  /// The question at a time: what is due today is another matter tomorrow.
  let query: @Sendable () throws -> ItemQuery

  /// What was told of each item that the filter holds for.
  private var known: [ItemID: (number: Int, mark: ItemMark)] = [:]
  /// The question as it was asked last.
  private var asked: ItemQuery?

  /// The time until a closed pipe or a new day is noticed.
  static let pulse = Duration.seconds(1)

  /// How many ids one question names.
  private static let maxIDs = 500

  init(
    _ repository: any ItemRepository,
    to output: Output,
    query: @escaping @Sendable () throws -> ItemQuery
  ) {
    self.repository = repository
    self.output = output
    self.query = query
  }

  /// Tells until the store is closed or the process is ended.
  ///
  /// At each pulse it looks whether somebody still reads and whether time made the question another.
  mutating func run(pulse: some AsyncSequence<Void, Never> & Sendable) async throws {
    let agenda = ScreenAgenda<Void>()
    let tasks = [
      Task { [repository] in
        for await _ in repository.changes() { agenda.markStale() }
        agenda.end()
      },
      Task { for await _ in pulse { agenda.add(()) } },
    ]
    defer { tasks.forEach { $0.cancel() } }
    while let (_, isStale) = await agenda.next() {
      try output.checkReader()
      let query = try query()
      guard isStale || query != asked else { continue }
      let isFirst = asked == nil
      asked = query
      let isTold = try await tellChanges(query)
      guard isTold || isFirst else { continue }
      try tell("current", ["items": .number(known.count)])
      try output.flush()
    }
  }

  private mutating func tellChanges(_ query: ItemQuery) async throws -> Bool {
    var isTold = false
    var missing = known
    for try await page in repository.pages(of: query) {
      for item in page {
        missing[item.id] = nil
        let mark = ItemMark(item)
        let old = known.updateValue((item.number, mark), forKey: item.id)
        guard old?.mark != mark else { continue }
        try tell(old == nil ? "item" : "changed", ["item": .item(item)])
        isTold = true
      }
    }
    for id in try await overlooked(Array(missing.keys), query) { missing[id] = nil }
    for (id, old) in missing.sorted(by: { $0.value.number < $1.value.number }) {
      known[id] = nil
      try tell("gone", ["id": .string(id.description), "number": .number(old.number)])
      isTold = true
    }
    return isTold
  }

  /// Those of the items for which the filter holds all the same.
  ///
  /// An item that moves forward in the order while the pages are read stands on none of them. The notice
  /// of that change is still to come, and tells what became of the item.
  private func overlooked(_ ids: [ItemID], _ query: ItemQuery) async throws -> [ItemID] {
    var found: [ItemID] = []
    for start in stride(from: 0, to: ids.count, by: WatchStream.maxIDs) {
      let part = Set(ids[start..<min(ids.count, start + WatchStream.maxIDs)])
      found += try await repository.items(ItemQuery(.and([query.filter, .ids(part)]))).map(\.id)
    }
    return found
  }

  private func tell(_ event: String, _ members: OrderedObject) throws {
    let head: OrderedObject = ["schema": .number(ItemJSON.schema), "event": .string(event)]
    try output.print((head + members).text())
  }
}
