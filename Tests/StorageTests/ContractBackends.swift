// The backends that the contract is run on.

import Storage
import StorageReference
import StorageTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RepositoryContract.Backend {
  /// Every backend of this package, and the oracle that they are compared with.
  static let all: [RepositoryContract.Backend] = [oracle, queriesInMemory] + compared

  /// The backends that answer queries by other means than the oracle.
  static let compared: [RepositoryContract.Backend] = [
    sqliteInMemory, sqliteOnDisk, sqliteWithIndexes, jsonFile,
  ]

  /// The backends that remember their writes.
  static let undoable: [RepositoryContract.Backend] = [sqliteInMemory, sqliteOnDisk, jsonFile]

  /// The backends that a sync engine can replicate.
  static let replicas: [RepositoryContract.Backend] = undoable

  private static let oracle = RepositoryContract.Backend("oracle") { environment in
    ReferenceRepository(environment: environment)
  }

  private static let sqliteInMemory = RepositoryContract.Backend("SQLite in memory") {
    try SQLiteRepository.inMemory(environment: $0)
  }

  /// Not in `compared`: it looks at every item for each query, which takes long.
  static let queriesInMemory = RepositoryContract.Backend("queries in memory") {
    InMemoryQueryRepository(store: try .inMemory(environment: $0), environment: $0)
  }

  private static let sqliteOnDisk = RepositoryContract.Backend("SQLite on disk") {
    environment,
    body in
    try await withTemporaryDirectory { directory in
      let path = directory.appending(path: "items.sqlite").path
      try await body(SQLiteRepository(at: path, environment: environment))
    }
  }

  /// With indexes of attributes that the random operations use.
  private static let sqliteWithIndexes = RepositoryContract.Backend("SQLite with indexes") {
    environment,
    body in
    try await withTemporaryDirectory { directory in
      let path = directory.appending(path: "items.sqlite").path
      let indexes =
        (["a", "cl\u{e9}", "$", ["b", "a"], ["a", "a"]] as [AttributePath])
        .map { AttributeIndex($0) } + [
          AttributeIndex("a.b", kind: "note"), AttributeIndex("b", kind: "caf\u{e9}"),
        ]
      let options = StoreOptions(sqlite: SQLiteOptions(attributeIndexes: indexes))
      try await body(SQLiteRepository(at: path, options: options, environment: environment))
    }
  }

  private static let jsonFile = RepositoryContract.Backend("JSON file") {
    environment,
    body in
    try await withTemporaryDirectory { directory in
      let path = directory.appending(path: "items.json").path
      try await body(JSONFileRepository(at: path, environment: environment))
    }
  }
}

/// Runs the body with a new directory, which is removed after it.
private func withTemporaryDirectory(_ body: (URL) async throws -> Void) async throws {
  let name = "contract-\(UUID().uuidString)"
  let directory = FileManager.default.temporaryDirectory.appending(path: name)
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  try await body(directory)
}
