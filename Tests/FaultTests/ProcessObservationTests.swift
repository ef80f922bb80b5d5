// Commits of another process, as an observer here meets them.

import Foundation
import Storage
import TemporaryFolders
import Testing

@Suite(.serialized, .enabled(if: Probe.path != nil)) struct ProcessObservationTests {
  @Test(arguments: ["items.sqlite", "items.json"])
  func `an observer never misses the last state that another process left`(
    _ file: String
  ) async throws {
    let seed = UInt64.random(in: 1...999_999)
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file(file)
    let store = try StoreLocation(path).open()
    var notices = store.changes().makeAsyncIterator()
    var expected = 0
    for _ in 1...6 {
      let count = 1 + generator.below(file.hasSuffix("json") ? 12 : 60)
      expected += count
      let probe = try Probe("add", path, "count=\(count)", "syncs=no")
      // Ends only when the last commit was told of.
      while try await store.count(.all) < expected { _ = await notices.next() }
      let result = await probe.result()
      #expect(result.lines.last == "done", "seed \(seed)")
    }
    #expect(try await store.count(.all) == expected, "seed \(seed)")
    await store.close()
  }

  /// Prints how long it takes from another process's commit to the notice here; a machine under test promises no time.
  @Test(arguments: ["items.sqlite", "items.json"])
  func `each commit of another process is seen with its time`(_ file: String) async throws {
    let folder = try TemporaryFolder()
    let store = try StoreLocation(folder.file(file)).open()
    var notices = store.changes().makeAsyncIterator()
    let probe = try Probe("ping", folder.file(file), "count=60")
    #expect(await probe.wait(for: "ready") != nil)
    var delays: [UInt64] = []
    for number in 1...60 {
      probe.signal()
      while try await store.item(number: number) == nil { _ = await notices.next() }
      let seen = DispatchTime.now().uptimeNanoseconds
      let line = try #require(await probe.wait(for: "committed"))
      let committed = try #require(line.split(separator: " ").last.flatMap { UInt64($0) })
      delays.append(seen > committed ? seen - committed : 0)
    }
    #expect(await probe.result().lines.last == "done")
    delays.sort()
    print(
      "\(file): seen \(delays[30] / 1_000) µs after the commit at the median, "
        + "\(delays[58] / 1_000) µs at the 98th percentile"
    )
    await store.close()
  }
}
