#if Hub
// What somebody at a socket of the running daemon tries; what no socket is needed for is tried in HubServerTests.

import Foundation
import LoopbackHTTP
import RunningPrograms
import Storage
import Sync
import Testing

@Suite struct `Attacks on a running hub` {
  private let workplace: HubWorkplace

  init() throws { workplace = try HubWorkplace() }

  /// What the daemon at a port says to bytes, as text.
  private func say(_ text: String, to daemon: Daemon) async -> String {
    let answer = await LoopbackClient.conversation(Array(text.utf8), with: daemon.port)
    return String(decoding: answer, as: UTF8.self)
  }

  private func head(_ token: String, _ method: String = "GET", _ name: String = "changes?after=0")
    -> String
  {
    "\(method) /v1/spaces/main/\(name) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n"
  }

  private func status(_ answer: String) -> Int { Int(answer.dropFirst(9).prefix(3)) ?? 0 }

  private func responses(_ answer: String) -> Int {
    answer.ranges(of: #/HTTP/1\.1 [0-9]{3} /#).count
  }

  /// Those who are let in still are.
  private func expectService(_ daemon: Daemon, _ token: String) async {
    let answer = await say("\(head(token))Connection: close\r\n\r\n", to: daemon)
    #expect(status(answer) == 200, "\(answer.prefix(500))")
  }

  @Test func `who guesses tokens is stopped, and whoever has one is not`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    var statuses: [Int] = []
    for number in 0..<30 {
      let guess = HubTokenFormat.text(of: [UInt8](repeating: UInt8(number), count: 32))
      let answer = await say("\(head(guess))Connection: close\r\n\r\n", to: daemon)
      statuses.append(status(answer))
      if status(answer) == 429 { #expect(answer.contains("Retry-After: ")) }
    }
    // A minute may end between two of them.
    #expect(statuses.prefix(10).allSatisfy { $0 == 401 } && statuses.contains(429), "\(statuses)")
    await expectService(daemon, token)
    #expect(!daemon.log.contains("ith_"))
  }

  @Test(arguments: [
    "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    "Content-Length: 0\r\nContent-Length: 44\r\n\r\n",
    "Content-Length: 0, 44\r\n\r\n",
    "Content-Length: +0\r\n\r\n",
    "Content-Length : 0\r\n\r\n",
    "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0 \r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0;\n\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
    "X: a\nContent-Length: 0\r\n\r\n",
    "X: a\r\n b\r\nContent-Length: 0\r\n\r\n",
    "Host: b\r\nContent-Length: 0\r\n\r\n",
  ])
  func `a request that proxies read differently is one refusal and the end`(_ rest: String)
    async throws
  {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    let type = "Content-Type: application/json\r\n"
    let answer = await say(
      head(token, "POST", "push") + type + rest + head(token) + "\r\n",
      to: daemon
    )
    #expect(status(answer) == 400 && responses(answer) == 1, "\(answer)")
    #expect(answer.lowercased().contains("connection: close"), "\(answer)")
    await expectService(daemon, token)
  }

  @Test func `paths lead nowhere but to one's own space`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    _ = try await daemon.token("other")
    for path in [
      "/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/hub.sqlite", "/.", "/hub.sqlite",
      "/v1/spaces/main/../other/changes?after=0", "/v1/spaces/main%2F..%2Fother/changes?after=0",
      "/v1/spaces/..%2fother/changes?after=0", "/v1/spaces//changes?after=0",
      "/v1/spaces/main;other/changes?after=0", "/v1/spaces/main%00/changes?after=0",
      "/v1/spaces/other/changes?after=0", "//v1/spaces/main/changes?after=0",
      "/V1/spaces/main/changes?after=0", "/v1/spaces/main/changes/?after=0", "/metrics",
    ] {
      let answer = await say(
        "GET \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n",
        to: daemon
      )
      #expect([400, 404].contains(status(answer)), "\(path): \(answer.prefix(300))")
      #expect(!answer.contains("root:") && !answer.contains("SQLite format"))
    }
    let spaces = try await workplace.run("itemshub space list --json | wc -l")
    #expect(spaces.output.filter(\.isNumber) == "2")
    await expectService(daemon, token)
  }

  @Test func `floods of heads and bodies are refused before they are read`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    let long = String(repeating: "a", count: 4_000_000)
    let push = head(token, "POST", "push") + "Content-Type: application/json\r\n"
    let (lines, chunked) = (
      String(repeating: "X: a\r\n", count: 500_000), "Transfer-Encoding: chunked\r\n\r\n"
    )
    for (expected, text) in [
      (414, "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n"),
      (431, "\(head(token))X: \(long)\r\n\r\n"),
      (431, "\(head(token))\(lines)\r\n"),
      (413, push + "Content-Length: 10000000000\r\n\r\n"),
      (413, "\(push)\(chunked)3D0900\r\n\(long)\r\n0\r\n\r\n"),
      (431, "\(push)\(chunked)0\r\n\(lines)"),
    ] {
      let answer = await say(text, to: daemon)
      // A daemon that has answered and closed may have its answer overtaken by the reset of what comes after it.
      #expect([expected, 400, 0].contains(status(answer)), "\(expected): \(answer.prefix(300))")
      #expect(responses(answer) <= 1)
    }
    await expectService(daemon, token)
  }

  @Test func `a small body that inflates without end is refused in little memory`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    try workplace.write("header", "Authorization: Bearer \(token)\n")
    let before = try #require(peak(of: daemon))
    let statuses = try await workplace.run(
      """
      head -c 900000000 /dev/zero | gzip -1 | head -c 1000000 >bomb
      for i in 1 2 3 4 5; do
        curl -s -o /dev/null -w '%{http_code} ' -H @header -H 'Content-Type: application/json' \
          -H 'Content-Encoding: gzip' --data-binary @bomb \(daemon.address)/v1/spaces/main/push
      done
      """
    )
    #expect(statuses.output.split(separator: " ").allSatisfy { $0 == "413" }, "\(statuses)")
    let after = try #require(peak(of: daemon))
    #expect(after - before < 64 << 20, "\(before) \(after)")
    await expectService(daemon, token)
  }

  /// The most memory that a daemon has had, in bytes; nil where the system does not tell.
  private func peak(of daemon: Daemon) -> Int? {
    let path = "/proc/\(daemon.program.process)/status"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return Int(line.filter(\.isNumber)).map { $0 * 1_024 }
  }

  @Test func `slow clients are ended, and hold up nobody`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    let port = daemon.port
    let half = Array(head(token).utf8)
    async let answers = withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<200 {
        group.addTask { await LoopbackClient.conversation(half, with: port) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for _ in 0..<20 { await expectService(daemon, token) }
    // Each is told so, or closed, once its ten seconds are over.
    for answer in await answers {
      #expect(answer.isEmpty || status(String(decoding: answer, as: UTF8.self)) == 408)
    }
  }

  @Test func `nobody writes lines into the log`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main", "--label 'a\"}{\"b'")
    for text in [
      "GET /\u{1B}[2J HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /x%0A%7B%22level%22:%22error%22%7D HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: \u{9B}31m\"}\u{2028}\r\nConnection: close\r\n\r\n",
      "\(head("ith_\u{7F}\n{}"))\r\n", "\u{0}\u{1}\u{2}\n\n\n{\"level\":\"error\"}\n",
      head(token, "DELETE") + "X-Forwarded-For: 1.2.3.4\\n{}\r\nConnection: close\r\n\r\n",
    ] {
      _ = await say(text, to: daemon)
    }
    await expectService(daemon, token)
    #expect(await daemon.end() == 0)
    for line in daemon.log.split(separator: "\n") where line.hasPrefix("{") {
      #expect((try? JSONParser.parse(Array(line.utf8))) != nil, "\(line)")
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
      #expect(!line.contains(token))
    }
  }

  @Test func `a push that is sent again and again is taken once`() async throws {
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    let curl = try Curl(workplace, daemon.address, "main", token: token)
    let seen = try await curl.latest()
    let state = ItemState([
      ItemState.Entry("title", "one", stamp: Stamp(milliseconds: 1_000, node: 1))
    ])
    let push = PushRequest(
      device: 1,
      session: 1,
      counter: 1,
      token: seen,
      cursor: 0,
      changes: [PushChange(id: ItemID(high: 1, low: 1), state: state, seen: 0)]
    ).bytes
    let fields = "Content-Type: application/json\r\nContent-Length: \(push.count)\r\n\r\n"
    let bytes = Array("\(head(token, "POST", "push"))\(fields)".utf8) + push
    let port = daemon.port
    // Four on each of eight connections, one behind the other, and an end.
    let end = Array("GET / HTTP/1.1\r\nConnection: close\r\nHost: a\r\n\r\n".utf8)
    let all = bytes + bytes + bytes + bytes + end
    let answers = await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask { await LoopbackClient.conversation(all, with: port) }
      }
      return await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    for answer in answers { #expect(responses(String(decoding: answer, as: UTF8.self)) == 5) }
    let after = try await curl.latest()
    #expect(after.head == seen.head + 1)
    let spaces = try await workplace.run("itemshub space list --json")
    #expect(spaces.output.contains("\"items\":1,"), "\(spaces)")
  }
}
#endif
