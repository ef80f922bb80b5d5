// A store on what may only be read.

import Foundation
import Storage
import Testing

@Suite struct ReadOnlyMediaTests {
  @Test(
    .enabled(if: MountedFolder.isPossible, "a file system is mounted, which needs the right to"),
    arguments: ["items.sqlite", "items.json"],
    [SQLiteOptions.Access.create, .readWrite, .readOnly]
  )
  func `a store on a file system for reading is read, and a write says why not`(
    _ file: String,
    _ access: SQLiteOptions.Access
  ) async throws {
    let disk = try MountedFolder(kibibytes: 4_096)
    let path = disk.file(file)
    let first = try StoreLocation(path).open()
    try await first.add("kept")
    await first.close()
    try disk.makeReadOnly()
    let store = try StoreLocation(path).open(options: SQLiteOptions(access: access))
    #expect(try await store.items().map(\.title) == ["kept"])
    #expect(try await store.check() == [])
    do {
      try await store.add("no")
      Issue.record("written to what may only be read")
    } catch {
      #expect(error.code == .readOnly && error.message.contains(path), "\(error)")
    }
    await store.close()
  }
}
