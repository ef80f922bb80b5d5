import Testing

@testable import Storage

@Suite struct `The search index and the tags` {
  /// Each seed draws local edits, merged rows, removals and resets, some of them undone.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `stay in step with the items whatever happens`(_ seed: UInt64) async throws {
    let session = try SQLiteSession.openInMemory(environment: .live)
    var random = SeededGenerator(seed: seed)
    for step in 0..<120 {
      let outcome = Result { () throws(StorageError) in
        try session.write { transaction throws(StorageError) in
          for _ in 0...random.below(3) { try Self.change(transaction, &random) }
          if random.below(6) == 0 { throw StorageError(.aborted, "Undone.") }
        }
      }
      if case .failure(let error) = outcome {
        try #require(error.code == .aborted, "seed \(seed), step \(step): \(error)")
      }
      try Self.check(session, "seed \(seed), step \(step)")
    }
  }

  private static func change(
    _ transaction: SQLiteTransaction,
    _ random: inout SeededGenerator
  ) throws(StorageError) {
    let connection = transaction.session.connection
    let count = try connection.integer("SELECT count(*) FROM items") ?? 0
    guard count > 0, random.below(5) > 0 else {
      _ = try transaction.add(
        ItemDraft(title: text(&random), notes: text(&random), tags: tags(&random))
      )
      return
    }
    let statement = try connection.prepare("SELECT id FROM items ORDER BY number LIMIT 1 OFFSET ?1")
    statement.bind(random.below(Int(count)), at: 1)
    guard let id = try statement.only({ $0.itemID(0) }), let id else { return }
    switch random.below(7) {
    case 0, 1:
      guard var item = try transaction.item(id) else { return }
      item.title = text(&random)
      item.tags = tags(&random)
      _ = try transaction.update(item)
    case 2: if try transaction.item(id) != nil { try transaction.delete(id) }
    case 3: _ = try transaction.restore(id)
    case 4: try transaction.remove(id)
    default: try merge(id, transaction, &random)
    }
  }

  /// Puts an item as a merge might leave it: other texts and tags, deleted, revived, acknowledged.
  private static func merge(
    _ id: ItemID,
    _ transaction: SQLiteTransaction,
    _ random: inout SeededGenerator
  ) throws(StorageError) {
    guard let item = try transaction.replica(id) else { return }
    let stamp = transaction.session.stamp()
    var registers = item.registers
    for index in registers.indices {
      registers[index].isDirty = random.below(2) == 0
      guard random.below(3) == 0 else { continue }
      registers[index].stamp = stamp
      switch registers[index].field {
      case .fixed(.title), .fixed(.notes): registers[index].value = .string(text(&random))
      case .tag: registers[index].value = random.below(2) == 0 ? true : .null
      default: break
      }
    }
    let deletion: ReplicaItem.Deletion? =
      switch random.below(3) {
      case 0: nil
      case 1: .init(stamp: transaction.session.stamp(), isDirty: false)
      default: .init(stamp: Stamp(time: 1, node: 1), isDirty: true)
      }
    try transaction.put(
      ReplicaItem(
        id: id,
        sequence: Int64(random.below(4)) - 1,
        registers: registers,
        deletion: deletion
      )
    )
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let words = ["milk", "Bücher", "e\u{301}te", "a\u{0}b", "😀 smile", "日本語", "x\u{1f}y", "\"q\""]
    return (0...random.below(3)).map { _ in random.pick(words) }.joined(separator: " ")
  }

  private static func tags(_ random: inout SeededGenerator) -> Set<String> {
    Set((0..<random.below(4)).map { _ in random.pick(["a", "b c", "é", "日", "e\u{301}"]) })
  }

  private static func check(_ session: SQLiteSession, _ place: String) throws {
    let connection = session.connection
    // Where the index covers another table, rank 1 makes it compare with the content as well:
    // https://www.sqlite.org/fts5.html#the_integrity_check_command
    let index = Result { () throws(StorageError) in
      try connection.execute(
        "INSERT INTO item_search (item_search, rank) VALUES ('integrity-check', 1)"
      )
    }
    #expect(throws: Never.self, "\(place)") { try index.get() }
    var found: [String] = []
    let rows = try connection.prepare("SELECT number, tag FROM item_tags ORDER BY number, tag")
    while try rows.step() { found.append("\(rows.integer(0)) \(rows.text(1))") }
    var expected: [String] = []
    let items = try connection.prepare("SELECT number, tags FROM items ORDER BY number")
    while try items.step() {
      let tags = items.texts(1, separatedBy: ItemRow.tagSeparator)
      expected += tags.map { "\(items.integer(0)) \($0)" }
    }
    #expect(found == expected, "\(place)")
  }
}
