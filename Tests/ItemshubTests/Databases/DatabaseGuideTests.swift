#if Postgres
import Foundation
import RunningPostgres
import RunningPrograms
import Testing

/// The page on PostgreSQL, block by block, on clusters of the tests' own.
@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct DatabaseGuideTests {
  private let workplace: HubWorkplace
  private let page: GuidePage

  init() throws {
    workplace = try HubWorkplace()
    page = try GuidePage("Sources/itemshub/itemshub.docc/OnPostgreSQL.md")
    try FileManager.default.createDirectory(
      atPath: workplace.path + "/.config/itemshub",
      withIntermediateDirectories: true
    )
  }

  private func succeed(_ lines: String) async throws -> HubWorkplace.Result {
    let result = try await workplace.run("set -e\n\(lines)")
    #expect(result.code == 0, "\(lines)\n\(result)")
    return result
  }

  private func configure(_ lines: String) throws {
    try workplace.write(".config/itemshub/config", lines)
  }

  /// Runs the page's SQL as it is typed into psql.
  @discardableResult
  private func psql(_ sql: String, _ url: String) async throws -> String {
    try workplace.write("block.sql", sql)
    return try await succeed("psql -X -A -t -v ON_ERROR_STOP=1 -f block.sql '\(url)'").output
  }

  @Test func `each block of the page is run by a test`() throws {
    #expect(
      page.blocks.compactMap(\.name) == [
        "build", "roles", "tables", "settings", "standby", "archive", "base backup", "recovery",
        "peers", "monitoring", "move",
      ]
    )
    #expect(page.blocks.allSatisfy { $0.name != nil || $0.origin != nil })
    let path = "Support/proxies/haproxy-daemons.cfg"
    let file = try String(contentsOf: GuidePage.root.appending(path: path), encoding: .utf8)
    #expect(try page.block(from: path) == file)
    let build = try page.block("build")
    #expect(build.contains("--traits Postgres --product itemshub"), "\(build)")
  }

  @Test func `roles, tables, a connection that is encrypted and checked, and a password in a file`()
    async throws
  {
    let cluster = try PostgresCluster(options: ["fsync=off"])
    try await psql(page.block("roles"), cluster.url())
    let owner = "127.0.0.1:\(cluster.port)/hub"
    let tables = try page.block("tables").putting(owner, for: "db1.example/hub")
    #expect(try await succeed(tables).output == "The hub is as it should be\n")
    // The server lets nobody in without TLS and a password from here on.
    try cluster.shell(
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout data/server.key -out data/server.crt
      chmod 600 data/server.key
      cp data/server.crt root.pem && chmod 644 root.pem
      echo 'hostssl all hub_daemon 127.0.0.1/32 scram-sha-256' >data/pg_hba.conf
      echo 'local all hub trust' >>data/pg_hba.conf
      echo 'host all hub 127.0.0.1/32 trust' >>data/pg_hba.conf
      """
    )
    try cluster.sql("ALTER ROLE hub_daemon PASSWORD 'told: nobody'")
    try cluster.sql("ALTER SYSTEM SET ssl = on")
    cluster.stop(.fast)
    try cluster.start()
    let line = #"127.0.0.1:*:hub:hub_daemon:told\: nobody"#
    _ = try await succeed("umask 077; echo '\(line)' >pgpass; cp '\(cluster.folder)/root.pem' .")
    let settings = try page.block("settings")
      .putting("127.0.0.1:1,127.0.0.1:\(cluster.port)", for: "db1.example,db2.example")
      .putting("\(workplace.path)/root.pem", for: "/etc/itemshub/database-root.pem")
      .putting("\(workplace.path)/pgpass", for: "/etc/itemshub/pgpass")
    try configure(settings)
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    let sync = try await succeed(
      "itemsctl --store a.sqlite add -q one; itemsctl --store a.sqlite sync; itemshub status"
    )
    #expect(sync.output.contains("1 pushed, 0 pulled"), "\(sync)")
    #expect(!(sync.output + sync.errors + daemon.log).contains("nobody"), "\(sync)")
    let encrypted = try cluster.sql(
      "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'hub_daemon'"
    )
    #expect(encrypted == "t")
    // Without TLS, and with another root, nobody comes in.
    for (text, other) in [("verify-full", "disable"), ("root.pem", "none.pem")] {
      try configure(settings.replacing(text, with: other))
      #expect(try await workplace.run("itemshub token list").code == 69)
    }
    #expect(throws: (any Error).self) {
      try cluster.sql("SET ROLE hub_daemon; DROP TABLE items", database: "hub")
    }
    let watched = try await psql(page.block("monitoring"), cluster.url("hub"))
    #expect(watched.contains("main|1|"), "\(watched)")
    #expect(await daemon.end() == 0)
  }

  @Test func `a standby has what was acknowledged, as the page sets it up`() async throws {
    let primary = try PostgresCluster(options: ["fsync=off"])
    let standby = try PostgresCluster(standbyOf: primary, options: ["fsync=off"])
    try primary.sql("ALTER SYSTEM RESET synchronous_standby_names")
    try await psql(page.block("standby"), primary.url())
    while try primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
      != "1"
    {}
    let database = try #require(primary.makeDatabase().split(separator: "/").last)
    let hosts = "127.0.0.1:\(primary.port),127.0.0.1:\(standby.port)"
    try configure("store = postgres://hub@\(hosts)/\(database)\n")
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    _ = try await succeed("itemsctl --store a.sqlite add -q one; itemsctl --store a.sqlite sync")
    primary.send(SIGKILL)
    try standby.promote()
    let after = try await succeed(
      "itemsctl --store a.sqlite add -q two; itemsctl --store a.sqlite sync --verify"
    )
    #expect(after.output.contains("1 pushed, 0 pulled"), "\(after)")
    #expect(!after.errors.contains("does not know"), "\(after)")
  }

  @Test func `a point in time is gone back to, and devices bring back what came later`()
    async throws
  {
    let folder = workplace.path + "/backup"
    _ = try await succeed("mkdir -m 777 backup && chmod 711 . && mkdir -m 777 backup/log")
    let placed = { (name: String) in try page.block(name).replacing("/backup/", with: folder + "/")
    }
    let archive = try placed("archive").split(separator: "\n").map {
      $0.replacing(" = '", with: "=").replacing(" = ", with: "=")
        .trimmingCharacters(in: ["'"])
    }
    let cluster = try PostgresCluster(options: ["fsync=off"] + archive)
    let url = try cluster.makeDatabase()
    try configure("store = \(url)\n")
    var daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    _ = try await succeed("itemsctl --store a.sqlite add -q one; itemsctl --store a.sqlite sync")
    try cluster.shell(
      "PGHOST=127.0.0.1 PGPORT=\(cluster.port) PGUSER=hub \(try placed("base backup"))"
    )
    _ = try await succeed("itemsctl --store a.sqlite add -q two; itemsctl --store a.sqlite sync")
    let moment = try cluster.sql("SELECT clock_timestamp()")
    let later = try await succeed(
      "itemsctl --store a.sqlite add -q three; itemsctl --store a.sqlite sync"
    )
    #expect(later.output.contains("1 pushed"), "\(later)")
    // The end of the log's piece under way, which is then archived.
    try cluster.sql("SELECT pg_switch_wal()")
    while try cluster.sql(
      "SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) FROM pg_stat_archiver"
    )
      != "t"
    {}
    #expect(await daemon.end() == 0)
    let settings = try placed("recovery").putting(moment, for: "2027-03-01 14:30:00+00")
    let recovered = try PostgresCluster(recovering: folder + "/base", settings: settings)
    let name = try #require(url.split(separator: "/").last)
    #expect(try recovered.sql("SELECT item_count FROM spaces", database: "\(name)") == "2")
    try configure("store = \(recovered.url("\(name)"))\n")
    daemon = try await Daemon(in: workplace, port: daemon.port)
    let sync = try await succeed("itemsctl --store a.sqlite sync --verify")
    #expect(sync.errors.contains("restored from a backup"), "\(sync)")
    #expect(try recovered.sql("SELECT item_count FROM spaces", database: "\(name)") == "3")
    #expect(await daemon.end() == 0)
  }

  @Test func `a daemon goes on beside a later version's tables, and does not start on them`()
    async throws
  {
    let cluster = try PostgresCluster(options: ["fsync=off"])
    let url = try cluster.makeDatabase()
    let name = try #require(url.split(separator: "/").last)
    try configure("store = \(url)\n")
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    try cluster.sql(
      "ALTER TABLE items ADD later bigint; INSERT INTO itemshub_migrations VALUES (99, 'later', 0)",
      database: "\(name)"
    )
    let sync = try await succeed(
      "itemsctl --store a.sqlite add -q one; itemsctl --store a.sqlite sync"
    )
    #expect(sync.output.contains("1 pushed"), "\(sync)")
    let other = try await workplace.run("itemshub serve --listen 127.0.0.1:0 --metrics none")
    #expect(other.code == 65 && other.errors.contains("later version"), "\(other)")
  }

  @Test func `daemons tell each other of news with the page's settings`() async throws {
    let cluster = try PostgresCluster(options: ["fsync=off"])
    let peers = try page.block("peers").putting("127.0.0.1:0", for: "10.0.0.11:8733")
      .putting("127.0.0.0/8", for: "10.0.0.0/8")
    try configure("store = \(cluster.url())\n\(peers)")
    let daemons = [try await Daemon(in: workplace), try await Daemon(in: workplace)]
    #expect(try cluster.sql("SELECT count(*) FROM daemons") == "2")
    for daemon in daemons { #expect(await daemon.end() == 0) }
    #expect(try cluster.sql("SELECT count(*) FROM daemons") == "0")
  }

  @Test func `a space moves by the page's lines while both daemons serve, and its device goes on`()
    async throws
  {
    let cluster = try PostgresCluster(options: ["fsync=off"])
    try configure("store = \(cluster.makeDatabase())\n")
    let file = workplace.path + "/hub.sqlite"
    let old = try await Daemon(in: workplace, "--store \(file)")
    let token = try await old.token("main", "--store \(file)")
    _ = try await succeed(
      """
      echo '\(old.address)/main \(token)' | itemsctl --store a.sqlite join
      itemsctl --store a.sqlite add -q one; itemsctl --store a.sqlite sync
      """
    )
    _ = try await succeed(page.block("move").replacing("/var/lib/itemshub/hub.sqlite", with: file))
    let refused = try await workplace.run(
      "itemsctl --store a.sqlite add -q two && itemsctl --store a.sqlite sync"
    )
    #expect(
      refused.code == 75 && refused.errors.contains("accepts no changes for now"),
      "\(refused)"
    )
    let list = try await succeed("itemshub space list --store \(file)")
    #expect(list.output.contains("frozen"), "\(list)")
    let again = try await succeed("itemshub space freeze main --store \(file)")
    #expect(again.errors == "The space main is frozen already.\n", "\(again)")
    let copy = try await succeed("itemshub space import copy main.ndjson --store copies.sqlite")
    #expect(copy.errors.contains("Left out 1 token, because '--tokens' was not given."), "\(copy)")
    let known = try await succeed("itemshub space import copy main.ndjson --tokens")
    #expect(known.output.hasSuffix("Added 0 tokens\n"), "\(known)")
    #expect(known.errors.contains("Skipped 1 token that this hub has already"), "\(known)")
    let thawed = try await succeed(
      "itemshub space thaw main --store \(file); itemshub space thaw main --store \(file)"
    )
    #expect(thawed.output == "Thawed the space main\n", "\(thawed)")
    #expect(thawed.errors == "The space main is not frozen.\n", "\(thawed)")
    #expect(await old.end() == 0)
    let new = try await Daemon(in: workplace, port: old.port)
    let sync = try await succeed("itemsctl --store a.sqlite sync --verify")
    #expect(sync.output.contains("1 pushed, 0 pulled"), "\(sync)")
    #expect(!sync.errors.contains("does not know"), "\(sync)")
    #expect(await new.end() == 0)
  }
}
#endif
