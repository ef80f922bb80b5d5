import Storage
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder of a test's own, removed with it, for one store in a JSON file.
final class JSONFileFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/json-file-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The store's path.
  var file: String { path + "/items.json" }

  /// What is in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: file))) }

  func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }

  /// Puts another file in the store's place, as an editor does.
  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
  }

  /// Replaces a part of the file, which must be there once.
  func edit(_ old: String, _ new: String) throws {
    let parts = try text().split(separator: old, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "'\(old)' is there \(parts.count - 1) times")
    try write(parts[0] + new + parts[1])
  }

  /// Changes the document by hand as JSON, whatever its layout.
  func edit(_ change: (inout JSONObject) throws -> Void) throws {
    var object = try #require(JSONParser.parse(bytes()).object)
    try change(&object)
    try write(JSONWriter.bytes(of: .object(object), style: .pretty))
  }
}

/// What the store says of an item's registers that are yet to be pushed.
func unsyncedFields(
  of id: ItemID,
  in store: some ReplicaStore
) async throws -> [String] {
  let item = try await store.readReplica { transaction throws(StorageError) in
    try transaction.replica(id)
  }
  return try #require(item).registers.filter(\.isDirty).map(\.field.name)
}
