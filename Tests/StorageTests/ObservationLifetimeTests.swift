import Foundation
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `The end of an observation` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["sqlite", "json"])
  func `who leaves takes the watch on the files along`(_ kind: String) async throws {
    let store = try StoreLocation(folder.file("store.\(kind)")).open()
    try await store.add("one")
    for _ in 0..<15 {
      let task = Task {
        for try await count in store.observeCount() where count > 0 { return }
      }
      try await task.value
      let cancelled = Task { for await _ in store.changes() {} }
      cancelled.cancel()
      await cancelled.value
    }
    #if os(Linux)
    // The system closes a watch some moments after it was given up.
    while watches(of: folder.path) > 0 { await Task.yield() }
    #endif
    await store.close()
  }

  #if os(Linux)
  @Test
  func `many observers of one store share one watch`() async throws {
    let store = try SQLiteRepository(at: folder.file("store.sqlite"))
    var iterators = (0..<20).map { _ in store.changes().makeAsyncIterator() }
    for index in iterators.indices { _ = await iterators[index].next() }
    #expect(watches(of: folder.path) == 1)
    iterators = []
    while watches(of: folder.path) > 0 { await Task.yield() }
    await store.close()
  }

  /// How many descriptors of this process watch a folder, by its inode in `/proc`.
  private func watches(of path: String) -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return -1 }
    let wanted = " ino:" + String(status.st_ino, radix: 16) + " "
    let folder = "/proc/self/fdinfo"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      return text?.contains(wanted) ?? false
    }
  }
  #endif

  @Test func `a released iterator leaves nothing behind`() async throws {
    let broadcaster = ChangeBroadcaster()
    var iterator: ChangeNotices.Iterator? = broadcaster.changes().makeAsyncIterator()
    #expect(await iterator?.next() == .everything)
    #expect(broadcaster.isObserved)
    iterator = nil
    #expect(!broadcaster.isObserved)
  }

  @Test func `notices are merged, and many items become everything`() {
    let items = Fixture.large(count: ChangeNotice.maxItems + 2, seed: 1).drafts.compactMap(\.id)
    let half = Set(items.prefix(600))
    let rest = Set(items.dropFirst(600))
    let one = Set(items.prefix(1))
    #expect(ChangeNotice.items(half).merged(with: .items(one)) == .items(half))
    #expect(ChangeNotice.items(half).merged(with: .items(rest)) == .everything)
    #expect(ChangeNotice.items(one).merged(with: .everything) == .everything)
    #expect(ChangeNotice.everything.merged(with: .items(one)) == .everything)
  }
}

@Suite struct `The schedule of a watch` {
  private let start = ContinuousClock.now

  /// When a store is looked at after a touch that nothing follows.
  private func looks() -> [Duration] {
    var schedule = WatchSchedule()
    let generation = schedule.begin(at: start)
    var looks: [Duration] = [.zero]
    while let delay = schedule.step(generation, after: .done, at: start + (looks.last ?? .zero))
      .delay
    {
      looks.append((looks.last ?? .zero) + delay)
    }
    return looks
  }

  @Test func `a commit is found within 20 ms of a second, and the looks end`() {
    let looks = looks()
    let gaps = zip(looks.dropFirst(), looks).map { $0 - $1 }
    let early = zip(looks, gaps).filter { $0.0 < .seconds(1) }.map(\.1)
    #expect(early.allSatisfy { $0 <= .milliseconds(20) })
    #expect(gaps.allSatisfy { $0 <= .milliseconds(250) })
    #expect(looks.count < 120)
    #expect(looks.last.map { $0 >= .seconds(10) } ?? false)
  }

  @Test func `a store whose writer waits for 25 ms is taken to have changed`() {
    var schedule = WatchSchedule()
    let generation = schedule.begin(at: start)
    let steps = stride(from: 0, through: 30, by: 5).map { time in
      schedule.step(generation, after: .waiting, at: start + .milliseconds(time))
    }
    #expect(steps.map(\.assumesChange) == [false, false, false, false, false, true, false])
  }

  @Test func `a new touch voids the looks planned before`() {
    var schedule = WatchSchedule()
    let first = schedule.begin(at: start)
    let second = schedule.begin(at: start + .milliseconds(1))
    #expect(schedule.step(first, after: .done, at: start + .milliseconds(2)).delay == nil)
    #expect(schedule.step(second, after: .done, at: start + .milliseconds(2)).delay != nil)
  }
}
