import Files
import Migrations
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `A migration that rewrites data` {
  let folder: TemporaryFolder
  let path: String
  let next = Migration.all.count + 1

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("store.sqlite")
    let store = try SQLiteRepository(at: path)
    try await store.add("One")
    await store.close()
  }

  private func migrator(_ statements: String...) -> Migrator {
    Migrator(
      Migration.all
        + statements.enumerated().map { index, sql in
          let version = next + index
          return Migration(version: version, name: "m", sql: Array(sql.utf8), rewritesData: true)
        }
    )
  }

  private func run(_ migrator: Migrator) throws {
    let connection = try Connection(.file(path))
    try migrator.keepCopy(of: connection)
    try migrator.migrate(connection)
    try migrator.checkHistory(connection)
  }

  private func text(_ sql: String, in path: String) throws -> String? {
    try Connection(.file(path), access: .readOnly).text(sql)
  }

  @Test func `keeps a copy of the store as it was`() async throws {
    try run(migrator("UPDATE items SET title = 'Rewritten'"))
    #expect(try text("SELECT title FROM items", in: path) == "Rewritten")
    let copy = Migrator.copyPath(of: path, version: next - 1)
    #expect(copy == "\(path).schema-\(next - 1)")
    let store = try SQLiteRepository(at: copy)
    #expect(try await store.items().map(\.title) == ["One"])
    #expect(try await store.check() == [])
  }

  @Test func `resumes where it was interrupted`() throws {
    let good = "UPDATE items SET notes = notes || 'once'"
    #expect(throws: StorageError.self) {
      try run(migrator(good, "UPDATE items SET title = 'half'; SELECT no_such_function()"))
    }
    #expect(try text("PRAGMA user_version", in: path) == "\(next)")
    #expect(try text("SELECT title || notes FROM items", in: path) == "Oneonce")
    try run(migrator(good, "UPDATE items SET title = 'whole'"))
    #expect(try text("PRAGMA user_version", in: path) == "\(next + 1)")
    #expect(try text("SELECT title || notes FROM items", in: path) == "wholeonce")
    for (version, title) in [(next - 1, "One"), (next, "Oneonce")] {
      let copy = Migrator.copyPath(of: path, version: version)
      #expect(try text("SELECT title || notes FROM items", in: copy) == title)
    }
  }

  @Test func `is not begun where no copy can be kept`() throws {
    let copy = Migrator.copyPath(of: path, version: next - 1)
    try folder.makeFolder("store.sqlite.schema-\(next - 1)")
    #expect(FilePath(copy).kind == .folder)
    #expect(throws: StorageError.self) { try run(migrator("UPDATE items SET title = 'gone'")) }
    #expect(try text("SELECT title FROM items", in: path) == "One")
  }

  @Test func `keeps none of a new store, nor where nothing is rewritten`() throws {
    let connection = try Connection(.file(folder.file("new.sqlite")))
    try migrator("SELECT 1").keepCopy(of: connection)
    try Migrator().keepCopy(of: Connection(.file(path)))
    for name in ["new.sqlite.schema-0", "store.sqlite.schema-\(next - 1)"] {
      #expect(FilePath(folder.file(name)).kind == .nothing)
    }
  }
}
