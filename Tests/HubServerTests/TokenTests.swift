import HubServer
import Storage
import Sync
import TemporaryFolders
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A token` {
  @Test func `has 32 bytes of its own in 43 digits, and six of a checksum`() throws {
    let hub = try TestHub()
    let tokens = try (0..<50).map { _ in try hub.token() }
    #expect(Set(tokens).count == 50)
    for token in tokens {
      #expect(token.hasPrefix("ith_") && token.utf8.count == 4 + 43 + 6)
      #expect(token.dropFirst(4).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      #expect(HubTokenFormat.read(token[...]) == .wellFormed)
    }
  }

  @Test(TestHub.isFile) func `stands in no file of the hub, nor in a backup`() async throws {
    let hub = try TestHub()
    let token = try hub.token(label: "a label that is stored")
    let seen = try await hub.page(token: token).token
    _ = try await hub.push([change(1)], token: token, counter: 1, seen: seen).acceptance
    try hub.administration.backup(to: hub.folder.file("backup.sqlite"))
    var isLabelFound = false
    for name in try FileManager.default.contentsOfDirectory(atPath: hub.folder.path) {
      let bytes = try Array(Data(contentsOf: URL(filePath: hub.folder.file(name))))
      #expect(bytes.firstRange(of: token.utf8) == nil, "\(name)")
      // Without the prefix that all have, too.
      #expect(bytes.firstRange(of: token.utf8.dropFirst(4).prefix(20)) == nil, "\(name)")
      if bytes.firstRange(of: Array("a label that is stored".utf8)) != nil { isLabelFound = true }
    }
    #expect(isLabelFound)
    #expect(try hub.administration.tokens().first?.hash == SHA256.hash(Array(token.utf8)))
  }

  @Test func `opens nothing from anywhere but its header`() async throws {
    let hub = try TestHub(limits: ["wrong-tokens-per-minute=100"])
    let token = try hub.token()
    let path = "/v1/spaces/main/changes"
    for name in ["token", "access_token", "authorization"] {
      #expect(await hub.send("GET", path, query: [(name, token)]).status == 401)
    }
    for value in ["Basic \(token)", token, "Bearer  \(token)", "Bearer \(token) "] {
      let response = await hub.send("GET", path, headers: [("Authorization", value)])
      #expect(response.status == 401, "\(value)")
      #expect(!response.text.contains(token.dropFirst(4).prefix(8)))
    }
    #expect(await hub.send("GET", path, headers: [("Cookie", "token=\(token)")]).status == 401)
    #expect(!hub.surroundings.log.contains { $0.contains(token.dropFirst(4).prefix(8)) })
    for scheme in ["bearer", "BEARER"] {
      let headers = [("authorization", "\(scheme) \(token)")]
      let response = await hub.send("GET", path, query: [("after", "0")], headers: headers)
      #expect(response.status == 200)
    }
  }

  @Test func `is noted to the hour of its last use`() async throws {
    let hub = try TestHub()
    let token = try hub.administration.createToken(space: "main")
    let hour: Int64 = 3_600_000
    #expect(try hub.administration.tokens().first?.lastUsed == nil)
    var hours: [Int64] = []
    for _ in 0..<2 {
      hub.surroundings.advance(.seconds(3 * 3_600 + 1_000))
      _ = try await hub.page(token: token.text)
      let expected = hub.surroundings.now / hour * hour
      hub.surroundings.advance(.seconds(61))
      await hub.tick()
      while try hub.administration.tokens().first?.lastUsed != expected {
        try Task.checkCancellation()
        await Task.yield()
      }
      hours.append(expected)
    }
    #expect(hours[0] < hours[1])
  }

  @Test func `that is over or revoked opens nothing, whatever else it is`() async throws {
    let hub = try TestHub()
    let now = hub.surroundings.now
    let tokens = try [TokenScope.read, .write].map { scope in
      try hub.administration.createToken(space: "main", scope: scope, expires: now + 10_000)
    }
    for token in tokens { _ = try await hub.page(token: token.text) }
    hub.surroundings.advance(.seconds(10))
    for token in tokens {
      #expect(await hub.send("GET", "/v1/spaces/main/changes", token: token.text).status == 401)
    }
    #expect(try hub.administration.space("main").tokens == 0)
    // It ends for administrators, too.
    let error = #expect(throws: HubError.self) {
      try hub.administration.revokeToken(tokens[0].record.id)
    }
    #expect(error?.code == .notFound)
  }

  @Test func `is refused by an address of a /64 after ten wrong ones of the same`() async throws {
    let hub = try TestHub()
    let path = "/v1/spaces/main/changes"
    var statuses: [Int] = []
    for number in 0..<12 as Range<UInt64> {
      let peer = PeerAddress(high: 0x2001_0DB8 << 32, low: number << 32 | 1)
      statuses.append(await hub.send("GET", path, token: "ith_no", from: peer).status)
    }
    #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
    let other = PeerAddress(high: 0x2001_0DB8 << 32 | 1, low: 1)
    #expect(await hub.send("GET", path, token: "ith_no", from: other).status == 401)
    // Without any token nobody guesses, and nobody is counted.
    for _ in 0..<20 { #expect(await hub.send("GET", path, from: other).status == 401) }
    #expect(await hub.send("GET", path, token: "ith_no", from: other).status == 401)
  }
}
