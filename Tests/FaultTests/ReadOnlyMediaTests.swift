// A store on what may only be read.

import Foundation
import RunningPrograms
import Storage
import TemporaryFolders
import Testing

@Suite struct ReadOnlyMediaTests {
  @Test(
    .enabled(if: MountedFolder.isPossible, "a file system is mounted, which needs the right to"),
    arguments: ["items.sqlite", "items.json"],
    [StoreOptions.Access.create, .readWrite, .readOnly]
  )
  func `a store on a file system for reading is read, and a write says why not`(
    _ file: String,
    _ access: StoreOptions.Access
  ) async throws {
    let disk = try MountedFolder(kibibytes: 4_096)
    let path = disk.file(file)
    let first = try StoreLocation(path).open()
    try await first.add("kept")
    await first.close()
    try disk.makeReadOnly()
    let store = try StoreLocation(path).open(options: StoreOptions(access: access))
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

  /// What a process that only read, or that was killed, leaves beside a database.
  enum Leftover: String, CaseIterable, Sendable {
    case emptyLog, index, emptyLogAndIndex, log
  }

  @Test(
    .enabled(if: MountedFolder.isPossible, "a file system is mounted, which needs the right to"),
    arguments: Leftover.allCases
  )
  func `what is left beside a store hides nothing of it`(_ leftover: Leftover) async throws {
    let disk = try MountedFolder(kibibytes: 4_096)
    let path = disk.file("items.sqlite")
    let folder = try TemporaryFolder()
    let original = try SQLiteRepository(at: folder.file("items.sqlite"))
    try await original.add("kept")
    let files = FileManager.default
    try files.copyItem(atPath: folder.file("items.sqlite"), toPath: path)
    try files.copyItem(atPath: folder.file("items.sqlite-wal"), toPath: path + "-wal")
    if leftover != .log {
      let store = try SQLiteRepository(at: path)
      try await store.add("in the file")
      await store.close()
      if leftover != .index { try Data().write(to: URL(filePath: path + "-wal")) }
      if leftover != .emptyLog {
        try Data(count: 32_768).write(to: URL(filePath: path + "-shm"))
      }
    }
    await original.close()
    try disk.makeReadOnly()
    do {
      let store = try SQLiteRepository(at: path, options: StoreOptions(access: .readOnly))
      #expect(leftover != .log)
      #expect(try await store.items().map(\.title) == ["kept", "in the file"])
      await store.close()
    } catch {
      #expect(leftover == .log && error.code == .readOnly, "\(error)")
      #expect(error.message.contains("'\(path)-wal'"))
    }
  }
}
