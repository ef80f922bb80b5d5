// Paths as people make them.

import Foundation
import Storage
import TemporaryFolders
import Testing

@Suite struct UnusualPathTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: [
      "with spaces", "'quoted' \"twice\"", "Ünïcödé 🍮 日本", "a?b#c%41", "?mode=ro", "#", "%2f",
      "semi;colon & $HOME `id`", "new\nline", "-rf", "*", "file:x", ":memory:",
    ],
    ["sqlite", "json"]
  )
  func `a store works at any path`(_ name: String, _ kind: String) async throws {
    try folder.makeFolder(name)
    let path = folder.file("\(name)/\(name).\(kind)")
    let store = try StoreLocation(path).open()
    try await store.add("here")
    try await store.backup(to: "\(path) copy.\(kind)")
    await store.close()
    #expect(FileManager.default.fileExists(atPath: path))
    var options = StoreOptions(access: .readOnly)
    for path in [path, "\(path) copy.\(kind)"] {
      let again = try StoreLocation(path).open(options: options)
      #expect(try await again.items().map(\.title) == ["here"])
      await again.close()
    }
    options.access = .create
    try await StoreLocation(path).restore(from: "\(path) copy.\(kind)")
  }

  private func path(ofBytes count: Int, ending: String) throws -> String {
    var path = folder.path
    while path.utf8.count + 1 + 200 + ending.utf8.count < count {
      path += "/" + String(repeating: "d", count: min(199, count - path.utf8.count - 60))
      // Beyond what the system takes there is nothing to be made.
      if path.utf8.count < 4_000 {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
    }
    let rest = count - path.utf8.count - 1 - ending.utf8.count
    return path + "/" + String(repeating: "f", count: rest) + ending
  }

  @Test(arguments: [("items.sqlite", 504), ("items.json", 504), ("items.json", 1_500)])
  func `a long path works up to its limit`(_ ending: String, _ count: Int) async throws {
    let path = try path(ofBytes: count, ending: ending)
    #expect(path.utf8.count == count)
    let store = try StoreLocation(path).open()
    try await store.add("far away")
    await store.close()
  }

  @Test(arguments: [("items.sqlite", 505), ("items.sqlite", 1_500)])
  func `a path that is too long for a database says so`(_ ending: String, _ count: Int) throws {
    let path = try path(ofBytes: count, ending: ending)
    let error = #expect(throws: StorageError.self) { _ = try StoreLocation(path).open() }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("it has \(count) bytes, and a database's may have 504") == true)
  }

  @Test(arguments: ["items.sqlite", "items.json"])
  func `a path that is too long for the system says so`(_ ending: String) throws {
    let path = try path(ofBytes: 4_096, ending: ending)
    let error = #expect(throws: StorageError.self) { _ = try StoreLocation(path).open() }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("File name too long") == true)
  }
}
