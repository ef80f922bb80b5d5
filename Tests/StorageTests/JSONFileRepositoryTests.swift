import Storage
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder of a test's own, removed with it.
final class JSONFileFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/json-file-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var file: String { path + "/items.json" }

  func text(of name: String = "items.json") throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func write(_ text: String, to name: String = "items.json") throws {
    try write(Array(text.utf8), to: name)
  }

  func write(_ bytes: [UInt8], to name: String = "items.json") throws {
    // As an editor does it: another file in its place.
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"), options: .atomic)
  }

  /// Replaces a part of the file, which must be there once.
  func edit(_ old: String, _ new: String) throws {
    let parts = try text().split(separator: old, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "'\(old)' is there \(parts.count - 1) times")
    try write(parts[0] + new + parts[1])
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

extension JSONFileFolder {
  func write(_ text: Substring, to name: String = "items.json") throws {
    try write(String(text), to: name)
  }
}

@Suite struct JSONFileRepositoryTests {
  let folder: JSONFileFolder

  init() throws { folder = try JSONFileFolder() }

  @Test func `a new store is a readable file`() async throws {
    let repository = try JSONFileRepository(at: folder.file)
    try await repository.add(ItemDraft(title: "Buy milk", tags: ["shop"], attributes: ["n": 1.0]))
    let deleted = try await repository.add("Gone")
    try await repository.delete(deleted.id)
    #expect(try folder.text().hasPrefix("{\n  \"schema\": 1,\n  \"nextNumber\": 3,\n  \"items\": [\n"))
  }

  @Test func `everything comes back when the store is opened again`() async throws {
    let first = try JSONFileRepository(at: folder.file)
    for draft in Fixture.full.drafts { try await first.add(draft) }
    let items = try await first.items()
    try await first.delete(items[3].id)
    let kept = try await first.items()
    let second = try JSONFileRepository(at: folder.file)
    #expect(try await second.items() == kept)
    #expect(try await second.restore(items[3].id).title == items[3].title)
    #expect(try await first.count(.all) == items.count)
  }
}
