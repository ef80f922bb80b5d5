#if Postgres
import Foundation
import RunningPostgres
import RunningPrograms
import Testing

/// The built daemon over a database of PostgreSQL, twice at once, with the built command on devices.
@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct DatabaseTests {
  private let workplace: HubWorkplace
  private let cluster: PostgresCluster
  private let url: String

  init() throws {
    workplace = try HubWorkplace()
    cluster = try PostgresCluster(options: ["fsync=off"])
    url = try cluster.makeDatabase()
    // Every command here finds the database by the file of settings.
    let folder = workplace.path + "/.config/itemshub"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try workplace.write(".config/itemshub/config", "store = \(url)\n")
  }

  private var database: String { String(url.split(separator: "/").last ?? "") }

  private func run(_ line: String) async throws -> HubWorkplace.Result {
    try await workplace.run(line)
  }

  @Test func `two daemons serve one database, and a device that waits hears of the other's news`()
    async throws
  {
    let first = try await Daemon(in: workplace)
    let second = try await Daemon(in: workplace)
    try await first.join("a.sqlite")
    try await second.join("b.sqlite")
    let watch = try workplace.start("exec itemsctl --store b.sqlite sync --watch", as: "watch")
    defer { watch.send(SIGKILL) }
    let pushed = try await run(
      "itemsctl --store a.sqlite add -q 'from the other' && itemsctl --store a.sqlite sync"
    )
    #expect(pushed.output.hasSuffix("1 pushed, 0 pulled\n"), "\(pushed)")
    while try await !run("itemsctl --store b.sqlite list").output.contains("from the other") {
      try #require(watch.ending == nil, "the watch ended")
      try await Task.sleep(for: .milliseconds(50))
    }
    let status = try await run("itemshub status")
    #expect(status.code == 0 && status.output.contains("on 127.0.0.1"), "\(status)")
    // One of them is killed: the devices of the other see nothing of it.
    #expect(await first.end(SIGKILL) == 137)
    watch.send(SIGKILL)
    let other = try await run(
      "itemsctl --store b.sqlite add -q second && itemsctl --store b.sqlite sync --verify"
    )
    #expect(other.code == 0, "\(other)")
    #expect(await second.end() == 0)
    let doctor = try await run("itemshub doctor")
    #expect(doctor.code == 0 && doctor.output.contains("as it should be"), "\(doctor)")
  }

  @Test func `daemons with peers tell each other of news, and one that is killed is forgotten`()
    async throws
  {
    let peers = "--peers 127.0.0.1:0 --metrics 127.0.0.1"
    let metrics = [PostgresCluster.freePort(), PostgresCluster.freePort()]
    let daemons = [
      try await Daemon(in: workplace, "\(peers):\(metrics[0])"),
      try await Daemon(in: workplace, "\(peers):\(metrics[1])"),
    ]
    func figure(_ name: String, of daemon: Int) async throws -> Int {
      let text = try await run("curl -s http://127.0.0.1:\(metrics[daemon])/metrics").output
      let line = text.split(separator: "\n").first { $0.hasPrefix("itemshub_\(name) ") }
      return Int(line?.split(separator: " ").last ?? "") ?? -1
    }
    // The one that came first learns of the other with its next note.
    while try await figure("peers", of: 0) != 1 { try await Task.sleep(for: .milliseconds(50)) }
    try await daemons[0].join("a.sqlite")
    try await daemons[1].join("b.sqlite")
    let watch = try workplace.start("exec itemsctl --store b.sqlite sync --watch", as: "watch")
    defer { watch.send(SIGKILL) }
    while try await figure("waits", of: 1) != 1 { try await Task.sleep(for: .milliseconds(20)) }
    _ = try await run("itemsctl --store a.sqlite add -q news && itemsctl --store a.sqlite sync")
    while try await figure("hints_received", of: 1) < 1 {
      try await Task.sleep(for: .milliseconds(20))
    }
    var list = ""
    while !list.contains("news") { list = try await run("itemsctl --store b.sqlite list").output }
    #expect(try await figure("hints_sent", of: 0) >= 1)
    #expect(try await figure("hints_refused", of: 1) == 0)
    // A stranger is not believed.
    let port = try cluster.sql("SELECT address FROM daemons ORDER BY 1", database: database)
    for address in port.split(separator: "\n") {
      let answer = try await run(
        "curl -s -o /dev/null -w '%{http_code}' -d 1 http://\(address)/v1/hints"
      )
      #expect(answer.output == "403", "\(answer)")
    }
    #expect(await daemons[0].end() == 0)
    #expect(try cluster.sql("SELECT count(*) FROM daemons", database: database) == "1")
    let file = try await run(
      "itemshub serve --store x.sqlite --peers 127.0.0.1:0 --listen 127.0.0.1:0"
    )
    #expect(
      file.code == 78 && file.errors.contains("a hub in a file has only one daemon"),
      "\(file)"
    )
    let all = try await run("itemshub serve --peers 0.0.0.0:8733 --listen 127.0.0.1:0")
    #expect(all.code == 78 && all.errors.contains("give an address of this machine"), "\(all)")
  }

  @Test func `the database goes and comes back under a daemon`() async throws {
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    cluster.stop(.immediate)
    let refused = try await run(
      "itemsctl --store a.sqlite add -q one; curl -s -o /dev/null -w '%{http_code}' "
        + "\(daemon.address)/readyz"
    )
    #expect(refused.output.hasSuffix("503"), "\(refused)")
    try cluster.start()
    var synced = HubWorkplace.Result(code: 1, output: "", errors: "")
    while synced.code != 0 {
      synced = try await run("itemsctl --store a.sqlite sync")
    }
    #expect(synced.output.hasSuffix("1 pushed, 0 pulled\n"), "\(synced)")
    #expect(await daemon.end() == 0)
  }

  @Test func `a space moves from a file to the database and its device goes on`() async throws {
    var daemon = try await Daemon(in: workplace, "--store old.sqlite")
    let port = daemon.port
    let token = try await run("itemshub token create main --store old.sqlite")
    let join = try await run(
      "echo '\(daemon.address)/main \(token.output.trimmed)' | itemsctl --store a.sqlite join && "
        + "itemsctl --store a.sqlite add -q one && itemsctl --store a.sqlite sync"
    )
    #expect(join.code == 0, "\(join)")
    #expect(await daemon.end() == 0)
    let moved = try await run(
      "itemshub space export main --store old.sqlite | itemshub space import main -"
    )
    #expect(moved.code == 0, "\(moved)")
    daemon = try await Daemon(in: workplace, port: port)
    try await daemon.join("a.sqlite")
    let synced = try await run(
      "itemsctl --store a.sqlite add -q two && itemsctl --store a.sqlite sync --verify"
    )
    #expect(synced.code == 0 && synced.output.contains("1 pushed, 0 pulled"), "\(synced)")
    #expect(try await run("itemshub space show main").output.contains("2"))
  }

  @Test(arguments: [
    "itemshub serve --listen 127.0.0.1:0 --metrics none", "itemshub status", "itemshub config",
    "itemshub token list", "itemshub doctor", "itemshub backup x",
  ])
  func `no password is shown, whatever goes wrong`(_ line: String) async throws {
    for store in [
      "postgres://u:topsecret@127.0.0.1:1/hub", "postgres://u:topsecret%zz@127.0.0.1:1/hub",
      "postgres://u:top@topsecret@127.0.0.1:1/hub", "host=127.0.0.1 port=1 password=topsecret",
      "postgres://u@127.0.0.1:1/hub?password=topsecret", "host=127.0.0.1 password topsecret",
    ] {
      let result = try await run("ITEMSHUB_STORE='\(store)' \(line)")
      #expect(result.code != 0 || line.hasSuffix("config"), "\(result)")
      #expect(!result.output.contains("topsecret"), "\(result)")
      #expect(!result.errors.contains("topsecret"), "\(result)")
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
#endif
