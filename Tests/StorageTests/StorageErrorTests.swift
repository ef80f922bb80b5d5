import CSQLite
import Testing

@testable import Storage

@Suite struct `SQLite's result codes` {
  @Test(arguments: [
    (SQLITE_BUSY, StorageError.Code.busy),
    (SQLITE_BUSY | (2 << 8), .busy),
    (SQLITE_LOCKED, .busy),
    (SQLITE_READONLY, .readOnly),
    (SQLITE_READONLY | (4 << 8), .readOnly),
    (SQLITE_FULL, .full),
    (SQLITE_IOERR | (3 << 8), .inputOutput),
    (SQLITE_NOMEM, .inputOutput),
    (SQLITE_CORRUPT, .damaged),
    (SQLITE_CORRUPT | (1 << 8), .damaged),
    (SQLITE_NOTADB, .notAStore),
    (SQLITE_CANTOPEN, .cannotOpen),
    (SQLITE_PERM, .permission),
    (SQLITE_AUTH, .permission),
    (SQLITE_INTERRUPT, .cancelled),
    (SQLITE_TOOBIG, .invalidItem),
    (SQLITE_ERROR, .unexpected),
    (SQLITE_MISUSE, .unexpected),
    (SQLITE_CONSTRAINT, .unexpected),
  ])
  func `become codes of ours`(resultCode: Int32, code: StorageError.Code) {
    let error = StorageError(
      sqlite: resultCode,
      detail: "detail",
      doing: "Reading",
      location: .file("/a b.sqlite")
    )
    #expect(error.code == code)
    #expect(error.resultCode == resultCode)
    #expect(error.message.hasPrefix("Reading '/a b.sqlite' failed: detail."))
  }

  @Test func `a read that writes is refused and changes nothing`() async throws {
    let store = try SQLiteRepository.inMemory()
    let error = await #expect(throws: StorageError.self) {
      try await store.readReplica { transaction throws(StorageError) in
        try transaction.setSyncState([1, 2, 3])
      }
    }
    #expect(error?.code == .misuse)
    let state = try await store.readReplica { transaction throws(StorageError) in
      try transaction.syncState()
    }
    #expect(state == nil)
  }

  @Test func `a transaction left open is rolled back before the next begins`() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE a (b INTEGER)")
    try connection.execute("BEGIN; INSERT INTO a VALUES (1)")
    try connection.transaction(.write) { () throws(StorageError) in
      try connection.execute("INSERT INTO a VALUES (2)")
    }
    #expect(try connection.integer("SELECT sum(b) FROM a") == 2)
  }
}
