import TemporaryFolders
import Testing

@testable import Storage

/// Done copies of repeating items have numbers of their own.
@Suite struct RecordNumberTests {
  private static let firstRecord = 1_000_000_001

  private func repeating(_ title: String) throws -> ItemDraft {
    let rule = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 23))
    return ItemDraft(title: title, due: .day(2026, 11, 23), repeat: rule)
  }

  @Test(arguments: ["sqlite", "json", nil])
  func `a done copy takes none of the small numbers, and no copy has the number of another`(
    _ kind: String?
  ) async throws {
    let folder = try TemporaryFolder()
    let location = kind.map { StoreLocation(folder.file("a.\($0)")) }
    let store: any ItemRepository = try location?.open() ?? SQLiteRepository.inMemory()
    let daily = try await store.add(repeating("Water the plants"))
    let first = try await store.complete(daily.id).record
    let second = try await store.complete(daily.id).record
    #expect(first?.number == Self.firstRecord && second?.number == Self.firstRecord + 1)
    // An item that merely looks alike is none.
    var draft = ItemDraft(title: "By hand", status: .done)
    draft.parent = daily.id
    #expect(try await store.add(draft).number == 2)
    #expect(try await store.add("Milk").number == 3)
    await store.close()
  }

  @Test(arguments: ["sqlite", "json"])
  func `numbers go on where they were after the store was closed, restored or copied to another`(
    _ kind: String
  ) async throws {
    let folder = try TemporaryFolder()
    let location = StoreLocation(folder.file("a.\(kind)"))
    var store = try location.open()
    let daily = try await store.add(repeating("Water the plants"))
    try await store.backup(to: folder.file("copy.\(kind)"))
    try await store.complete(daily.id)
    await store.close()
    store = try location.open()
    #expect(try await store.complete(daily.id).record?.number == Self.firstRecord + 1)
    try await location.restore(from: folder.file("copy.\(kind)"))
    #expect(try await store.complete(daily.id).record?.number == Self.firstRecord + 2)
    #expect(try await store.add("Milk").number == 2)
    // As sync does.
    let rows = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replicas(after: 0, limit: 10)
    }
    await store.close()
    let other = try StoreLocation(folder.file("b.\(kind)")).open()
    try await other.writeReplica { transaction throws(StorageError) in
      for (_, item) in rows { try transaction.put(item) }
    }
    let numbers = try await other.items(ItemQuery(sort: [.ascending(.number)])).map(\.number)
    #expect(numbers == [1, 2, Self.firstRecord])
    #expect(try await !other.check().contains { $0.subject == .counters })
    await other.close()
  }

  @Test(arguments: [
    "DELETE FROM replica", "UPDATE replica SET next_number = 1, next_record = 1000000001",
  ]) func `lost counters begin after all that was given out`(_ sql: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.sqlite")
    var store = try SQLiteRepository(at: path)
    let daily = try await store.add(repeating("Water the plants"))
    try await store.complete(daily.id)
    await store.close()
    try Connection(.file(path), access: .readWrite).execute(sql)
    store = try SQLiteRepository(at: path)
    #expect(try await store.check().isEmpty == false)
    #expect(try await store.repair() == [])
    #expect(try await store.add("Milk").number == 2)
    #expect(try await store.complete(daily.id).record?.number == Self.firstRecord + 1)
    await store.close()
  }

  @Test(arguments: ["0", "1000000000", "9007199254740992", "\"a\""])
  func `a JSON file with an impossible number of the next copy is refused`(
    _ number: String
  ) throws {
    let folder = try TemporaryFolder()
    let text = """
      {"schema": \(JSONDocument.schema), "nextRecordNumber": \(number), "items": []}
      """
    let path = try folder.write(text.utf8, to: "a.json")
    #expect(throws: StorageError.self) { try StoreLocation(path).open() }
  }

  @Test func `numbers of the two ranges are counted apart`() {
    var numbers = ItemNumbers()
    numbers.reserve(Self.firstRecord + 4)
    #expect(numbers == ItemNumbers(next: 1, nextRecord: Self.firstRecord + 5))
    numbers.reserve(7)
    numbers.reserve(3)
    #expect(numbers == ItemNumbers(next: 8, nextRecord: Self.firstRecord + 5))
    #expect(numbers.contains(7) && !numbers.contains(8) && !numbers.contains(0))
    #expect(numbers.contains(Self.firstRecord + 4) && !numbers.contains(Self.firstRecord + 5))
    #expect(ItemNumbers(next: 0, nextRecord: Self.firstRecord) == nil)
    #expect(ItemNumbers(next: 1, nextRecord: Self.firstRecord - 1) == nil)
  }

  @Test func `after the last number none is given`() {
    let item = Item.blank
    var numbers = ItemNumbers()
    numbers.next = ItemNumbers.firstRecord - 1
    #expect(numbers.takeNumber(for: item) == ItemNumbers.firstRecord - 1)
    #expect(numbers.takeNumber(for: item) == nil)
  }
}
