#if Hub
import Foundation
import LoopbackHTTP
import RunningPrograms
import Testing

/// The daemon as a service: its first start, signals, metrics, and what it and a service manager say to each other.
@Suite struct ServiceTests {
  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  private func run(_ line: String) async throws -> HubWorkplace.Result {
    try await workplace.run(line)
  }

  /// Calls until the answer is that one; a loaded machine may take its time.
  private func wait(for text: String, from line: String) async throws {
    while try await !run(line).output.contains(text) {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func `its first start says how the first device comes in, and no other does`() async throws
  {
    let daemon = try await Daemon(in: workplace)
    // `Daemon` waits only for the first line; the log is complete when the daemon has ended.
    #expect(await daemon.end(SIGINT) == 0)
    #expect(daemon.log.contains("itemshub token create main"))
    #expect(daemon.log.contains("itemsctl join"))
    let again = try await Daemon(in: workplace)
    // With no flag but the address, which the command for it does not need either.
    let token = try await again.token("main")
    let sync = try await run(
      """
      export ITEMSCTL_TOKEN='\(token)'
      itemsctl add -q one && itemsctl sync --remote \(again.address)/main
      """
    )
    #expect(sync.output.hasSuffix("1 pushed, 0 pulled\n"), "\(sync)")
    let bare = try await run("itemshub config")
    #expect(bare.output.contains(".local/share/itemshub/hub.sqlite"), "\(bare)")
    #expect(bare.output.contains("127.0.0.1:8731") && bare.output.contains("127.0.0.1:8732"))
    let made = try await run("STATE_DIRECTORY=$HOME/state itemshub token create main")
    #expect(made.code == 0, "\(made)")
    #expect(try await run("test -e state/hub.sqlite").code == 0)
    #expect(await again.end() == 0)
    #expect(!again.log.contains("itemsctl join"))
  }

  @Test func `SIGTERM answers those who wait that nothing came`() async throws {
    let daemon = try await Daemon(in: workplace, "--limit waits-per-token=1")
    let curl = try Curl(workplace, daemon.address, "main", token: try await daemon.token("main"))
    let waiting = try await curl.wait(after: try await curl.latest())
    #expect(await daemon.end() == 0)
    #expect(try await waiting.answer().status == 204)
  }

  @Test func `SIGHUP takes other limits, and all stays where a setting is wrong`() async throws {
    let certificate = """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
      -addext subjectAltName=IP:127.0.0.1 -keyout hub.key -out hub.pem && cp hub.pem first.pem
      """
    #expect(try await run(certificate).code == 0)
    let files = "tls-certificate = hub.pem\ntls-key = hub.key\n"
    try workplace.write("settings", files + "limit = changes=7\n")
    let daemon = try await Daemon(in: workplace, "--config settings", scheme: "https")
    let hello = "curl -s --cacert first.pem \(daemon.address)/v1/hello"
    #expect(try await run(hello).output.contains("\"changes\":7,"))
    try workplace.write("settings", files + "limit = changes=9\n")
    daemon.program.send(SIGHUP)
    try await wait(for: "\"changes\":9,", from: hello)
    // A new certificate beside a wrong line: neither is taken.
    let next = certificate.replacing("cp hub.pem first.pem", with: "true")
    #expect(try await run(next).code == 0)
    for (text, words) in [("limit = speed=11\n", "waits-per-token"), ("limt = a\n", "'limit'")] {
      try workplace.write("settings", files + "limit = changes=11\n" + text)
      daemon.program.send(SIGHUP)
      try await daemon.awaitLog(words)
      #expect(daemon.log.contains("so nothing was changed"), "\(daemon.log)")
      let same = try await run(hello)
      #expect(same.output.contains("\"changes\":9,"), "\(same)")
    }
    #expect(await daemon.end() == 0)
  }

  @Test(.enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
  func `metrics are on a listener of their own`() async throws {
    let free = "s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])"
    let port = try await run("python3 -c \"import socket; \(free)\"").output.dropLast()
    let program = try workplace.start(
      "exec itemshub serve --listen 127.0.0.1:0 --metrics 127.0.0.1:\(port)",
      as: "serve"
    )
    defer { program.send(SIGKILL) }
    try await wait(for: "itemshub_ready 1\n", from: "curl -s http://127.0.0.1:\(port)/metrics")
    let types = try await run("curl -s -D - -o /dev/null http://127.0.0.1:\(port)/metrics")
    #expect(types.output.contains("text/plain; version=0.0.4"), "\(types)")
    let status = "curl -s -o /dev/null -w '%{http_code}'"
    #expect(try await run("\(status) http://127.0.0.1:\(port)/v1/hello").output == "404")
    // A second hub of this machine goes without, unless it was told to have them there.
    let second = try await run(
      """
      itemshub serve --store other.sqlite --listen 127.0.0.1:0 --metrics 127.0.0.1:\(port)
      """
    )
    #expect(second.code == 69 && second.errors.contains("\(port)"), "\(second)")
    program.send(SIGTERM)
    #expect(await program.end().shellCode == 0)
  }

  @Test(.enabled(if: Tool.path("python3") != nil, "python3 is not installed"))
  func `a service manager hands over a socket, and is told what happens`() async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "manager.py")
    let result = try await run("python3 '\(script.path)' itemshub serve --metrics none")
    #expect(
      result.output == """
        told READY STATUS
        answered 200
        told RELOADING MONOTONIC_USEC
        told READY
        told STOPPING
        ended 0

        """,
      "\(result)"
    )
  }

  @Test func `commands hold the limit of spaces that the settings have`() async throws {
    try workplace.write("settings", "limit = spaces=2\n")
    let two = try await run(
      """
      export ITEMSHUB_CONFIG=settings
      itemshub token create a && itemshub space create b && itemshub space export a >a.ndjson
      """
    )
    #expect(two.code == 0, "\(two)")
    for command in ["token create c", "space create c", "space import c a.ndjson"] {
      let refused = try await run("itemshub --config settings \(command)")
      #expect(refused.code == 64 && refused.errors.contains("'spaces'"), "\(command): \(refused)")
    }
    let more = try await run(
      "ITEMSHUB_LIMIT=spaces=3 itemshub space create c && itemshub space list"
    )
    #expect(more.code == 0 && more.output.contains("c  "), "\(more)")
  }

  @Test func `a token is read from no argument, and is in no list of processes`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    for words in ["token revoke \(token)", "token rotate \(token)"] {
      let result = try await run("itemshub \(words)")
      #expect(result.code == 1, "\(result)")
      #expect(!result.errors.contains(token) && !daemon.log.contains(token), "\(result)")
    }
    let lists = try await run(
      "itemshub token list --json; itemshub log --json; itemshub status --json"
    )
    #expect(!lists.output.contains(token.dropFirst(4).prefix(12)), "\(lists)")
    #expect(await daemon.end() == 0)
  }
}
#endif
