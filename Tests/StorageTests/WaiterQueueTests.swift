import Dispatch
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `A line of those who wait` {
  private typealias Line = WaiterQueue<Int>

  @Test func `first come, first served`() {
    var line = Line()
    for waiter in 0..<3_000 { line.join(waiter) }
    var served: [Int] = []
    while let waiter = line.next() {
      served.append(waiter)
      if served.count == 100 { line.join(3_000) }
    }
    #expect(served == Array(0...3_000))
    #expect(line.isEmpty)
  }

  @Test func `who waits while nobody is served is sent away`() {
    var line = Line()
    line.join(1)
    for _ in 1..<Line.patience { #expect(line.countTick().isEmpty) }
    line.join(2)
    #expect(line.countTick() == [1])
    for _ in 1..<Line.patience - 1 { #expect(line.countTick().isEmpty) }
    #expect(line.countTick() == [2])
    #expect(line.isEmpty)
  }

  @Test func `a line that moves keeps everybody, however long it is`() {
    var line = Line()
    for waiter in 0..<20 { line.join(waiter) }
    for waiter in 0..<19 {
      for _ in 1..<Line.patience { #expect(line.countTick().isEmpty) }
      #expect(line.next() == waiter)
    }
    #expect(line.removeAll() == [19])
  }

  @Test
  func `a write that waits for another write of its store is told so`() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteRepository(
      at: folder.file("items.sqlite"),
      options: StoreOptions(busyTimeout: .milliseconds(80))
    )
    let outcome = try await store.write { transaction throws(StorageError) in
      try transaction.add(ItemDraft(title: "First"))
      // What must not be done: the body waits for another use of its own store.
      let answer = Answer()
      Task {
        do throws(StorageError) {
          try await store.add("Second")
        } catch {
          answer.give(error)
        }
      }
      return answer.wait()
    }
    #expect(outcome?.code == .busy)
    #expect(outcome?.message.contains("within a write, use its transaction only") == true)
    #expect(try await store.items().map(\.title) == ["First"])
  }
}

/// What a task tells a thread that is blocked.
private final class Answer: Sendable {
  private let error = Locked<StorageError?>(nil)
  private let isGiven = DispatchSemaphore(value: 0)

  func give(_ error: StorageError) {
    self.error.withLock { $0 = error }
    isGiven.signal()
  }

  func wait() -> StorageError? {
    isGiven.wait()
    return error.withLock { $0 }
  }
}
