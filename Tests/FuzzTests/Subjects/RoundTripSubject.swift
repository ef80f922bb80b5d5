@testable import CommandKit
@testable import ItemFormats
@testable import Storage
@testable import itemsctl

/// What a format says of a store comes back as it was: what the export does not call lost is equal, and a second import changes nothing.
struct RoundTripSubject: FuzzSubject {
  let format: ItemFormat
  private let store: ScratchStore

  init(_ format: ItemFormat) throws {
    self.format = format
    store = try ScratchStore()
  }

  /// The seed of a store.
  func input(_ random: inout SeededGenerator) -> [UInt8] { SmallStore.bytes(ofSeed: random.next()) }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let drafts = SmallStore(seed: SmallStore.seed(of: input)).drafts
    let items = try store.undone { transaction throws(StorageError) in
      for draft in drafts { _ = try transaction.add(draft) }
      return try transaction.allItems()
    }
    let file = MemorySink()
    let printer = ItemPrinter(
      output: Output(of: "itemsctl", to: file, messagesTo: MemorySink(), appearance: .plain),
      calendar: store.calendar,
      format: format,
      hasHeader: true
    )
    _ = try printer.printData(items)
    try printer.output.flush()
    let bytes = file.bytes
    let text = "the file:\n\(String(decoding: bytes, as: UTF8.self))"
    let back = try store.undone { transaction throws(StorageError) in
      let first = try store.importer(bytes, format).run(in: transaction)
      let items = try transaction.allItems()
      let again = try store.importer(bytes, format).run(in: transaction)
      return (items: items, first: first, again: again)
    }
    try require(back.first.added == items.count, "added \(back.first) of \(items.count), \(text)")
    try require(back.first.leftOut.count == 0, "left out: \(back.first), \(text)")
    let changed = back.again.added + back.again.updated
    try require(changed == 0, "the second import changed \(changed): \(back.again), \(text)")
    try compare(items, back.items, printer.losses.phrases, text)
    return .accepted
  }

  private func compare(
    _ items: [Item],
    _ others: [Item],
    _ losses: [String],
    _ text: @autoclosure () -> String
  ) throws(FuzzFinding) {
    // A document groups tasks by their lists, and they have no ids there; one word of each title is its alone.
    let others = Dictionary(uniqueKeysWithValues: others.map { (RoundTripSubject.word($0), $0) })
    let ids = Dictionary(
      uniqueKeysWithValues: items.map { ($0.id, others[RoundTripSubject.word($0)]?.id) }
    )
    for item in items {
      guard let after = others[RoundTripSubject.word(item)] else {
        throw FuzzFinding("\(item.title) did not come back, \(text())")
      }
      var before = item.withLineFeeds
      if format == .markdown {
        before = Item(before, id: after.id)
        before.parent = before.parent.flatMap { ids[$0] ?? nil }
      }
      for part in before.differingParts(from: after) where part != .number {
        // A part that is called lost may differ.
        try require(
          losses.contains { $0.contains(part.label) },
          "\(part) was \(before.value(of: part)?.description ?? "nothing"), came back as "
            + "\(after.value(of: part)?.description ?? "nothing"), told: \(losses), \(text())"
        )
      }
    }
  }

  private static func word(_ item: Item) -> String {
    item.title.split(separator: " ").first { $0.hasPrefix("item") }.map(String.init) ?? ""
  }
}

extension Item {
  /// The item under another id.
  fileprivate init(_ item: Item, id: ItemID) {
    self = item
    self.id = id
  }
}
