import Foundation
import StorageTesting
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `Undo and redo` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: RepositoryContract.Backend.undoable, RepositoryContract.undoChecks)
  func `every backend keeps the promises of undo`(
    backend: RepositoryContract.Backend,
    check: ContractCheck
  ) async throws {
    try await check.run(on: backend)
  }

  /// `UNDO_SEED` picks one seed.
  private static let seeds =
    ProcessInfo.processInfo.environment["UNDO_SEED"].flatMap { UInt64($0) }.map { [$0] }
    ?? Array(1...12)

  @Test(arguments: RepositoryContract.Backend.undoable, seeds)
  func `what was undone and redone at random is as it was`(
    backend: RepositoryContract.Backend,
    seed: UInt64
  ) async throws {
    try await RepositoryContract.undo(seed: seed, steps: 60, on: backend)
  }

  @Test(arguments: ["items.sqlite", "items.json"])
  func `another opening of the store undoes and redoes`(name: String) async throws {
    let location = StoreLocation(folder.file(name))
    let first = try location.open()
    var item = try await first.add(ItemDraft(title: "a\u{0}b", tags: ["é"]))
    item.title = "c"
    try await first.update(item)
    await first.close()
    let second = try #require(try location.open() as? any UndoableRepository)
    let steps = try await second.history()
    #expect(steps.map(\.updated) == [1, 0] && steps.map(\.firstItem) == [item.id, item.id])
    try await second.undo()
    #expect(try await second.items().map(\.title) == ["a\u{0}b"])
    await second.close()
    let third = try #require(try location.open() as? any UndoableRepository)
    #expect(try await third.history().map(\.isUndone) == [true, false])
    try await third.redo()
    #expect(try await third.items().map(\.title) == ["c"])
    try await third.undo()
    try await third.undo()
    #expect(try await third.count(.all) == 0)
    await third.close()
  }

  @Test(arguments: ["items.sqlite", "items.json"])
  func `two openings of one store share one history`(name: String) async throws {
    let location = StoreLocation(folder.file(name))
    let one = try #require(try location.open() as? any UndoableRepository)
    let other = try #require(try location.open() as? any UndoableRepository)
    try await one.add("first")
    try await other.add("second")
    try await one.undo()
    #expect(try await other.items().map(\.title) == ["first"])
    try await other.undo()
    try await one.redo()
    #expect(try await other.items().map(\.title) == ["first"])
    await one.close()
    await other.close()
  }

  @Test func `what sync brought in is neither a step nor undone`() async throws {
    let store = try SQLiteRepository.inMemory()
    var item = try await store.add(ItemDraft(title: "mine", notes: "mine", tags: ["mine"]))
    item.title = "mine too"
    item.notes = "mine too"
    item.tags = []
    try await store.update(item)
    try await store.synced(item.id) { registers in
      for index in registers.indices where registers[index].field == .fixed(.title) {
        registers[index].value = "theirs"
      }
    }
    #expect(try await store.history().count == 2)
    let outcome = try await store.undo()
    #expect(outcome?.applied == 1)
    let undone = try #require(try await store.item(item.id))
    #expect(undone.title == "theirs" && undone.notes == "mine" && undone.tags == ["mine"])
    try await store.redo()
    let redone = try #require(try await store.item(item.id))
    #expect(redone.title == "theirs" && redone.notes == "mine too" && redone.tags == [])
  }

  @Test func `what undo had to leave is left by redo too`() async throws {
    let store = try SQLiteRepository.inMemory()
    let added = try await store.add(ItemDraft(title: "one", notes: "mine"))
    var item = added
    (item.title, item.notes) = ("two", "mine too")
    try await store.update(item)
    // Somebody else takes the title back to what it was before the step.
    try await store.synced(item.id) { registers in
      for index in registers.indices where registers[index].field == .fixed(.title) {
        registers[index].value = "one"
      }
    }
    #expect(try await store.undo()?.applied == 1)
    try await store.redo()
    let redone = try #require(try await store.item(item.id))
    #expect(redone.title == "one" && redone.notes == "mine too")
    #expect(try await store.undo()?.applied == 1)
    #expect(try await store.item(item.id)?.notes == "mine")
  }

  @Test func `a step of which nothing can be undone is gone, and those before it follow`()
    async throws
  {
    let store = try SQLiteRepository.inMemory()
    var item = try await store.add("one")
    item.status = .done
    try await store.update(item)
    try await store.synced(item.id) { registers in
      for index in registers.indices where registers[index].field == .fixed(.status) {
        registers[index].value = ["open", .null]
      }
    }
    let outcome = try #require(try await store.undo())
    #expect(outcome.applied == 0 && outcome.skipped == 1)
    #expect(try await store.redo() == nil)
    #expect(try await store.item(item.id)?.status == .open)
    #expect(try await store.undo()?.step.added == 1)
    #expect(try await store.count(.all) == 0)
  }

  @Test func `a step on an item that sync deleted or forgot is passed over`() async throws {
    let store = try SQLiteRepository.inMemory()
    let (deleted, forgotten) = (try await store.add("a"), try await store.add("b"))
    try await store.write { transaction throws(StorageError) in
      for var item in [deleted, forgotten] {
        item.title += "!"
        try transaction.update(item)
      }
    }
    try await store.writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(deleted.id) else { return }
      let time = transaction.clock + 1
      try transaction.observe(time)
      item.deletion = .init(stamp: Stamp(time: time, node: 9), isDirty: false)
      try transaction.put(item)
      try transaction.remove(forgotten.id)
    }
    let outcome = try #require(try await store.undo())
    #expect(outcome.applied == 0 && outcome.skipped == 2)
    #expect(try await store.undo()?.skipped == 1)
    #expect(try await store.count(.all) == 0)
  }

  @Test func `undo stamps a new edit above all others`() async throws {
    let store = try SQLiteRepository.inMemory()
    var item = try await store.add("before")
    item.title = "after"
    try await store.update(item)
    let id = item.id
    let edited = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(id)?.registers.map(\.stamp).max()
    }
    try await store.undo()
    let stamps = try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(id)?.registers.filter { $0.stamp > edited ?? $0.stamp }
    }
    #expect(stamps?.map(\.field) == [.fixed(.title), .fixed(.updated)])
    #expect(stamps?.allSatisfy(\.isDirty) == true)
  }

  @Test func `a history is bounded in steps`() async throws {
    let store = try SQLiteRepository.inMemory(history: HistoryOptions(steps: 5))
    for number in 1...100 { try await store.add("\(number)") }
    let count = try await store.history().count
    #expect((5..<5 + 64).contains(count))
    for _ in 0..<count { #expect(try await store.undo() != nil) }
    #expect(try await store.undo() == nil)
    #expect(try await store.count(.all) == 100 - count)
  }

  @Test func `a history is of a hundred steps and 16 MiB unless told otherwise`() {
    #expect(StoreOptions().history == HistoryOptions(steps: 100, bytes: 16 << 20))
    #expect(HistoryOptions(steps: 20).bytes == 16 << 20)
  }

  @Test func `a history is bounded in bytes, and a larger write ends it`() async throws {
    let store = try SQLiteRepository.inMemory(history: HistoryOptions(steps: 100, bytes: 10_000))
    for number in 1...10 {
      try await store.add(ItemDraft(title: "\(number)"))
      var item = try #require(try await store.item(number: number))
      item.notes = String(repeating: "x", count: 3_000)
      try await store.update(item)
    }
    let steps = try await store.history()
    #expect((3...8).contains(steps.count))
    try await store.write { transaction throws(StorageError) in
      for number in 1...1_000 { try transaction.add(ItemDraft(title: "\(number)")) }
    }
    #expect(try await store.history().isEmpty)
    #expect(try await store.undo() == nil)
    try await store.add("later")
    #expect(try await store.undo()?.applied == 1)
    #expect(try await store.count(.all) == 1_010)
  }

  @Test func `a history that is off remembers nothing, and a fixture is no step`() async throws {
    let store = try SQLiteRepository.inMemory(.full, history: .off)
    try await store.add("one")
    #expect(try await store.history().isEmpty)
    #expect(try await store.undo() == nil)
    #expect(try await SQLiteRepository.inMemory(.full).history().isEmpty)
  }

  @Test func `a store for reading only tells its history and undoes nothing`() async throws {
    let path = folder.file("items.sqlite")
    let writer = try SQLiteRepository(at: path)
    try await writer.add("one")
    await writer.close()
    let reader = try SQLiteRepository(at: path, options: StoreOptions(access: .readOnly))
    #expect(try await reader.history().count == 1)
    let error = await #expect(throws: StorageError.self) { try await reader.undo() }
    #expect(error?.code == .readOnly)
    await reader.close()
  }

  @Test func `an edit by hand is kept when a step before it is undone`() async throws {
    let path = folder.file("items.json")
    let store = try JSONFileRepository(at: path)
    var item = try await store.add("before")
    item.title = "after"
    item.notes = "note"
    try await store.update(item)
    let text = String(decoding: try folder.read("items.json"), as: UTF8.self)
    let edited = text.replacing("\"title\": \"after\"", with: "\"title\": \"by hand\"")
    #expect(edited != text)
    _ = try folder.write(Array(edited.utf8), to: "items.json")
    try await store.undo()
    let undone = try #require(try await store.item(item.id))
    #expect(undone.title == "by hand" && undone.notes == "")
    await store.close()
  }

  @Test(arguments: [
    (#""number":1"#, #""number":0"#), (#""changes":[{"#, #""changes":[{"x":1},{"#),
    (#""added":["#, #""added":[1,"#), (#""time":"#, #""tome":"#), (#""changes""#, #""undone""#),
  ])
  func `a history that was spoilt by hand is refused with its place`(
    good: String,
    bad: String
  ) async throws {
    let path = folder.file("items.json")
    let store = try JSONFileRepository(at: path)
    try await store.add("one")
    await store.close()
    let text = String(decoding: try folder.read("items.json"), as: UTF8.self)
    let spoilt = text.replacing(good, with: bad)
    #expect(spoilt != text)
    _ = try folder.write(Array(spoilt.utf8), to: "items.json")
    let error = try #require(
      throws: StorageError.self,
      performing: { _ = try JSONFileRepository(at: path) }
    )
    #expect(error.code == .malformedFile)
    #expect(error.message.contains("history"))
  }
}

extension SQLiteRepository {
  /// Puts an item with changed registers under a later stamp of another node, as a merge does.
  fileprivate func synced(
    _ id: ItemID,
    _ change: @escaping @Sendable (inout [Register]) -> Void
  ) async throws {
    try await writeReplica { transaction throws(StorageError) in
      guard var item = try transaction.replica(id) else { return }
      let old = item.registers
      change(&item.registers)
      let stamp = Stamp(time: transaction.clock + 1, node: 9)
      for index in old.indices where old[index].value != item.registers[index].value {
        item.registers[index].stamp = stamp
        item.registers[index].isDirty = false
      }
      try transaction.observe(stamp.time)
      try transaction.put(item)
    }
  }
}
