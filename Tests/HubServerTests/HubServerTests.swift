import HubServer
import Storage
import Sync
import Testing

@Suite struct HubServerTests {
  @Test func `a device pulls, pushes, compares and waits with its token`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let page = try await hub.page(token: token)
    #expect(page.rows.isEmpty)
    let accepted = try await hub.push(
      [change(1), change(2)],
      token: token,
      counter: 1,
      seen: page.token
    )
    .acceptance
    #expect(accepted.results.map(\.outcome) == [.ok(sequence: 1), .ok(sequence: 2)])
    let next = try await hub.page(token: token)
    #expect(next.rows.map(\.sequence) == [1, 2])
    var digest = SpaceDigest()
    for row in next.rows { digest.add(row.id, row.state) }
    let verify = VerifyRequest(head: next.end, token: next.token, digest: digest)
    let equal = await hub.send(
      "POST",
      "/v1/spaces/main/verify",
      token: token,
      headers: [("content-type", "application/json; charset=utf-8")],
      body: verify.bytes
    )
    #expect(equal.status == 200)
    #expect(try VerifyReply(bytes: equal.body) == .equal(next.token))
    let summary = try hub.administration.space("main")
    #expect(summary.usage.items == 2 && summary.head == 2 && summary.devices == 1)
  }

  @Test func `without a good token there is 401, alike for every path below the spaces`()
    async throws
  {
    let hub = try TestHub(limits: ["wrong-tokens-per-minute=1000"])
    let token = try hub.token()
    var responses: [NetworkResponse] = []
    let other = HubTokenFormat.text(of: [UInt8](repeating: 7, count: 32))
    for path in [
      "/v1/spaces/main/push", "/v1/spaces/none/push", "/v1/spaces/main/x", "/v1/spaces/..",
    ] {
      for wrong in [nil, "", "ith_", other, token + "x", String(token.dropLast())] {
        let exchange = hub.begin("POST", path, token: wrong, body: [1])
        responses.append(await exchange.response.withoutID)
        #expect(!exchange.isBodyRead)
      }
    }
    #expect(responses.allSatisfy { $0 == responses[0] })
    #expect(responses[0].status == 401)
    #expect(responses[0].header("WWW-Authenticate") == "Bearer")
  }

  @Test func `a foreign space and a missing one are the same`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    _ = try hub.token("other")
    let foreign = hub.begin("POST", "/v1/spaces/other/push", token: token, body: [1])
    let missing = hub.begin("POST", "/v1/spaces/missing/push", token: token, body: [1])
    #expect(await foreign.response.withoutID == missing.response.withoutID)
    #expect(await foreign.response.status == 404)
    #expect(!foreign.isBodyRead && !missing.isBodyRead)
    #expect(await hub.send("GET", "/nothing").status == 404)
    #expect(await hub.send("GET", "/v1/spaces/main/nothing", token: token).status == 404)
  }

  @Test func `a token for reading does not push`() async throws {
    let hub = try TestHub()
    let writer = try hub.token()
    let reader = try hub.token("main", .read)
    let page = try await hub.page(token: reader)
    let refused = await hub.push([change(1)], token: reader, counter: 1, seen: page.token)
    #expect(refused.status == 403)
    _ = try await hub.push([change(1)], token: writer, counter: 1, seen: page.token).acceptance
    #expect(try await hub.page(token: reader).rows.count == 1)
  }

  @Test func `a method, a type and a protocol that do not fit are told apart`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let method = await hub.send("GET", "/v1/spaces/main/push", token: token)
    #expect(method.status == 405 && method.header("Allow") == "POST")
    let pull = await hub.send("POST", "/v1/spaces/main/changes", token: token)
    #expect(pull.status == 405 && pull.header("Allow") == "GET")
    let type = hub.begin(
      "POST",
      "/v1/spaces/main/push",
      token: token,
      headers: [("Content-Type", "text/plain")],
      body: [1]
    )
    #expect(await type.response.status == 415)
    #expect(!type.isBodyRead)
    let version = await hub.send(
      "GET",
      "/v1/spaces/main/changes",
      token: token,
      headers: [("sync-protocol", "7")]
    )
    #expect(version.status == 426)
    #expect(version.header("Sync-Protocol") == "1")
    #expect(version.text.contains("protocol 1") && version.text.contains("request 7"))
    let nonsense = await hub.send("POST", "/v1/spaces/main/push", token: token, body: [1])
    #expect(nonsense.status == 400)
  }

  @Test func `each response has an id that the log has too`() async throws {
    let hub = try TestHub(options: ServerOptions(logLevel: .requests))
    let token = try hub.administration.createToken(space: "main")
    let response = await hub.send(
      "GET",
      "/v1/spaces/main/changes",
      token: token.text,
      query: [("after", "0")]
    )
    let id = try #require(response.header("Request-Id"))
    let line = try #require(hub.surroundings.log.first { $0.contains("\"\(id)\"") })
    #expect(line.contains("\"token\":\"\(token.record.id)\""))
    #expect(line.hasSuffix("}\n"))
    #expect(!hub.surroundings.log.contains { $0.contains(token.text) })
  }

  @Test func `a token that was just made, and one that was just revoked, are known`() async throws {
    let hub = try TestHub()
    let first = try hub.administration.createToken(space: "main")
    _ = try await hub.page(token: first.text)
    let second = try hub.administration.createToken(space: "main")
    // Made since the server looked.
    _ = try await hub.page(token: second.text)
    try hub.administration.revokeToken(first.record.id)
    hub.surroundings.advance(.seconds(5))
    #expect(await hub.send("GET", "/v1/spaces/main/changes", token: first.text).status == 401)
    _ = try await hub.page(token: second.text)
  }

  @Test func `a token is good until its time is over`() async throws {
    let hub = try TestHub()
    let expires = hub.surroundings.now + 60_000
    let token = try hub.administration.createToken(space: "main", expires: expires)
    _ = try await hub.page(token: token.text)
    let wait = await hub.beginWait(
      token: token.text,
      seen: try await hub.page(token: token.text).token
    )
    hub.surroundings.advance(.seconds(50))
    _ = try await hub.page(token: token.text)
    hub.surroundings.advance(.seconds(10))
    #expect(await hub.send("GET", "/v1/spaces/main/changes", token: token.text).status == 401)
    await hub.tick()
    #expect([401, 204].contains(await wait.response.status))
  }

  @Test func `the page says how a device joins, and nothing else`() async throws {
    let hub = try TestHub()
    let page = await hub.send("GET", "/")
    #expect(page.status == 200)
    #expect(page.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
    #expect(page.header("Set-Cookie") == nil)
    let style = page.text.components(between: "<style>", and: "</style>")
    let hash = base64(SHA256.hash(Array(try #require(style).utf8)))
    #expect(page.header("Content-Security-Policy")?.contains("'sha256-\(hash)'") == true)
    #expect(page.text.contains("itemshub token create") && !page.text.contains("<form"))
  }

  @Test func `the page is light and dark, and says nothing of the program`() async throws {
    let hub = try TestHub()
    _ = try hub.token("secret")
    let page = await hub.send("GET", "/")
    #expect(page.text.contains("color-scheme:light dark"))
    for word in ["0.1", "secret", "<script", "<img", "<a ", "href", "http:", "https:", "src="] {
      #expect(!page.text.contains(word), "\(word)")
    }
    let names = page.headers.map { $0.name.lowercased() }
    #expect(!names.contains("server") && !names.contains("x-powered-by"))
    #expect(page.header("Content-Security-Policy")?.contains("unsafe") == false)
    #expect(page.header("Cache-Control") == "no-store")
    #expect(await hub.send("POST", "/").status == 405)
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text += place <= group.count ? String(digits[word >> (18 - 6 * place) & 63]) : "="
      }
    }
    return text
  }
}

extension String {
  fileprivate func components(between start: String, and end: String) -> String? {
    guard let first = firstRange(of: start), let last = firstRange(of: end) else { return nil }
    return String(self[first.upperBound..<last.lowerBound])
  }
}
