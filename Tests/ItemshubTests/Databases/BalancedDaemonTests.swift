#if Postgres
import Foundation
import RunningPostgres
import RunningPrograms
import Testing

/// Several daemons of one database behind HAProxy, with the configuration of the page on PostgreSQL.
@Suite(
  .onOwnThread,
  .enabled(
    if: PostgresCluster.isInstalled && ProxyKind.haproxy.isInstalled,
    "PostgreSQL or HAProxy is not installed (Debian: postgresql, haproxy)"
  )
)
struct BalancedDaemonTests {
  private let workplace: HubWorkplace
  private let cluster: PostgresCluster

  init() throws {
    workplace = try HubWorkplace()
    cluster = try PostgresCluster(options: ["fsync=off"])
    let folder = workplace.path + "/.config/itemshub"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try workplace.write(
      ".config/itemshub/config",
      "store = \(cluster.url())\ntrusted-proxy = 127.0.0.1/32\npeers = 127.0.0.1:0\n"
    )
  }

  /// Starts HAProxy before these daemons, and gives its address.
  private func balance(_ daemons: [Daemon]) async throws -> (RunningProgram, String) {
    let page = try GuidePage("Sources/itemshub/itemshub.docc/OnPostgreSQL.md")
    let port = PostgresCluster.freePort()
    let servers = daemons.enumerated().map { "  server d\($0) 127.0.0.1:\($1.port)\n" }.joined()
    let text = try page.block(from: "Support/proxies/haproxy-daemons.cfg")
      .putting(
        "bind 127.0.0.1:\(port)\n",
        for:
          "bind :::443 v4v6 ssl crt /etc/haproxy/hub.example.pem alpn http/1.1 ssl-min-ver TLSv1.2\n"
      )
      .putting(servers, for: "  server one 10.0.0.11:8731\n  server two 10.0.0.12:8731\n")
      // A daemon on a busy machine is not away: only one that refuses a connection is.
      .putting("  timeout connect 600s\n  timeout check 600s\n", for: "  timeout connect 5s\n")
      .putting("timeout http-request 600s", for: "timeout http-request 10s")
      .putting("timeout server 600s", for: "timeout server 90s")
    try workplace.write("haproxy.cfg", text)
    let program = try workplace.start(
      "exec '\(try #require(Tool.path("haproxy")))' -db -f haproxy.cfg",
      as: "haproxy"
    )
    while try await workplace.run("curl -s http://127.0.0.1:\(port)/livez").output != "ok\n" {
      let errors = try workplace.text("haproxy.err")
      try #require(program.ending == nil, "HAProxy ended: \(errors)")
      try await Task.sleep(for: .milliseconds(50))
    }
    return (program, "http://127.0.0.1:\(port)")
  }

  @Test func `daemons come and go, one killed, one told to end, and devices see a pause at most`()
    async throws
  {
    var daemons: [Daemon] = []
    for _ in 0..<3 { daemons.append(try await Daemon(in: workplace)) }
    let (proxy, address) = try await balance(daemons)
    defer { proxy.send(SIGKILL) }
    for name in ["a", "b", "c", "w"] {
      let token = try await daemons[0].token("main")
      let joined = try await workplace.run(
        "echo '\(address)/main \(token)' | itemsctl --store \(name).sqlite join"
      )
      #expect(joined.code == 0, "\(joined)")
    }
    let watch = try workplace.start("exec itemsctl --store w.sqlite sync --watch -q", as: "watch")
    defer { watch.send(SIGKILL) }
    // Three devices add and sync, while the daemons go one by one and others take their places.
    let work = """
      for number in $(seq 1 40); do
        itemsctl --store $0.sqlite add -q "$0-$number"
        itemsctl --store $0.sqlite sync -q || [ $? = 69 ] || [ $? = 75 ] || echo "$0-$number: $?"
      done
      """
    try workplace.write("work", work)
    let devices = try ["a", "b", "c"].map { name in
      try workplace.start("exec sh -c \"$(cat work)\" \(name)", as: "work-\(name)")
    }
    try await Task.sleep(for: .milliseconds(300))
    let (first, second) = (daemons[0].port, daemons[1].port)
    #expect(await daemons[0].end(SIGKILL) == 137)
    daemons[0] = try await Daemon(in: workplace, port: first)
    try await Task.sleep(for: .milliseconds(300))
    #expect(await daemons[1].end() == 0)
    daemons[1] = try await Daemon(in: workplace, port: second)
    for (device, name) in zip(devices, ["a", "b", "c"]) {
      #expect(await device.end().shellCode == 0)
      #expect(try workplace.text("work-\(name).out") == "", "what a device met")
    }
    for name in ["a", "b", "c"] {
      let sync = try await workplace.run(
        "itemsctl --store \(name).sqlite sync && itemsctl --store \(name).sqlite sync --verify"
      )
      #expect(sync.code == 0, "\(sync)")
      #expect(!sync.errors.contains("does not know"), "\(sync)")
    }
    #expect(try cluster.sql("SELECT item_count FROM spaces") == "120")
    while try await workplace.run("itemsctl --store w.sqlite list | wc -l").output != "120\n" {
      try #require(watch.ending == nil, "the watch ended")
      try await Task.sleep(for: .milliseconds(50))
    }
    for daemon in daemons { #expect(await daemon.end() == 0) }
  }
}
#endif
