import Storage
import Testing

@testable import ItemModels

/// Waits that a test ends, in the place of a clock.
private final class Waits: Sendable {
  private let ends = Locked<[AsyncStream<Void>.Continuation]>([])
  /// One element for each wait that has begun.
  let begun = AsyncStream<Void>.makeStream()

  var quietTime: QuietTime {
    QuietTime(.seconds(1)) { _ in
      let (ended, end) = AsyncStream<Void>.makeStream()
      self.ends.withLock { $0.append(end) }
      self.begun.continuation.yield()
      for await _ in ended {}
      try Task.checkCancellation()
    }
  }

  func end(_ index: Int) { ends.withLock { $0[index] }.finish() }
}

@Suite struct QuietTimeTests {
  @Test func `the first element counts at once, and of those that follow each other the last one`()
    async
  {
    let (elements, element) = AsyncStream<Void>.makeStream()
    let (calls, call) = AsyncStream<Void>.makeStream()
    let waits = Waits()
    let reading = Task {
      await elements.forEach(after: waits.quietTime) { call.yield() }
      call.finish()
    }
    var (called, begun) = (calls.makeAsyncIterator(), waits.begun.stream.makeAsyncIterator())
    element.yield()
    #expect(await called.next() != nil)
    element.yield()
    _ = await begun.next()
    element.yield()
    _ = await begun.next()
    // The first wait was cancelled by the second element.
    waits.end(0)
    waits.end(1)
    #expect(await called.next() != nil)
    element.yield()
    _ = await begun.next()
    // The end of the elements drops what waits.
    element.finish()
    await reading.value
    #expect(await called.next() == nil)
  }

  @Test func `without a quiet time each element counts`() async {
    let (elements, element) = AsyncStream<Void>.makeStream()
    for _ in 1...3 { element.yield() }
    element.finish()
    let count = Locked(0)
    await elements.forEach(after: nil) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 3)
  }
}
