#if Hub
import Foundation
import RunningPrograms
import Testing

/// What must hold through every proxy.
extension ProxyWorld {
  /// Devices join, sync, compare, and see each other's edits as they come.
  static func devicesMeet(_ kind: ProxyKind, isEncrypted: Bool = false) async throws {
    let world = try await ProxyWorld(kind, isEncrypted: isEncrypted)
    try await world.join("a.sqlite")
    try await world.join("b.sqlite")
    try await world.add("one", to: "a.sqlite")
    let second = try await world.run(
      "itemsctl --store b.sqlite add -q two && itemsctl --store b.sqlite sync --verify"
    )
    #expect(second.code == 0 && second.output.contains("1 pushed, 1 pulled"), "\(second)")

    let watching = try world.start("itemsctl --store b.sqlite sync --watch", as: "watch")
    defer { watching.send(SIGTERM) }
    let curl = try await world.curl()
    // Had it not been woken, the hub would have said 204 in the end.
    let news = try await curl.news { try await world.add("three", to: "a.sqlite") }
    #expect(news.status == 200, "\(news)")
    try await world.wait(for: "three", in: "b.sqlite")
    watching.send(SIGTERM)
    _ = await watching.end()
    let same = try await world.run(
      "itemsctl --store a.sqlite sync --verify && itemsctl --store b.sqlite sync --verify"
    )
    #expect(same.code == 0, "\(same)")
    await world.end()
  }

  /// A client of others is answered through the proxy as without it.
  static func clientIsServed(_ kind: ProxyKind) async throws {
    let world = try await ProxyWorld(kind)
    try world.workplace.write("token", try await world.daemon.token("main"))
    let python = try #require(try await Tool.python(importing: "http.client"))
    // Only without a proxy does the hub alone decide on what is still on its way.
    let result = try await world.run(
      "'\(python)' '\(ClientTests.script)' http.client \(world.proxy.address) main token "
        + "all-but expectations"
    )
    #expect(result.code == 0 && result.output.hasSuffix("keep_alive\nrefusals\n"), "\(result)")
    await world.end()
  }

  /// The hub is told at once that a device which waits has gone.
  static func deviceThatLeavesIsNoticed(_ kind: ProxyKind) async throws {
    // Longer than a test waits.
    let world = try await ProxyWorld(kind, "--limit wait-seconds=600")
    let curl = try await world.curl()
    let token = try await curl.latest()
    let waiting = try await curl.wait(after: token, seconds: 600)
    await waiting.leave()
    try await curl.until(isWaitKept: false, after: token)
    await world.end()
  }

  /// Wrong tokens count for the device's own address, whatever it says of it.
  static func addressIsTheDevices(_ kind: ProxyKind) async throws {
    let world = try await ProxyWorld(kind)
    // More than two minutes' worth, should the minute end meanwhile.
    let forged = (1...25).map { "203.0.113.\($0)" } + ["127.0.0.1", "127.0.0.3, 127.0.0.1"]
    let wrong = try await world.statuses(from: "127.0.0.2", token: "ith_no", saying: forged)
    #expect(wrong.first == 401 && wrong.contains(429), "\(wrong)")
    #expect(wrong.allSatisfy { [401, 429].contains($0) }, "\(wrong)")
    // Somebody else may still try, even if he says that he is the one who may not.
    let other = try await world.statuses(from: "127.0.0.3", token: "ith_no", saying: ["127.0.0.2"])
    #expect(other == [401])
    let token = try await world.daemon.token("main")
    let good = try await world.statuses(from: "127.0.0.2", token: token, saying: ["203.0.113.1"])
    #expect(good == [200])
    let log = world.daemon.log
    #expect(log.contains(#""address":"127.0.0.2""#) && log.contains(#""address":"127.0.0.3""#))
    #expect(!log.contains("203.0.113.") && !log.contains(#""address":"127.0.0.1""#), "\(log)")
    await world.end()
  }

  /// The statuses of requests from an address of this machine, each with a header that says another.
  private func statuses(
    from address: String,
    token: String,
    saying forged: [String]
  ) async throws -> [Int] {
    let calls = forged.map { forged in
      """
      url = "\(proxy.address)/v1/spaces/main/changes?after=0"
      interface = "\(address)"
      header = "Authorization: Bearer \(token)"
      header = "X-Forwarded-For: \(forged)"
      output = "/dev/null"
      write-out = "%{http_code} "
      silent

      """
    }
    try workplace.write("calls", calls.joined(separator: "next\n"))
    let result = try await run("curl -K calls")
    #expect(result.code == 0, "\(result)")
    return result.output.split(separator: " ").compactMap { Int($0) }
  }

  /// Although the answer says that the connection is kept, as the guide tells.
  static func lateBodyEndsConnection(_ kind: ProxyKind) async throws {
    let world = try await ProxyWorld(kind)
    let port = try #require(world.proxy.address.split(separator: ":").last)
    try world.workplace.write(
      "late.py",
      #"""
      import socket
      way = socket.create_connection(("127.0.0.1", \#(port)))
      head = b"POST /v1/spaces/main/push HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n"
      way.sendall(head + b"0123456789")
      answer = way.recv(65536).lower()
      print(answer[9:12].decode(), "keep" if b"\r\nconnection: keep-alive\r\n" in answer else "")
      try:
          way.sendall(b"0123456789GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
          print("kept" if way.recv(65536) else "closed")
      except OSError:
          print("closed")
      """#
    )
    let result = try await world.run("python3 late.py")
    #expect(result.output == "401 keep\nclosed\n", "\(result)")
    await world.end()
  }

  /// While the hub is away devices are told so, and afterwards nothing is missing.
  static func restartLosesNothing(_ kind: ProxyKind) async throws {
    let world = try await ProxyWorld(kind)
    let port = world.daemon.port
    try await world.join("a.sqlite")
    try await world.join("b.sqlite")
    try await world.add("before", to: "a.sqlite")
    let watching = try world.start("itemsctl --store b.sqlite sync --watch", as: "watch")
    defer { watching.send(SIGTERM) }
    try await world.wait(for: "before", in: "b.sqlite")
    await world.end()

    let probe = "curl -s -o /dev/null -w '%{http_code}' \(world.proxy.address)/livez"
    let away = try await world.run(probe)
    #expect(["502", "503"].contains(away.output), "\(away)")
    // It tries again while the hub is away, and gives up only if that takes long.
    let syncing = try world.start(
      "sh -c 'itemsctl --store a.sqlite add -q during; until itemsctl --store a.sqlite sync; do :; done'",
      as: "sync"
    )
    defer { syncing.send(SIGKILL) }
    #expect(try await world.run(probe).output == away.output)
    let daemon = try await Daemon(
      in: world.workplace,
      port: port,
      "--config settings --limit waits-per-token=1"
    )
    #expect(await syncing.end().shellCode == 0)
    try await world.wait(for: "during", in: "b.sqlite")
    watching.send(SIGTERM)
    _ = await watching.end()
    let same = try await world.run(
      """
      itemsctl --store a.sqlite sync --verify && itemsctl --store b.sqlite sync --verify &&
      itemshub space list
      """
    )
    #expect(same.code == 0 && same.output.contains("main   2 "), "\(same)")
    #expect(await daemon.end() == 0)
  }
}
#endif
