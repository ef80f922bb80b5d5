import ChildProcesses
import Files
import Foundation
import LoopbackHTTP
import RunningPrograms

/// Two servers of PostgreSQL that Patroni watches over, one of them a synchronous standby, with etcd as its memory; all in a
/// folder of their own, and gone with this value.
package final class PatroniCluster: Sendable {
  private static let programs = ["/usr/bin/etcd", "/usr/bin/patroni"]

  /// Whether such clusters can be made here.
  package static var isInstalled: Bool {
    PostgresCluster.isInstalled
      && programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private let folder: String
  /// Where the servers listen.
  package let ports: [Int]
  /// Where Patroni tells of each.
  private let interfaces: [Int]
  private let running: RunningProgram
  /// Its end tells the shell that no test needs them any more.
  private let lifeline: PipeEnds

  /// Starts all of it, and waits until the standby is there.
  ///
  /// - Throws: ``PostgresCluster/Unavailable`` if the programs end.
  package init() throws {
    folder = "/tmp/patroni-\(UInt32.random(in: 0 ... .max))"
    ports = [PostgresCluster.freePort(), PostgresCluster.freePort()]
    interfaces = [PostgresCluster.freePort(), PostgresCluster.freePort()]
    // The user whose processes run in it removes it in the end.
    try PostgresCluster.run(PostgresCluster.words(["/bin/mkdir", folder]), log: "/dev/null")
    let (client, peer) = (PostgresCluster.freePort(), PostgresCluster.freePort())
    let memory = "http://127.0.0.1:\(peer)"
    let etcd = [
      "/usr/bin/etcd", "--name=e", "--data-dir=etcd", "--unsafe-no-fsync",
      "--listen-client-urls=http://127.0.0.1:\(client)",
      "--advertise-client-urls=http://127.0.0.1:\(client)",
      "--listen-peer-urls=\(memory)", "--initial-advertise-peer-urls=\(memory)",
      "--initial-cluster=e=\(memory)",
    ]
    for index in ports.indices {
      try PatroniCluster.settings(index, ports[index], interfaces[index], client, folder)
        .write(toFile: "\(folder)/\(index).yml", atomically: true, encoding: .utf8)
    }
    // The shell ends all of them when this process ends, however it does.
    let script = """
      cd '\(folder)'
      patroni 0.yml >0.log 2>&1 & first=$!
      patroni 1.yml >1.log 2>&1 & second=$!
      "$@" >etcd.log 2>&1 & memory=$!
      cat >/dev/null
      kill -KILL $first $second $memory
      for file in data*/postmaster.pid; do kill -QUIT $(head -n 1 $file); done
      rm -rf '\(folder)'
      """
    lifeline = try PipeEnds()
    running = try RunningProgram(
      PostgresCluster.words(["/bin/sh", "-c", script, "patroni"] + etcd),
      input: lifeline.reading.number
    )
    try awaitStandby()
  }

  private static func settings(
    _ index: Int,
    _ port: Int,
    _ interface: Int,
    _ etcd: Int,
    _ folder: String
  ) -> String {
    let role = "{username: hub, password: hub}"
    return """
      scope: hub
      name: s\(index)
      restapi: {listen: "127.0.0.1:\(interface)"}
      etcd3: {hosts: "127.0.0.1:\(etcd)"}
      bootstrap:
        dcs:
          ttl: 20
          loop_wait: 1
          retry_timeout: 3
          primary_start_timeout: 0
          master_start_timeout: 0
          synchronous_mode: true
          postgresql: {use_pg_rewind: true, parameters: {fsync: "off"}}
        initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
      postgresql:
        listen: "127.0.0.1:\(port)"
        connect_address: "127.0.0.1:\(port)"
        data_dir: \(folder)/data\(index)
        bin_dir: \(PostgresCluster.programs ?? "")
        pgpass: \(folder)/pgpass\(index)
        pg_hba:
          - local all all trust
          - host all all 127.0.0.1/32 trust
          - host replication all 127.0.0.1/32 trust
        authentication: {superuser: \(role), replication: \(role), rewind: \(role)}
        parameters: {unix_socket_directories: \(folder)}
      """
  }

  /// The connection string of a database, with both servers.
  package func url(_ database: String) -> String {
    "postgres://hub@127.0.0.1:\(ports[0]),127.0.0.1:\(ports[1])/\(database)"
  }

  /// Which server takes writes now; nil if none does.
  package var primary: Int? {
    ports.indices.first { (try? sql("SELECT pg_is_in_recovery()", on: $0)) == "f" }
  }

  /// Sends the processes of a server a signal.
  package func signal(_ signal: Int32, to index: Int) {
    let file = try? String(contentsOfFile: "\(folder)/data\(index)/postmaster.pid", encoding: .utf8)
    guard let line = file?.split(separator: "\n").first, let process = Int32(line) else { return }
    for number in [process] + PostgresCluster.children(of: process) { kill(number, signal) }
  }

  /// Runs SQL on a server, and returns what psql prints.
  @discardableResult
  package func sql(
    _ text: String,
    on index: Int,
    database: String = "postgres"
  ) throws -> String {
    try PostgresCluster.sql(
      text,
      url: "postgres://hub@127.0.0.1:\(ports[index])/\(database)",
      file: "\(folder)/sql-\(UInt64.random(in: 0 ... .max))"
    )
  }

  /// Waits until a synchronous standby follows the primary, and may take its place.
  ///
  /// It waits as long as a busy machine takes.
  /// - Throws: ``PostgresCluster/Unavailable`` if the programs have ended.
  package func awaitStandby() throws {
    let query = """
      SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'
      """
    while true {
      // Patroni writes down who may take the primary's place after PostgreSQL has begun to wait for it.
      if let primary, (try? sql(query, on: primary)) == "1",
        LoopbackQuestion.status(of: "/sync", at: interfaces[1 - primary]) == 200
      {
        try sql("CHECKPOINT", on: primary)
        return
      }
      guard running.ending == nil else {
        let log = (try? String(contentsOfFile: "\(folder)/0.log", encoding: .utf8)) ?? ""
        throw PostgresCluster.Unavailable(description: "Patroni ended: \(log.suffix(2_000))")
      }
      usleep(100_000)
    }
  }
}
