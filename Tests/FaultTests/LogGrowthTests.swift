// How far a write-ahead log grows, and that it shrinks again.

import Foundation
import Storage
import TemporaryFolders
import Testing

@Suite struct LogGrowthTests {
  let folder: TemporaryFolder
  let path: String

  /// What a log that nobody holds may have, in bytes, and a little for what is being written.
  private static let bound = Int64(17 << 20)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("items.sqlite")
  }

  private func fill(_ store: SQLiteRepository, mebibytes: Int) async throws {
    let notes = String(repeating: "n", count: 200_000)
    for _ in 0..<mebibytes {
      try await store.write { transaction throws(StorageError) in
        for _ in 1...5 { try transaction.add(ItemDraft(title: "much", notes: notes)) }
      }
    }
  }

  @Test(.enabled(if: Probe.path != nil))
  func `a reader of another process lets the log grow, and it shrinks when that is gone`()
    async throws
  {
    let store = try SQLiteRepository(
      at: path,
      options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    )
    try await store.add("first")
    let probe = try Probe("hold", path)
    #expect(await probe.wait(for: "held") != nil)
    try await fill(store, mebibytes: 24)
    let held = try #require(try await store.stats().logBytes)
    #expect(held > Self.bound, "the reader held nothing, so this shows nothing")
    probe.signal()
    #expect(await probe.wait(for: "released") != nil)
    // The first commit brings the log into the file, the next one begins the log anew.
    for _ in 1...3 { try await store.add("after") }
    let released = try #require(try await store.stats().logBytes)
    #expect(released <= Self.bound)
    probe.signal()
    await store.close()
  }

  @Test func `paging through a store while it is written to does not hold the log`() async throws {
    let store = try SQLiteRepository(
      at: path,
      options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    )
    try await fill(store, mebibytes: 10)
    var largest: Int64 = 0
    var written = 0
    for try await _ in store.pages(of: ItemQuery(sort: [.ascending(.number)]), size: 1) {
      if written == 30 { break }
      try await fill(store, mebibytes: 1)
      written += 1
      largest = max(largest, try await store.stats().logBytes ?? 0)
    }
    #expect(written == 30 && largest <= Self.bound)
    await store.close()
  }

  @Test func `readers that never stop do not let the log grow for ever`() async throws {
    let store = try SQLiteRepository(
      at: path,
      options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    )
    try await fill(store, mebibytes: 1)
    let readers = (1...4).map { _ in
      Task {
        while !Task.isCancelled { _ = try? await store.items(ItemQuery(limit: 5)) }
      }
    }
    var largest: Int64 = 0
    for _ in 1...60 {
      try await fill(store, mebibytes: 1)
      largest = max(largest, try await store.stats().logBytes ?? 0)
    }
    for reader in readers { reader.cancel() }
    for reader in readers { await reader.value }
    print("largest log beside four readers that never stop: \(largest) bytes")
    #expect(largest <= 2 * Self.bound)
    await store.close()
  }
}
