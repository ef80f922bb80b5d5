import Dispatch
import Testing

@testable import Storage

@Suite struct `A pool whose sessions cannot be opened` {
  /// One that sends nobody away, however busy the machine is.
  ///
  /// Each attempt to open a session appears in `openings`, and fails after a signal of the gate.
  private static func failingPool() -> (
    pool: SessionPool, gate: DispatchSemaphore, openings: AsyncStream<Void>
  ) {
    let gate = DispatchSemaphore(value: 0)
    let (openings, opens) = AsyncStream<Void>.makeStream()
    let pool = SessionPool(capacity: 1, location: .memory, patience: .seconds(3_600)) {
      () throws(StorageError) in
      opens.yield()
      gate.wait()
      throw StorageError(.cannotOpen, "No.")
    }
    return (pool, gate, openings)
  }

  @Test func `who waits is told why, and the next one tries again`() async throws {
    let (pool, gate, opening) = Self.failingPool()
    var openings = opening.makeAsyncIterator()
    let first = Self.take(from: pool)
    await openings.next()
    let second = Self.take(from: pool)
    // Enough for the second to find that it has to wait; where it is late, it opens by itself.
    for _ in 0..<1_000 { await Task.yield() }
    gate.signal()
    gate.signal()
    #expect(await first.value == .cannotOpen)
    #expect(await second.value == .cannotOpen)
  }

  @Test func `closing does not wait for a session that did not open`() async throws {
    let (pool, gate, opening) = Self.failingPool()
    var openings = opening.makeAsyncIterator()
    let taken = Self.take(from: pool)
    await openings.next()
    async let closed: Void = pool.close()
    for _ in 0..<1_000 { await Task.yield() }
    gate.signal()
    #expect(await taken.value == .cannotOpen)
    await closed
  }

  /// Takes a session on a thread of its own, which opening may block; says how that failed.
  private static func take(from pool: SessionPool) -> Task<StorageError.Code?, Never> {
    Task(executorPreference: OwnThread()) {
      do throws(StorageError) {
        _ = try await pool.take()
        return nil
      } catch {
        return error.code
      }
    }
  }
}

private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "session-pool-tests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
