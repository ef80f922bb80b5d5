import Dispatch
import Storage
import Synchronization
import TemporaryFolders
import Testing

@Suite struct `Several users of one store` {
  let folder: TemporaryFolder

  /// Writers wait for each other for as long as a busy machine and its disk take.
  private static let patient = StoreOptions(busyTimeout: .seconds(600))

  init() throws { folder = try TemporaryFolder() }

  @Test func `two connections to one file keep every write`() async throws {
    let path = folder.file("items.sqlite")
    let stores = try (0..<2).map { _ in try SQLiteRepository(at: path, options: Self.patient) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<80 {
        group.addTask { try await stores[index % 2].add("Item \(index)") }
      }
      try await group.waitForAll()
    }
    let items = try await stores[0].items()
    #expect(Set(items.map(\.title)).count == 80)
    #expect(Set(items.map(\.number)) == Set(1...80))
  }

  @Test func `a store that many make at once is made once`() async throws {
    for round in 0..<20 {
      let path = folder.file("\(round).sqlite")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask {
            try await SQLiteRepository(at: path, options: Self.patient).add("Item \(index)")
          }
        }
        try await group.waitForAll()
      }
      #expect(try await SQLiteRepository(at: path).count(.all) == 8)
    }
  }

  @Test(arguments: [true, false])
  func `loops of short reads leave other tasks their turn`(asPages: Bool) async throws {
    let store = try SQLiteRepository(
      at: folder.file("items.sqlite"),
      options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    )
    let item = try await store.add("Wanted")
    let isDone = Flag()
    await withTaskGroup(of: Void.self) { group in
      // More than there are threads: none of them waits for anything.
      for _ in 0..<64 {
        group.addTask {
          while !isDone.value.load(ordering: .relaxed) {
            if asPages {
              _ = try? await store.items(ItemQuery(limit: 1))
            } else {
              _ = try? await store.item(item.id)
            }
          }
        }
      }
      group.addTask { isDone.value.store(true, ordering: .relaxed) }
    }
  }

  @Test func `stamps of two connections never repeat`() async throws {
    let path = folder.file("items.sqlite")
    let stores = try (0..<2).map { _ in try SQLiteRepository(at: path, options: Self.patient) }
    for index in 0..<20 { try await stores[index % 2].add("Item \(index)") }
    let stamps = try await stores[0].readReplica { transaction throws(StorageError) in
      try transaction.unsynced(after: 0, limit: 100).map { $0.item.registers[0].stamp }
    }
    #expect(stamps.count == 20)
    #expect(stamps == stamps.sorted())
    #expect(Set(stamps).count == 20)
    #expect(Set(stamps.map(\.node)).count == 2)
  }

  @Test func `a writer that waits too long says so`() async throws {
    let path = folder.file("items.sqlite")
    await (try SQLiteRepository(at: path)).close()
    let holder = try Connection(.file(path))
    try holder.execute("BEGIN IMMEDIATE")
    let store = try SQLiteRepository(
      at: path,
      options: StoreOptions(busyTimeout: .milliseconds(20))
    )
    let error = try await #require(throws: StorageError.self) { try await store.add("Late") }
    #expect(error.code == .busy)
    #expect(error.message.contains("try again"))
    try holder.execute("COMMIT")
    try await store.add("In time")
    #expect(try await store.count(.all) == 1)
  }

  @Test func `readers read on while a write is under way`() async throws {
    let store = try SQLiteRepository(at: folder.file("items.sqlite"))
    try await store.add("One")
    let (started, start) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    async let written = store.write { transaction throws(StorageError) in
      try transaction.add(ItemDraft(title: "Two"))
      start.finish()
      gate.wait()
      return try transaction.count(.all)
    }
    for await _ in started {}
    #expect(try await store.count(.all) == 1)
    gate.open()
    #expect(try await written == 2)
    #expect(try await store.count(.all) == 2)
  }

  @Test func `cancelling a write keeps nothing of it`() async throws {
    let store = try SQLiteRepository(at: folder.file("items.sqlite"))
    let (started, start) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    let task = Task {
      try await store.write { transaction throws(StorageError) in
        try transaction.add(ItemDraft(title: "Never"))
        start.finish()
        gate.wait()
      }
    }
    for await _ in started {}
    task.cancel()
    gate.open()
    let error = await #expect(throws: StorageError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(try await store.count(.all) == 0)
  }

  @Test func `cancelling a long read interrupts it`() async throws {
    let store = try SQLiteRepository.inMemory(.large(count: 3_000, seed: 1))
    // Looks into every item's attributes, again and again: far longer than a test may take.
    let slow = ItemFilter.or(
      (0..<500).map { .attribute("none", .equals(.integer(Int64($0)))) }
    )
    let task = Task { try await store.count(.or([slow, .text("x"), .not(slow)])) }
    task.cancel()
    let error = await #expect(throws: StorageError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(try await store.count(.all) == 3_000)
  }

  @Test func `closing waits for what is running and refuses what comes after`() async throws {
    let store = try SQLiteRepository(at: folder.file("items.sqlite"))
    let (started, start) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    async let written = store.write { transaction throws(StorageError) in
      start.finish()
      gate.wait()
      return try transaction.add(ItemDraft(title: "Last")).title
    }
    for await _ in started {}
    async let closed: Void = store.close()
    gate.open()
    #expect(try await written == "Last")
    await closed
    let error = await #expect(throws: StorageError.self) { try await store.count(.all) }
    #expect(error?.code == .closed)
  }
}

/// Lets a synchronous body wait for a test.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() { semaphore.wait() }
}

/// What one task tells others.
private final class Flag: Sendable {
  let value = Atomic(false)
}
