import Files
import Foundation
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `Backups` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What is in the folder beside a store and its own files.
  private func strayNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix("store.") }.sorted()
  }

  @Test(arguments: ["sqlite", "json"])
  func `a backup has every item, and stands by itself`(_ kind: String) async throws {
    let store = try StoreLocation(folder.file("store.\(kind)")).open()
    for draft in Fixture.full.drafts { try await store.add(draft) }
    let copy = folder.file("copy.\(kind)")
    try await store.backup(to: copy)
    #expect(try strayNames() == ["copy.\(kind)"])
    try await store.add("Later")
    let opened = try StoreLocation(copy).open(options: StoreOptions(access: .readOnly))
    let query = ItemQuery(sort: [.ascending(.number)])
    #expect(try await opened.items(query) == store.items(query).dropLast())
    #expect(try await opened.check() == [])
    await opened.close()
    await store.close()
  }

  @Test func `a store that was read from is one file again when it is closed`() async throws {
    let store = try SQLiteRepository(at: folder.file("store.sqlite"))
    try await store.add("One")
    try await store.backup(to: folder.file("copy.sqlite"))
    await store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["copy.sqlite", "store.sqlite"])
  }

  @Test func `a store in memory is backed up to a file`() async throws {
    let copy = folder.file("copy.sqlite")
    try await SQLiteRepository.inMemory(.full).backup(to: copy)
    #expect(try await SQLiteRepository(at: copy).count(.all) > 20)
    let permissions = try FilePath(copy).status().permissions
    #expect(permissions == 0o600)
  }

  @Test(arguments: ["sqlite", "json"])
  func `a backup has the permissions of its store`(_ kind: String) async throws {
    let path = folder.file("store.\(kind)")
    let store = try StoreLocation(path).open()
    try await store.add("One")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try await store.backup(to: folder.file("copy"))
    #expect(try FilePath(folder.file("copy")).status().permissions == 0o640)
  }

  @Test(arguments: ["sqlite", "json"])
  func `a file that is there already is left alone`(_ kind: String) async throws {
    let store = try StoreLocation(folder.file("store.\(kind)")).open()
    let taken = try folder.write("precious".utf8, to: "taken")
    for path in [taken, folder.file("store.\(kind)")] {
      let error = try await #require(throws: StorageError.self) { try await store.backup(to: path) }
      #expect(error.code == .fileExists)
      #expect(error.message.contains(path))
    }
    #expect(try folder.read("taken") == Array("precious".utf8))
    #expect(try strayNames() == ["taken"])
  }

  @Test func `a store that another program makes meanwhile has no stray log`() throws {
    let store = StoreFile(folder.file("store.sqlite"))
    func makeStore() {
      for path in [store.path, store.path.companion(.log)] {
        try? FileDescriptor(path.description, .createNew, permissions: 0o600).write([0])
      }
    }
    try store.checkForStrayLog(pause: makeStore)
    #expect(store.path.exists && store.path.companion(.log).exists)
    try store.path.remove()
    #expect(throws: StorageError.self) { try store.checkForStrayLog() }
    // The program that was closing it is back in time.
    try store.checkForStrayLog(pause: makeStore)
  }

  @Test func `a log that lies where the copy is to be is not taken for its own`() async throws {
    let store = try SQLiteRepository(at: folder.file("store.sqlite"))
    try await store.add("One")
    let log = try folder.read("store.sqlite-wal")
    let copies: [(String, @Sendable (String) async throws -> Void)] = [
      ("backup", { try await store.backup(to: $0) }),
      (
        "converted",
        {
          try await StoreLocation.sqlite(path: folder.file("store.sqlite")).convert(
            to: .sqlite(path: $0)
          )
        }
      ),
      (
        "restored",
        { _ = try await StoreLocation.sqlite(path: $0).restore(from: folder.file("store.sqlite")) }
      ),
    ]
    for (name, copy) in copies {
      for suffix in ["-wal", "-journal"] {
        let stray = try folder.write(log, to: name + suffix)
        let error = await #expect(throws: StorageError.self) { try await copy(folder.file(name)) }
        #expect(
          error?.code == .fileExists && error?.message.contains("'\(stray)'") == true,
          "\(name)"
        )
        #expect(try strayNames() == [name + suffix], "\(name)")
        // One without a change in it is of no harm.
        _ = try folder.write([UInt8](), to: name + suffix)
        try await copy(folder.file(name))
        for file in try strayNames() {
          try FileManager.default.removeItem(atPath: folder.file(file))
        }
      }
    }
  }

  @Test func `a missing folder is named`() async throws {
    let store = try SQLiteRepository(at: folder.file("store.sqlite"))
    let error = try await #require(throws: StorageError.self) {
      try await store.backup(to: folder.file("missing/copy.sqlite"))
    }
    #expect(error.code == .cannotOpen)
  }

  @Test
  func `a backup made while writers write is of one moment`() async throws {
    let options = StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    let store = try SQLiteRepository(at: folder.file("store.sqlite"), options: options)
    let other = try SQLiteRepository(at: folder.file("store.sqlite"), options: options)
    try await store.write { transaction throws(StorageError) in
      for draft in Fixture.large(count: 2_000, seed: 4).drafts { try transaction.add(draft) }
    }
    let end = End()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in [store, other] {
        group.addTask {
          // Always two at once: a backup that sees one alone is of no one moment.
          while !end.isReached {
            try await writer.write { transaction throws(StorageError) in
              try transaction.add(ItemDraft(title: "left"))
              try transaction.add(ItemDraft(title: "right"))
            }
          }
        }
      }
      for number in 0..<5 { try await store.backup(to: folder.file("copy-\(number).sqlite")) }
      end.reach()
      try await group.waitForAll()
    }
    for number in 0..<5 {
      let copy = try SQLiteRepository(at: folder.file("copy-\(number).sqlite"))
      #expect(try await copy.check() == [])
      let left = try await copy.count(.text("left"))
      #expect(try await copy.count(.text("right")) == left)
      #expect(try await copy.count(.all) >= 2_000 + 2 * left)
      await copy.close()
    }
  }

  @Test func `a cancelled backup leaves nothing behind`() async throws {
    let store = try SQLiteRepository(at: folder.file("store.sqlite"))
    try await store.write { transaction throws(StorageError) in
      for draft in Fixture.large(count: 3_000, seed: 4).drafts { try transaction.add(draft) }
    }
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await store.backup(to: folder.file("copy.sqlite"))
    }
    let error = await #expect(throws: StorageError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(try strayNames() == [])
  }

  @Test func `copying stops where the pause throws`() throws {
    let path = folder.file("store.sqlite")
    let session = try SQLiteSession.open(
      path,
      as: .writer,
      options: StoreOptions(),
      environment: .live
    )
    try session.add(.large(count: 500, seed: 1))
    var pauses = 0
    let target = try Connection(.memory)
    #expect(throws: StorageError.self) {
      try session.connection.copy(to: target, pagesAtOnce: 8) { () throws(StorageError) in
        pauses += 1
        if pauses == 3 { throw StorageError(.cancelled, "Enough.") }
      }
    }
    #expect(pauses == 3)
    #expect(!session.connection.isInTransaction)
  }
}

/// Tells tasks that they may stop.
private final class End: Sendable {
  private let flag = Locked(false)

  var isReached: Bool { flag.withLock { $0 } }

  func reach() { flag.withLock { $0 = true } }
}
