#if Hub
import Foundation
import RunningPrograms
import Storage
import Sync
import Testing

/// Clients that others wrote.
@Suite struct ClientTests {
  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  /// The program that speaks to a hub by a library of Python.
  static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "client.py").path

  private static let isPythonThere = Tool.path("python3") != nil
  private static let isCurlThere = Tool.path("curl") != nil

  private func runScript(_ library: String, _ python: String) async throws {
    let daemon = try await Daemon(in: workplace)
    try workplace.write("token", try await daemon.token("main"))
    let result = try await workplace.run(
      "'\(python)' '\(Self.script)' \(library) \(daemon.address) main token"
    )
    #expect(result.code == 0, "\(result)")
    var checks = ["hello", "push", "changes", "wait", "compression", "keep_alive", "refusals"]
    if library == "http.client" { checks.append("expectations") }
    #expect(result.output.split(separator: "\n").map(String.init) == checks)
    #expect(await daemon.end() == 0)
  }

  @Test(.enabled(if: isPythonThere, "python3 is not installed"))
  func `Python's http.client is answered all that the protocol has`() async throws {
    let python = try #require(try await Tool.python(importing: "http.client"))
    try await runScript("http.client", python)
  }

  @Test(
    .enabled("no python3 here has the module requests") {
      try await Tool.python(importing: "requests") != nil
    }
  )
  func `Python's requests is answered all that the protocol has`() async throws {
    let python = try #require(try await Tool.python(importing: "requests"))
    try await runScript("requests", python)
  }

  @Test(.enabled(if: isCurlThere, "curl is not installed"))
  func `curl says hello, pushes, reads changes, and is woken`() async throws {
    // A wait that no machine is too busy for.
    let limits = "--limit waits-per-token=1 --limit wait-seconds=600"
    let daemon = try await Daemon(in: workplace, limits)
    let curl = try Curl(workplace, daemon.address, "main", token: try await daemon.token("main"))
    let hello = try await workplace.run("curl -s \(daemon.address)/v1/hello")
    #expect(try Hello(bytes: Array(hello.output.utf8)).versions.contains(1))
    let before = try await curl.latest()

    let waiting = try await curl.wait(after: before, seconds: 600)
    let pushed = try await curl.push("one", seen: before)
    #expect(pushed.status == 200, "\(pushed.text)")
    // Without news it would have been 204.
    let news = try await waiting.answer()
    #expect(news.status == 200)
    #expect(try WaitReply(bytes: news.body) == .changed(try await curl.latest()))

    let page = try ChangesPage(bytes: try await curl.call("changes?after=0").body)
    #expect(page.rows.map(\.state.entries.first?.value) == [.string("one")])
    #expect(await daemon.end() == 0)
  }

  @Test(.enabled(if: isCurlThere, "curl is not installed"))
  func `curl sends and takes gzip, and keeps its connection`() async throws {
    let daemon = try await Daemon(in: workplace)
    let curl = try Curl(workplace, daemon.address, "main", token: try await daemon.token("main"))
    let titles = (0..<100).map { "an item whose title is much like the others \($0)" }
    let pushed = try await curl.push(titles, seen: try await curl.latest(), isCompressed: true)
    #expect(pushed.status == 200 && pushed.sent < 4_000, "\(pushed)")
    let plain = try await curl.call("changes?after=0")
    #expect(plain.head.contains("vary: accept-encoding"), "\(plain.head)")
    #expect(!plain.head.contains("content-encoding"), "\(plain.head)")
    let small = try await curl.call("changes?after=0", "--compressed")
    #expect(small.head.contains("content-encoding: gzip"), "\(small.head)")
    #expect(
      try ChangesPage(bytes: small.body).rows == (try ChangesPage(bytes: plain.body).rows)
    )
    // One call with three addresses: each says how many connections were made for it.
    let path = "\(daemon.address)/livez"
    let three = try await workplace.run(
      "curl -s -w '%{num_connects} ' \(path) -o 1 \(path) -o 2 \(path) -o 3"
    )
    #expect(three.output == "1 0 0 ", "\(three)")
    #expect(await daemon.end() == 0)
  }

  @Test(.enabled(if: isCurlThere, "curl is not installed"))
  func `curl is refused in the words of HTTP, before it has sent a large body`() async throws {
    let daemon = try await Daemon(in: workplace)
    let curl = try Curl(workplace, daemon.address, "main", token: try await daemon.token("main"))
    let wrong = try Curl(workplace, daemon.address, "main", token: "ith_no")
    let foreign = try Curl(workplace, daemon.address, "other", token: try await daemon.token("it"))
    #expect(try await wrong.call("changes?after=0").status == 401)
    #expect(try await foreign.call("changes?after=0").status == 404)
    let json = "-H 'Content-Type: application/json'"
    try workplace.write("large", String(repeating: "x", count: 3_000_000))
    for (call, status) in [(wrong, 401), (curl, 413)] {
      let large = try await call.call(
        "push",
        "\(json) -H 'Expect: 100-continue' --expect100-timeout 300 --data-binary @large"
      )
      #expect(large.status == status && large.sent == 0, "\(large)")
      // Without waiting: the answer is seen all the same.
      let hasty = try await call.call("push", "\(json) -H 'Expect:' --data-binary @large")
      #expect(hasty.status == status, "\(hasty)")
    }
    let other = try await curl.call("push", "\(json) -H 'Expect: 200-ok' --data-binary x")
    #expect(other.status == 417 && other.head.contains("connection: close"), "\(other)")
    let method = try await curl.call("push")
    #expect(method.status == 405 && method.head.contains("allow: post"), "\(method)")
    #expect(await daemon.end() == 0)
  }
}
#endif
