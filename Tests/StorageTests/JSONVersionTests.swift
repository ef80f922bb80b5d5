import Foundation
import Testing

@testable import Storage

@Suite struct `JSON documents of other versions` {
  let folder = try? JSONFileFolder()

  @Test func `an earlier one is brought up step by step`() throws {
    let upgrades: [JSONDocument.Upgrade] = [
      { document in document["items"] = document.removeValue(forKey: "things") },
      { document in document["nextNumber"] = 7 },
    ]
    let text = #"{"schema":1,"things":[{"title":"a","number":2}]}"#
    let contents = try JSONFileContents(Array(text.utf8), path: "a.json", upgrades: upgrades)
    #expect(contents.entries.map(\.record.draft.title) == ["a"])
    #expect(contents.numbers.next == 7 && contents.isUpgraded)
    let later = #"{"things":[],"schema":4}"#
    let error = #expect(throws: StorageError.self) {
      try JSONFileContents(Array(later.utf8), path: "a.json", upgrades: upgrades)
    }
    #expect(error?.code == .laterVersion)
  }

  @Test func `the line of an error is the line of the file, whatever its version`() {
    let text = "{\"schema\": 1,\n\n\"items\": [{\"title\": 1}]}"
    func error(_ upgrade: @escaping JSONDocument.Upgrade) -> String? {
      #expect(throws: StorageError.self) {
        try JSONFileContents(Array(text.utf8), path: "a.json", upgrades: [upgrade])
      }?.message
    }
    #expect(error({ _ in })?.contains("'a.json' cannot be read: line 3, column ") == true)
    // A text that was converted first has no lines that anybody has seen.
    let converted = error { document in document["nextNumber"] = 7 }
    #expect(converted?.contains("'a.json' cannot be read: \"items\": \"title\": ") == true)
  }

  private static let renaming: JSONDocument.Upgrade = { document in
    document["items"] = document.removeValue(forKey: "things")
  }

  /// Opens the folder's file with these steps, as a store does.
  private func open(_ upgrades: JSONDocument.Upgrade...) throws -> JSONFile {
    let path = try #require(folder).file
    let file = JSONFile(path, StoreOptions(), upgrades: upgrades)
    try file.open(into: SQLiteSession.openInMemory(environment: .live))
    return file
  }

  @Test func `a copy is kept of one that is rewritten`() throws {
    let folder = try #require(folder)
    let text = #"{"schema":1,"things":[{"title":"a","number":2}]}"#
    try folder.write(text)
    let file = try open(Self.renaming, { _ in })
    #expect(file.document.rows.count == 1 && !file.isBehind)
    #expect(try folder.names == ["items.json", "items.json.schema-1"])
    #expect(try String(contentsOfFile: folder.file + ".schema-1", encoding: .utf8) == text)
    #expect(try folder.text().contains("\"items\"") && !folder.text().contains("\"things\""))
  }

  @Test func `none is rewritten of which no copy can be kept`() throws {
    let folder = try #require(folder)
    let text = #"{"schema":1,"things":[{"title":"a","number":2}]}"#
    try folder.write(text)
    let copy = folder.file + ".schema-1"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    let file = try open(Self.renaming)
    #expect(file.document.rows.count == 1 && file.isBehind)
    #expect(throws: StorageError.self) {
      try file.withLock(waiting: .zero) { target throws(StorageError) in
        _ = try file.replace(target, with: file.document)
      }
    }
    #expect(try folder.text() == text)
  }

  @Test func `no copy is kept where no step changes anything`() throws {
    let folder = try #require(folder)
    try folder.write(#"{"schema":1,"items":[{"title":"a","number":2}]}"#)
    #expect(try !open({ _ in }).isBehind)
    #expect(try folder.names == ["items.json"])
  }

  @Test func `a later one without items says that it cannot be read`() throws {
    let folder = try #require(folder)
    try folder.write(#"{"schema":99,"things":[]}"#)
    let error = #expect(throws: StorageError.self) {
      try JSONFileRepository(at: folder.file, options: StoreOptions(access: .readOnly))
    }
    #expect(error?.code == .laterVersion)
    #expect(error?.message.contains("no list of items that it can read. Update") == true)
  }

  @Test func `a later one is read as far as it is known, and never written`() async throws {
    let folder = try #require(folder)
    let text = """
      {"schema": 99, "new": {"a": 1}, "history": [{"form": "other"}], "items": [
        {"id": "01900000-0000-7000-8000-000000000001", "number": 1, "title": "a", "startAt": "x",
         "due": {"day": "2026-11-30"}, "priority": "urgent", "tags": ["t"]}
      ]}
      """
    try folder.write(text)
    let store = try JSONFileRepository(at: folder.file, options: StoreOptions(access: .readOnly))
    let item = try #require(try await store.item(number: 1))
    #expect(item.title == "a" && item.tags == ["t"] && item.due == nil)
    #expect(
      item.unknown == ["due": ["day": "2026-11-30"], "priority": "urgent", "startAt": "x"]
    )
    let copy = folder.file + "-copy.json"
    let backup = await #expect(throws: StorageError.self) { try await store.backup(to: copy) }
    #expect(backup?.code == .laterVersion)
    await store.close()
    for target in [StoreLocation.json(path: copy), .sqlite(path: copy)] {
      let error = await #expect(throws: StorageError.self) {
        try await StoreLocation.json(path: folder.file).convert(to: target)
      }
      #expect(error?.code == .laterVersion)
    }
    let restored = await #expect(throws: StorageError.self) {
      _ = try await StoreLocation.json(path: copy).restore(from: folder.file)
    }
    #expect(restored?.code == .laterVersion)
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(try folder.text() == text)
    let error = #expect(throws: StorageError.self) { try JSONFileRepository(at: folder.file) }
    #expect(error?.code == .laterVersion && error?.message.contains("schema 99") == true)
    #expect(try folder.text() == text)
  }
}
