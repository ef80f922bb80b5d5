#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import Storage
import Testing

@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct PostgresPoolTests {
  private func pool(_ capacity: Int) throws -> PostgresPool {
    PostgresPool(try PostgresSettings(SharedCluster.makeDatabase()), capacity: capacity)
  }

  private func backend(_ pool: PostgresPool) throws -> Int32 {
    try pool.withConnection { connection in connection.backend }
  }

  @Test func `a connection that is given back idle is lent again`() throws {
    let pool = try pool(2)
    let first = try backend(pool)
    #expect(try backend(pool) == first)
  }

  @Test func `one that is left in a transaction is not, and its transaction is over`() throws {
    let pool = try pool(1)
    let first = try pool.withConnection { connection throws(PostgresError) in
      _ = try connection.run([PostgresCommand(.begin)])
      return connection.backend
    }
    let next = try pool.withConnection { connection throws(PostgresError) in
      #expect(connection.isIdle)
      return connection.backend
    }
    #expect(next != first)
  }

  @Test func `one that is broken is replaced, and so are those that lead to the same server`()
    throws
  {
    let pool = try pool(2)
    var backends: Set<Int32> = []
    try pool.withConnection { first throws(PostgresError) in
      try pool.withConnection { second throws(PostgresError) in
        backends = [first.backend, second.backend]
      }
    }
    let error = #expect(throws: PostgresError.self) {
      try pool.withConnection { connection throws(PostgresError) in
        try connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
      }
    }
    #expect(error?.isConnectionLost == true)
    #expect(try !backends.contains(backend(pool)))
  }

  @Test func `a pool that is exhausted says so`() throws {
    let pool = try pool(2)
    let error = #expect(throws: PostgresError.self) {
      try pool.withConnection { _ throws(PostgresError) in
        try pool.withConnection { _ throws(PostgresError) in
          try pool.withConnection(waiting: .milliseconds(20)) { _ throws(PostgresError) in }
        }
      }
    }
    #expect(error?.sqlState == "53300")
    #expect(error?.message.contains("2 connections") == true)
    // Both are free again.
    #expect(throws: Never.self) { try backend(pool) }
  }

  @Test func `a connection is never lent to two, and who waits gets it in the end`() throws {
    let pool = try pool(1)
    let state = Locked((users: 0, most: 0, loans: 0))
    DispatchQueue.concurrentPerform(iterations: 40) { _ in
      _ = try? pool.withConnection { connection throws(PostgresError) in
        state.withLock { state in
          state.users += 1
          state.most = max(state.most, state.users)
          state.loans += 1
        }
        try connection.execute("SELECT 1")
        state.withLock { $0.users -= 1 }
      }
    }
    #expect(state.withLock { $0.most } == 1)
    #expect(state.withLock { $0.loans } == 40)
  }
}
#endif
