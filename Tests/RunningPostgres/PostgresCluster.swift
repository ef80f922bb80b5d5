import ChildProcesses
import Files
import Foundation
import LoopbackHTTP
package import RunningPrograms
import Storage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A cluster of PostgreSQL in a folder of its own, on 127.0.0.1 and a socket, which ends with this value or this process.
package final class PostgresCluster: Sendable {
  /// Why there is none.
  package struct Unavailable: Error, CustomStringConvertible {
    package let description: String
  }

  /// Where the server's programs are; nil where PostgreSQL is not installed.
  package static let programs: String? = {
    let roots = ["/usr/lib/postgresql", "/opt/homebrew/opt"]
    for root in roots {
      let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
      for version in versions.sorted(by: {
        ($0 as NSString).integerValue > ($1 as NSString).integerValue
      }) {
        let folder = "\(root)/\(version)/bin"
        if FileManager.default.isExecutableFile(atPath: folder + "/initdb") { return folder }
      }
    }
    return nil
  }()

  /// Whether clusters can be made here.
  package static var isInstalled: Bool { programs != nil && (getuid() != 0 || user != nil) }

  /// Why tests are skipped that need one.
  package static let absence: String =
    "PostgreSQL is not installed (Debian: postgresql), or there is no user to run it as"

  /// The words before a program that does not run as root.
  private static let user: [String]? = {
    let setpriv = "/usr/bin/setpriv"
    guard FileManager.default.isExecutableFile(atPath: setpriv) else { return nil }
    for name in ["postgres", "nobody"] {
      guard let entry = unsafe getpwnam(name) else { continue }
      let (user, group) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
      return [setpriv, "--reuid=\(user)", "--regid=\(group)", "--clear-groups"]
    }
    return nil
  }()

  package let folder: String
  package let port: Int
  /// Where its folder is, if that is a small file system of its own.
  package let disk: MountedFolder?
  private let running = Locked<RunningProgram?>(nil)
  /// Its end tells the shell that no test needs the server any more.
  private let lifeline: PipeEnds

  /// Makes a cluster, and starts it.
  ///
  /// - Throws: ``Unavailable`` with what the server's programs say.
  package convenience init(options: [String] = [], disk: MountedFolder? = nil) throws {
    try self.init(options: options, disk: disk) { programs, folder in
      [
        "\(programs)/initdb", "--pgdata=\(folder)/data", "--username=hub", "--auth=trust",
        "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions",
        // What pg_rewind needs.
        "--data-checksums",
      ]
    }
  }

  /// Makes a standby that follows a primary, whose commits wait for it once it is there.
  package convenience init(
    standbyOf primary: PostgresCluster,
    options: [String] = [],
    disk: MountedFolder? = nil
  ) throws {
    try self.init(options: options, disk: disk) { programs, folder in
      [
        "\(programs)/pg_basebackup", "--pgdata=\(folder)/data", "--host=127.0.0.1",
        "--port=\(primary.port)", "--username=hub", "--write-recovery-conf", "--no-sync",
        "--checkpoint=fast", "--wal-method=stream",
      ]
    }
    try primary.awaitStandby()
  }

  /// Makes a cluster of what `make` leaves in its folder `data`.
  init(
    options: [String],
    disk: MountedFolder? = nil,
    _ make: (_ programs: String, _ folder: String) -> [String]
  ) throws {
    guard let programs = PostgresCluster.programs else {
      throw Unavailable(description: PostgresCluster.absence)
    }
    folder = "\(disk?.path ?? "/tmp")/pg-\(UInt32.random(in: 0 ... .max))"
    self.disk = disk
    port = PostgresCluster.freePort()
    lifeline = try PipeEnds()
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o777]
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    try PostgresCluster.run(
      PostgresCluster.words(make(programs, folder)),
      log: folder + "/made.log"
    )
    try add(options)
    try start()
  }

  /// Writes settings into the server's file, where programs such as pg_rewind, which start it for a moment, find them, too.
  private func add(_ options: [String]) throws {
    let lines = options.map { option in
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return "\(parts[0]) = '\(parts.dropFirst().joined().replacing("'", with: "''"))'\n"
    }
    try shell("printf '%s' \"$1\" >>data/postgresql.conf", lines.joined())
  }

  deinit {
    stop(.immediate)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A way to end a server.
  package enum Stop: String {
    /// Ends sessions, and writes everything down.
    case fast
    /// As if the power had gone.
    case immediate
  }

  /// The connection string of a database.
  package func url(
    _ database: String = "postgres",
    port: Int? = nil,
    user: String = "hub"
  ) -> String {
    "postgres://\(user)@127.0.0.1:\(port ?? self.port)/\(database)"
  }

  /// Starts the server, and waits until it answers.
  package func start() throws {
    guard let programs = PostgresCluster.programs else { return }
    // The shell ends the server when this process ends, however it does.
    let script = """
      "$@" & server=$!
      echo $server > \(folder)/server.pid
      cat >/dev/null
      kill -QUIT $server 2>/dev/null; wait $server; rm -rf \(folder)
      """
    let server = PostgresCluster.words([
      "\(programs)/postgres", "-D", "\(folder)/data", "-p", "\(port)", "-k", folder,
      "-h", "127.0.0.1",
    ])
    let log = unsafe open(folder + "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    defer { close(log) }
    // That of the process before would say that this one has ended.
    try? FileManager.default.removeItem(atPath: folder + "/server.pid")
    let program = try RunningProgram(
      ["/bin/sh", "-c", script, "cluster"] + server,
      input: lifeline.reading.number,
      output: log,
      errors: log
    )
    running.withLock { $0 = program }
    try PostgresCluster.awaitServer(host: folder, port: port, log: folder + "/ready.log") {
      program.ending != nil || (process != nil && !isAlive)
    }
  }

  /// Starts the server if it has ended by itself, and waits until it answers.
  package func startAgain() throws {
    while true {
      // One that is ending may answer until it has ended.
      usleep(100_000)
      guard isAlive else { return try start() }
      if (try? sql("SELECT 1")) != nil { return }
    }
  }

  /// Whether the server's main process is there.
  private var isAlive: Bool { process.map { kill($0, 0) == 0 } ?? false }

  /// Waits until a server answers, as long as a busy machine takes.
  ///
  /// - Throws: ``Unavailable`` if `hasEnded` says that there is nothing to wait for any more.
  static func awaitServer(
    host: String,
    port: Int,
    log: String,
    hasEnded: () -> Bool
  ) throws {
    // No answer within half a minute only means that it is asked again.
    let words = [
      "\(programs ?? "")/pg_isready", "-h", host, "-p", "\(port)", "-U", "hub", "-d", "postgres",
      "--timeout=30",
    ]
    while true {
      let isOver = hasEnded()
      do {
        return try run(words, log: log)
      } catch {
        if isOver { throw error }
        usleep(50_000)
      }
    }
  }

  /// Ends the server, and waits for its end.
  package func stop(_ how: Stop) {
    guard let process else { return }
    kill(process, how == .fast ? SIGINT : SIGQUIT)
    // Its shell reaps it; the file of its lock goes last.
    while kill(process, 0) == 0 { usleep(2_000) }
    running.withLock { $0 = nil }
  }

  /// Makes a standby the primary.
  package func promote() throws {
    // With an hour for it, which is a minute otherwise.
    try sql("SELECT pg_promote(true, 3600)")
    try sql("ALTER SYSTEM RESET synchronous_standby_names")
    try sql("SELECT pg_reload_conf()")
  }

  /// Sends each process of the server a signal, the main one first.
  package func send(_ signal: Int32) {
    guard let process else { return }
    // Before it may be gone, and they another's children.
    let children = PostgresCluster.children(of: process)
    for number in [process] + children { kill(number, signal) }
  }

  static func children(of process: Int32) -> [Int32] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return numbers.compactMap(Int32.init).filter { number in
      let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      // Behind the name, which may hold anything: the state, and the parent's number.
      let rest = status?.split(separator: ")").last?.split(separator: " ") ?? []
      return rest.count > 1 && rest[1] == "\(process)"
    }
  }

  /// The number of the server's main process.
  private var process: Int32? {
    let text = try? String(contentsOfFile: folder + "/server.pid", encoding: .utf8)
    return text.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// Runs SQL, by default as the cluster's owner.
  ///
  /// - Returns: What psql prints: a line for each row, columns apart by '|'; warnings too.
  @discardableResult
  package func sql(_ text: String, database: String = "postgres", user: String = "hub") throws
    -> String
  {
    try PostgresCluster.sql(
      text,
      url: url(database, user: user),
      file: "\(folder)/sql-\(UInt64.random(in: 0 ... .max))"
    )
  }

  /// Runs SQL, with what psql prints in a file that is removed.
  static func sql(_ text: String, url: String, file: String) throws -> String {
    defer { try? FileManager.default.removeItem(atPath: file) }
    try run(
      ["/usr/bin/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", text],
      log: file
    )
    let output = try String(contentsOfFile: file, encoding: .utf8)
    return output.trimmingCharacters(in: .newlines)
  }

  /// Makes a folder named `space` within a folder, which the server may write to.
  package func giveToServer(_ folder: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    try PostgresCluster.run(
      PostgresCluster.words(["/bin/mkdir", "-m", "700", folder + "/space"]),
      log: self.folder + "/mkdir.log"
    )
  }

  /// Makes an empty database, and returns its connection string.
  package func makeDatabase() throws -> String {
    let name = "hub\(UInt32.random(in: 0 ... .max))"
    try sql("CREATE DATABASE \(name)")
    return url(name)
  }

  static func words(_ program: [String]) -> [String] {
    getuid() == 0 ? (user ?? []) + program : program
  }

  /// A port that nobody listens on.
  package static func freePort() -> Int {
    while true {
      // Below those that the system gives out by itself, so that no client's end takes it meanwhile.
      let port = Int.random(in: 20_000..<32_000)
      if let (socket, _) = try? Socket.listen(at: port) {
        Socket.close(socket)
        return port
      }
    }
  }

  static func run(_ words: [String], log path: String) throws {
    let log = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    defer { close(log) }
    let program = try RunningProgram(words, output: log, errors: log)
    let code = program.waitForEnd()
    if code == 0 { return }
    let said = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    throw Unavailable(description: "\(words[0]) ended with \(code): \(said)")
  }
}

extension RunningProgram {
  /// Blocks until the program is over, for tests that have no use for a task.
  fileprivate func waitForEnd() -> Int32 {
    while true {
      if let ending { return ending.shellCode }
      usleep(1_000)
    }
  }
}
