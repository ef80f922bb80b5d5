#if Postgres
import Foundation
import LoopbackHTTP
import PostgresHub
import RunningPostgres
import RunningPrograms
import Storage
import Sync
import Testing

/// Three daemons on a database that fails over, and a device at each that pushes all the time; all drawn from a seed.
///
/// The seed decides what is done and when; what the processes are about at that moment is theirs.
final class FailoverWorld {
  let workplace: HubWorkplace
  var generator: SeededGenerator
  /// The connection string of the daemons.
  let url: String
  /// The connection string of the server that takes writes now.
  private let primaryURL: () throws -> String
  let crew: DeviceCrew
  /// The daemon of each of the crew.
  var daemons: [HubProcess?]
  var figures = FailoverFigures()
  /// What has befallen it, in order.
  var history: [FailoverFault] = []
  var problems: [String] { crew.problems }
  private var looked: [String: Int] = [:]

  init(seed: UInt64, url: String, primaryURL: @escaping () throws -> String) throws {
    generator = SeededGenerator(seed: seed)
    workplace = try HubWorkplace()
    self.url = url
    self.primaryURL = primaryURL
    crew = try DeviceCrew(in: workplace)
    daemons = crew.members.map { _ in nil }
  }

  func found(_ problem: String) {
    crew.found("\(problem), after \(history.map(\.rawValue).joined(separator: ", "))")
  }

  // MARK: Beginning and end

  func begin() async throws {
    for index in daemons.indices { try await startDaemon(index) }
    try await crew.begin(url, &generator)
  }

  func startDaemon(_ index: Int) async throws {
    let daemon = try HubProcess(store: url)
    daemons[index] = daemon
    guard let port = await daemon.port() else {
      return found("a daemon did not start: \(daemon.log.suffix(3))")
    }
    crew.members[index].way.target = port
  }

  /// Lets everybody come to rest, and looks at everything.
  func finish() async throws {
    if !problems.isEmpty { return }
    try await crew.rest()
    try look()
    let books = HubBooks(try store())
    for problem in try books.repetitions(in: crew.members.flatMap(\.book.pushes)) { found(problem) }
    try await crew.compare()
    for (daemon, member) in zip(daemons, crew.members) where await daemon?.kill() == nil {
      found("the daemon of \(member.name) was gone")
    }
    let doctor = try await workplace.run("itemshub --store '\(url)' doctor")
    if doctor.code != 0 { found("doctor: \(doctor)") }
    figures.unanswered = crew.members.reduce(0) { $0 + $1.book.unanswered }
  }

  /// Leaves everything that there is in a folder of its own below the one that `FAILOVER_KEEP` names, if it does.
  func keep(_ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["FAILOVER_KEEP"] else { return }
    await crew.kill()
    for (daemon, member) in zip(daemons, crew.members) {
      try workplace.write("\(member.name)-serve", (daemon?.log ?? []).joined(separator: "\n"))
    }
    let result = try await workplace.run(
      "mkdir -p '\(folder)/\(name)' && cp -a . '\(folder)/\(name)'"
    )
    print(result.code == 0 ? "Kept in \(folder)/\(name)" : result.errors)
  }

  // MARK: Looking

  /// The hub as it is in the server that takes writes.
  private func store() throws -> PostgresHubStore {
    try PostgresHubStore(PostgresSettings(primaryURL()), connections: 2)
  }

  /// Looks for every push that was acknowledged since the last look, and for devices that were told to start over.
  func look() throws {
    try crew.read()
    let new = crew.members.flatMap { $0.book.pushes.dropFirst(looked[$0.name] ?? 0) }
    for member in crew.members { looked[member.name] = member.book.pushes.count }
    figures.pushes += new.count
    for (push, _) in try HubBooks(store()).lost(of: new) {
      found("lost: push \(push.counter) of \(push.device), which ended at \(push.token.head)")
    }
    for member in crew.members where member.book.unions > 0 {
      found("\(member.name) was told that the hub does not know it")
    }
  }

  /// The greatest number that the server has given out.
  func head() throws -> Int64 {
    let connection = try PostgresConnection(PostgresSettings(primaryURL()))
    let rows = try connection.execute("SELECT max(head) FROM spaces")
    return rows.first?.first?.flatMap { Int64($0) } ?? 0
  }

  /// Takes down what befalls it.
  func begin(_ fault: FailoverFault) {
    if FailoverFault.failovers.contains(fault) {
      figures.failovers[fault, default: 0] += 1
    } else {
      figures.others[fault, default: 0] += 1
    }
    history.append(fault)
  }

  /// Waits until a device has the answer to a push that came after a failover, and takes down how long it took from its end.
  func takeTime(from start: ContinuousClock.Instant) async throws {
    let head = try head()
    guard try await crew.newPush(above: head) else {
      return found("the devices ended before a push was taken after a failover")
    }
    figures.writesBack.append(ContinuousClock.now - start)
  }

  func load(upTo milliseconds: Int) async throws {
    try await Task.sleep(for: .microseconds(generator.below(max(1, milliseconds) * 1_000)))
  }
}
#endif
