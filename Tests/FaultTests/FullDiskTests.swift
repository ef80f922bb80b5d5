// No space left: said clearly, with all that was acknowledged, and gone once there is space again.

import Foundation
import RunningPrograms
import Storage
import TemporaryFolders
import Testing

@Suite struct FullDiskTests {
  /// Adds until nothing fits, and returns the titles that were acknowledged and the error.
  private func fill(
    _ store: any ItemRepository
  ) async -> (titles: Set<String>, error: StorageError?) {
    var titles: Set<String> = []
    do throws(StorageError) {
      while titles.count < 5_000 {
        let title = "item \(titles.count)"
        let draft = ItemDraft(title: title, notes: String(repeating: "n", count: 3_000))
        try await store.add(draft)
        titles.insert(title)
      }
      return (titles, nil)
    } catch {
      return (titles, error)
    }
  }

  @Test(
    .enabled(if: MountedFolder.isPossible, "a file system is mounted, which needs the right to"),
    arguments: ["items.sqlite", "items.json"]
  )
  func `a full file system`(_ file: String) async throws {
    let disk = try MountedFolder(kibibytes: 2_048)
    let ballast = disk.file("ballast")
    try Data(count: 600_000).write(to: URL(filePath: ballast))
    let store = try StoreLocation(disk.file(file)).open()
    let (titles, error) = await fill(store)
    #expect(error?.code == .full)
    #expect(error?.message.contains("Free some space and try again") == true)
    #expect(error?.message.contains(disk.path) == true)
    #expect(titles.count > 10)
    #expect(Set(try await store.items().map(\.title)) == titles)
    try disk.empty("ballast")
    try await store.add("after")
    #expect(try await store.check() == [])
    await store.close()
    let again = try StoreLocation(disk.file(file)).open()
    #expect(Set(try await again.items().map(\.title)) == titles.union(["after"]))
    await again.close()
  }

  @Test(
    .enabled(if: MountedFolder.isPossible, "a file system is mounted, which needs the right to"),
    arguments: [true, false]
  )
  func `a store on a full file system is read by who only reads`(hasLog: Bool) async throws {
    let disk = try MountedFolder(kibibytes: 2_048)
    let folder = try TemporaryFolder()
    let original = try SQLiteRepository(at: folder.file("items.sqlite"))
    for title in ["A", "B"] { try await original.add(ItemDraft(title: title)) }
    let path = disk.file("items.sqlite")
    // A process that is killed leaves a log with all that was written.
    if !hasLog { await original.close() }
    for suffix in hasLog ? ["", "-wal"] : [""] {
      try FileManager.default.copyItem(
        atPath: folder.file("items.sqlite\(suffix)"),
        toPath: path + suffix
      )
    }
    await original.close()
    try disk.fill("ballast")
    let before = try Data(contentsOf: URL(filePath: path))
    let store = try SQLiteRepository(at: path, options: StoreOptions(access: .readOnly))
    // More than one at a time: one connection has the file to itself.
    async let titles = store.items().map(\.title)
    async let count = store.count(.all)
    #expect(try await titles == ["A", "B"])
    #expect(try await count == 2)
    #expect(try await store.check() == [])
    let refusal = await thrownError { () throws(StorageError) in try await store.add("C") }
    #expect(refusal?.code == .readOnly)
    await store.close()
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    // Who wants to write is told why not, and can once there is room.
    let full = await thrownError { () throws(StorageError) in _ = try SQLiteRepository(at: path) }
    #expect(full?.code == .full && full?.message.contains(path) == true)
    try disk.empty("ballast")
    let writer = try SQLiteRepository(at: path)
    try await writer.add("C")
    #expect(try await writer.items().map(\.title) == ["A", "B", "C"])
    await writer.close()
  }

  @Test(
    .enabled(if: Probe.path != nil && Probe.canFail),
    arguments: ["items.sqlite", "items.json"],
    [700_000, 900_001, 1_300_000]
  )
  func `a disk that is full to the byte`(_ file: String, _ space: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file(file)
    let probe = try Probe("fill", path, "space=\(space)", "syncs=no", "count=5000")
    probe.signal()
    let result = await probe.result()
    #expect(result.lines.last == "done", "\(result.lines.suffix(2))")
    let error = try #require(result.said("full").first)
    #expect(error.hasPrefix("full ") && error.contains("Free some space and try again"))
    let store = try StoreLocation(path).open()
    #expect(try await store.check() == [])
    let said = result.said("added").map { String($0.split(separator: " ")[1]) }
    #expect(said.count > 3 && said.last == "a-after")
    #expect(try await store.items(ItemQuery(sort: [.ascending(.number)])).map(\.title) == said)
    await store.close()
  }
}
