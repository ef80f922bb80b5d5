import Foundation
import RunningPrograms

/// A pgbouncer before a cluster, which ends with this value.
package final class Pooler: Sendable {
  private static let program = "/usr/sbin/pgbouncer"

  package static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: program)
  }

  private let port: Int
  private let server: RunningProgram

  /// Starts one, and waits until it listens.
  ///
  /// - Parameters:
  ///   - cluster: What it leads to.
  ///   - mode: `session`, `transaction` or `statement`.
  /// - Throws: ``PostgresCluster/Unavailable`` if it does not answer.
  package init(of cluster: PostgresCluster, mode: String) throws {
    port = PostgresCluster.freePort()
    let file = "\(cluster.folder)/pooler-\(port).ini"
    let settings = """
      [databases]
      * = host=127.0.0.1 port=\(cluster.port) user=hub
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = \(port)
      unix_socket_dir =
      auth_type = any
      pool_mode = \(mode)
      default_pool_size = 10
      query_wait_timeout = 3600
      client_login_timeout = 3600
      server_connect_timeout = 3600
      """
    try settings.write(toFile: file, atomically: true, encoding: .utf8)
    let log = unsafe open(file + ".log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    defer { close(log) }
    server = try RunningProgram(
      PostgresCluster.words([Self.program, file]),
      output: log,
      errors: log
    )
    let server = server
    try PostgresCluster.awaitServer(host: "127.0.0.1", port: port, log: file + ".ready") {
      server.ending != nil
    }
  }

  deinit { server.send(SIGKILL) }

  /// The connection string of a database of the cluster, by way of the pooler.
  package func url(of database: String) -> String {
    let name = database.split(separator: "/").last ?? ""
    return "postgres://hub@127.0.0.1:\(port)/\(name)"
  }
}
