#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import Storage

/// The cluster of all tests that need none of their own; each has a database in it.
enum SharedCluster {
  private static let cluster = Result {
    // Its files need not outlive a machine, only its processes.
    try PostgresCluster(options: ["fsync=off", "max_connections=300", "shared_buffers=64MB"])
  }

  static func get() throws -> PostgresCluster { try cluster.get() }

  static func makeDatabase() throws -> String { try get().makeDatabase() }
}
#endif
