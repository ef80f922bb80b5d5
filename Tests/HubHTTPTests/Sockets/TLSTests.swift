#if Hub
import Files
import HubHTTP
import HubServer
import Sync
import Testing

/// TLS, as OpenSSL's own client sees it.
struct TLSTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func context() async throws -> TLSContext {
    let (certificate, key) = try await folder.certificate()
    return try TLSContext(certificate: certificate, key: key)
  }

  private let request = #"printf 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'"#

  /// The command that speaks to the server; its input is what it sends.
  private func client(_ server: RunningServer, _ flags: String = "") -> String {
    "openssl s_client -connect 127.0.0.1:\(server.port) -CAfile server.pem -verify_return_error -ign_eof \(flags)"
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `a request is answered over TLS, whose certificate is verified`(_ version: String)
    async throws
  {
    try await RunningServer.run(.echo(), tls: try await context()) { server in
      let flags = "\(version) -verify_hostname localhost -alpn h2,http/1.1"
      let (output, code) = try await folder.run("\(request) | \(client(server, flags))")
      #expect(code == 0, "\(output)")
      #expect(output.contains("GET /a ") && output.contains("ALPN protocol: http/1.1"))
      #expect(output.contains(version == "-tls1_2" ? "TLSv1.2" : "TLSv1.3"))
      #expect(server.handler.counts.requests == ["/a"])
    }
  }

  @Test(arguments: [
    "-tls1_1 -cipher DEFAULT@SECLEVEL=0", "-alpn h2", "-tls1_2 -cipher AES128-SHA",
    "-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA256",
  ])
  func `what is too old, or not HTTP/1.1, gets no further than the handshake`(_ flags: String)
    async throws
  {
    try await RunningServer.run(.echo(), tls: try await context()) { server in
      let (output, code) = try await folder.run("\(request) | \(client(server, flags))")
      #expect(code != 0, "\(output)")
      await server.until { server.handler.counts.ended == 1 }
      #expect(server.handler.counts.requests.isEmpty)
      #expect(server.handler.counts.refusals.map(\.status) == [0])
    }
  }

  @Test func `renegotiation is refused`() async throws {
    try await RunningServer.run(.echo(), tls: try await context()) { server in
      // s_client renegotiates at a line that is an R.
      let (output, _) = try await folder.run(
        "(echo R; sleep 1) | \(client(server, "-tls1_2").replacing(" -ign_eof", with: ""))"
      )
      #expect(output.contains("no renegotiation"), "\(output.suffix(500))")
    }
  }

  @Test func `plain HTTP where TLS is spoken is told so`() async throws {
    try await RunningServer.run(.echo(), tls: try await context()) { server in
      let client = try server.client()
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let text = await client.receiveText()
      #expect(text.hasPrefix("HTTP/1.1 400 ") && text.contains("use https"))
    }
  }

  @Test func `garbage instead of a handshake ends the connection, and silence after ten seconds`()
    async throws
  {
    try await RunningServer.run(.echo(), tls: try await context()) { server in
      let garbage = try server.client()
      garbage.send([UInt8](repeating: 0xAA, count: 500))
      _ = await garbage.receiveAll()
      await server.until { server.handler.counts.ended == 1 }
      let silent = try server.client()
      silent.send([0x16, 0x03, 0x01])
      await server.until { server.server.connectionCount == 1 }
      await server.pass(.seconds(9))
      #expect(server.server.connectionCount == 1)
      await server.pass(.seconds(2))
      #expect(server.server.connectionCount == 0)
      #expect(server.handler.counts.refusals.map(\.status) == [0, 0])
    }
  }

  @Test func `a large response and a large body go through TLS`() async throws {
    let body = [UInt8](repeating: 0x61, count: 3_000_000)
    let handler = TestHandler { _, exchange in
      exchange.readBody(atMost: 4_000_000) {
        exchange.respond(NetworkResponse(status: 200, body: $0))
      }
    }
    var settings = HTTPSettings.twoThreads
    settings.sendBuffer = 4_096
    try await RunningServer.run(handler, settings: settings, tls: try await context()) { server in
      _ = try folder.write(
        "PUT / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3000000\r\n\r\n",
        to: "head"
      )
      _ = try folder.write(String(decoding: body, as: UTF8.self), to: "body")
      let (output, code) = try await folder.run(
        "cat head body | \(client(server, "-quiet")) | tail -c 3000000 | cmp - body && echo same"
      )
      #expect(code == 0 && output.contains("same"), "\(output.suffix(500))")
    }
  }

  @Test func `a waiter over TLS that leaves is noticed`() async throws {
    let handler = TestHandler { _, exchange in
      exchange.onLastByte { exchange.respond(NetworkResponse(status: 204)) }
    }
    try await RunningServer.run(handler, tls: try await context()) { server in
      let (_, _) = try await folder.run(
        "(\(request); sleep 0.5) | \(client(server).replacing("-ign_eof", with: ""))"
      )
      await server.until { handler.counts.ended == 1 }
    }
  }

  @Test func `a new certificate is taken by a reload, and a bad one leaves the old`() async throws {
    let tls = try await context()
    try await RunningServer.run(.echo(), tls: tls) { server in
      let subject =
        "\(request) | \(client(server).replacing("-verify_return_error", with: "")) | grep ^subject"
      #expect(try await folder.run(subject).output.contains("CN = server"))
      _ = try await folder.run("cp server.pem old.pem")
      _ = try await folder.certificate("other")
      _ = try await folder.run("cp other.pem server.pem")
      #expect(throws: HTTPServerError.self) { try tls.reload() }
      #expect(try await folder.run(subject).output.contains("CN = server"))
      _ = try await folder.run("cp other.key server.key")
      try tls.reload()
      #expect(try await folder.run(subject).output.contains("CN = other"))
    }
  }

  @Test func `files that cannot be used are named, with what to do`() async throws {
    let (certificate, key) = try await folder.certificate()
    let (_, otherKey) = try await folder.certificate("other")
    let garbage = try folder.write("garbage", to: "garbage.pem")
    _ = try await folder.run(
      "openssl pkcs8 -topk8 -in server.key -passout pass:secret -out locked.key"
    )
    for (certificate, key, named, words) in [
      (folder.file("none.pem"), key, "none.pem", "No such file"),
      (certificate, folder.file("none.key"), "none.key", "No such file"),
      (garbage, key, "garbage.pem", "no certificate in PEM"),
      (certificate, garbage, "garbage.pem", "no key in PEM"),
      (certificate, otherKey, "other.key", "not the key of"),
      (certificate, folder.file("locked.key"), "locked.key", "without a passphrase"),
    ] {
      let error = try #require(throws: HTTPServerError.self) {
        try TLSContext(certificate: certificate, key: key)
      }
      #expect(error.code == .certificate)
      #expect(error.message.contains(named) && error.message.contains(words), "\(error)")
      #expect(!error.message.contains("secret"))
    }
  }
}
#endif
