import Foundation
import Storage
import TemporaryFolders
import Testing

/// A process that is killed at any call of its first write to a store leaves one that can be read without a write.
@Suite(.serialized, .enabled(if: Probe.path != nil)) struct FirstWriteTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("items.sqlite")
  }

  /// Kills the first write at each of its calls, from the same beginning, until one is not reached any more.
  private func killEachCall(
    beginning: () async throws -> Void,
    looking: (_ isAcknowledged: Bool) async throws -> Void
  ) async throws {
    for call in 1...1_000 {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
      try await beginning()
      let result = try await Probe("add", path, "syncs=no", "count=1", "die=\(call)").result()
      #expect(result.said("failed") == [])
      try await looking(!result.said("added").isEmpty)
      if result.code == 0 { return }
    }
    Issue.record("it never came to its end")
  }

  /// Reads without a write: what was there is there, and what was said to be written.
  private func look(_ isAcknowledged: Bool) async throws {
    let store = try StoreLocation(path).open(options: StoreOptions(access: .readOnly))
    let titles = Set(try await store.items().map(\.title))
    await store.close()
    #expect(titles.isSubset(of: ["One", "a-1"]))
    #expect(titles.isSuperset(of: isAcknowledged ? ["One", "a-1"] : ["One"]))
  }

  @Test func `a backup`() async throws {
    let model = folder.file("model.sqlite")
    let store = try SQLiteRepository(at: model)
    try await store.add("One")
    try await killEachCall { () async throws in
      try await store.backup(to: path)
    } looking: { isAcknowledged async throws in
      try await look(isAcknowledged)
    }
  }

  @Test func `a converted store`() async throws {
    let model = StoreLocation(folder.file("model.json"))
    try await model.open().add("One")
    try await killEachCall { () async throws in
      try await model.convert(to: .sqlite(path: path))
    } looking: { isAcknowledged async throws in
      try await look(isAcknowledged)
    }
  }

  @Test func `a store whose log was never turned on`() async throws {
    let model = folder.file("model.sqlite")
    let store = try SQLiteRepository(at: model)
    try await store.add("One")
    try await killEachCall { () async throws in
      try await store.backup(to: path)
      try turnLogOff()
    } looking: { isAcknowledged async throws in
      try await look(isAcknowledged)
    }
  }

  private func turnLogOff() throws {
    let connection = try Connection(.file(path), access: .readWrite)
    #expect(try connection.text("PRAGMA journal_mode = DELETE") == "delete")
  }
}

/// A process that is killed while it gives a copy its name leaves one that can be written to.
@Suite(.serialized, .enabled(if: Probe.path != nil)) struct KilledPublishingTests {
  @Test(arguments: ["sqlite", "json"])
  func `a copy with the name of the unfinished file beside it is a store like any other`(
    _ kind: String
  ) async throws {
    var seen = 0
    for call in 1...400 {
      let folder = try TemporaryFolder()
      let path = folder.file("items.\(kind)")
      try await StoreLocation(path).open().add("One")
      let words = ["backup", path, "from=\(folder.file("from"))", "syncs=no", "count=1"]
      let result = try await Probe(words + ["die=\(call)"]).result()
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name == "items.\(kind).copy-1" {
        let copy = folder.file(name)
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        if attributes[.referenceCount] as? Int == 2 { seen += 1 }
        let store = kind == "json" ? StoreLocation.json(path: copy) : .sqlite(path: copy)
        #expect(try await store.open().add("Two").number == 2)
      }
      if result.code == 0 { break }
    }
    #expect(seen > 0, "no kill came between the two names")
  }
}
