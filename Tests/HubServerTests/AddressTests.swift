import HubServer
import Sync
import Testing

@Suite struct `Addresses and proxies` {
  @Test(arguments: [
    ("192.0.2.1", true), ("::", true), ("::1", true), ("2001:db8::1", true),
    ("1:2:3:4:5:6:7:8", true), ("::ffff:192.0.2.1", true), ("1::8", true),
    ("", false), ("1.2.3", false), ("1.2.3.256", false), ("01.2.3.4", false), ("1.2.3.4.5", false),
    (":", false), (":::", false), ("1:2:3:4:5:6:7", false), ("1:2:3:4:5:6:7:8:9", false),
    ("1::2::3", false), ("12345::", false), ("+1::", false), ("fe80::1%eth0", false),
  ])
  func `are read as RFC 4291 writes them`(text: String, isAddress: Bool) {
    #expect((PeerAddress(text: text) != nil) == isAddress)
  }

  @Test func `a block holds its addresses alone`() throws {
    let block = try #require(AddressBlock("10.1.0.0/16"))
    #expect(block.contains(try #require(PeerAddress(text: "10.1.255.255"))))
    #expect(!block.contains(try #require(PeerAddress(text: "10.2.0.0"))))
    #expect(!block.contains(try #require(PeerAddress(text: "::10.1.0.0"))))
    #expect(
      try #require(AddressBlock("fd00::/8")).contains(try #require(PeerAddress(text: "fd12::1")))
    )
    #expect(try #require(AddressBlock("0.0.0.0/0")).contains(.local))
    for wrong in ["", "10.1.2.3/16", "10.0.0.0/33", "10.0.0.0/", "::/129", "x/8", "1.2.3.4/8/8"] {
      #expect(AddressBlock(wrong) == nil)
    }
  }

  @Test(arguments: [
    // Nobody else's word counts.
    ("198.51.100.1", ["203.0.113.9"], "198.51.100.1"),
    ("10.0.0.1", [], "10.0.0.1"),
    ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
    // What the client wrote itself stands to the left.
    ("10.0.0.1", ["127.0.0.1, 203.0.113.9"], "203.0.113.9"),
    ("10.0.0.1", ["1.1.1.1", "203.0.113.9, 10.0.0.7"], "203.0.113.9"),
    ("10.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
    ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8:0:0:0:0:0:1"),
    ("10.0.0.1", ["203.0.113.9, unknown"], "10.0.0.1"),
  ])
  func `the client is the rightmost whom no trusted proxy has`(
    peer: String,
    forwarded: [String],
    expected: String
  ) async throws {
    let block = try #require(AddressBlock("10.0.0.0/8"))
    let hub = try TestHub(options: ServerOptions(trustedProxies: [block]))
    _ = await hub.send(
      "GET",
      "/v1/spaces/main/changes",
      headers: forwarded.map { ("x-forwarded-for", $0) },
      from: try #require(PeerAddress(text: peer))
    )
    #expect(hub.surroundings.log.last?.contains("\"address\":\"\(expected)\"") == true)
  }
}
